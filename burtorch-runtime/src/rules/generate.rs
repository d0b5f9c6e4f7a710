//! From the rows of the table to `Op`, its values and its adjoints.

/// Declares the operators and, from the same rows, their facts, values and adjoints.
macro_rules! operators {
    ($y:ident $g:ident $(
        $(#[$doc:meta])*
        $op:ident($($arg:ident),+) $name:ident [$home:tt, $code:ident $(, $fact:ident)*]
            = $value:expr => [$($adjoint:expr),+];
    )*) => {
        /// A differentiable operator on numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Op {
            $($(#[$doc])* $op,)*
        }

        impl Op {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [Op] = &[$(Op::$op),*];

            /// The name of the operator as a method of a number: `tanh` in `x.tanh()`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Op::$op => stringify!($name),)* }
            }

            /// How many arguments it takes.
            #[must_use]
            pub const fn arity(self) -> usize {
                match self { $(Op::$op => [$(stringify!($arg)),+].len(),)* }
            }

            /// What its row says of it.
            pub(super) const fn facts(self) -> facts::Facts {
                match self {
                    $(Op::$op => facts::Facts {
                        home: facts::home!($home),
                        code: facts::Code::$code,
                        further: &[$(facts::Further::$fact),*],
                    },)*
                }
            }

            /// The operator that `receiver.name(…)` means, where `args` counts the receiver too.
            #[must_use]
            pub fn from_method(name: &str, args: usize) -> Option<Op> {
                // The macros ask this of every method, and are not optimised where users build them: so it is a plain loop,
                // and letters are compared last.
                const NAMES: &[(&str, usize)] = &[$((stringify!($name), [$(stringify!($arg)),+].len())),*];
                let mut at = 0;
                while at < NAMES.len() {
                    let (known, arity) = NAMES[at];
                    if known.len() == name.len() && arity == args && known == name {
                        return Some(Op::ALL[at]);
                    }
                    at += 1;
                }
                None
            }
        }

        /// The value of `op` at `args`.
        ///
        /// # Panics
        /// If `args.len()` is not the operator's arity.
        #[inline]
        #[must_use]
        pub fn value<R: Operand>(op: Op, args: &[R]) -> R {
            match (op, args) {
                $((Op::$op, &[$($arg),+]) => $value,)*
                _ => panic!("{op:?} takes {} arguments", op.arity()),
            }
        }

        /// The adjoints of the arguments of `op`, given its value `y` and the adjoint `g` of that value.
        ///
        /// One entry per argument; `None` where the derivative is zero everywhere.
        ///
        /// # Panics
        /// If `args.len()` is not the operator's arity.
        #[inline]
        #[allow(unused_variables, reason = "most rows need only some of their arguments")]
        pub fn adjoint<R: Operand>(op: Op, args: &[R], $y: R, $g: R) -> [Option<R>; 3] {
            match (op, args) {
                $((Op::$op, &[$($arg),+]) => super::generate::three(&[$($adjoint.into()),+]),)*
                _ => panic!("{op:?} takes {} arguments", op.arity()),
            }
        }

        /// Runs a row backwards at a place that has its arguments: [`adjoint`] with code of its own for each row.
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "there is one caller for each type of place")]
        #[allow(unused_variables, reason = "most rows need only some of their arguments")]
        #[cfg(feature = "alloc")]
        pub(crate) fn adjoint_at<R: Operand, P: super::generate::Place<R>>(op: Op, place: P) {
            match op {
                $(Op::$op => {
                    let [$($arg),+] = place.args();
                    let $y = place.value(|| $value);
                    let $g = place.adjoint();
                    place.add([$(Option::<R>::from($adjoint)),+])
                })*
            }
        }
    };
}
pub(super) use operators;

/// The adjoints of up to three arguments, in three places.
#[inline]
pub(super) fn three<R: Copy>(adjoints: &[Option<R>]) -> [Option<R>; 3] {
    core::array::from_fn(|i| adjoints.get(i).copied().flatten())
}

/// Where [`adjoint_at`] finds arguments and leaves adjoints.
#[cfg(feature = "alloc")]
pub(crate) trait Place<R> {
    /// The arguments of the row.
    fn args<const N: usize>(&self) -> [R; N];

    /// The value of the row, which `compute` gives, too.
    fn value(&self, compute: impl FnOnce() -> R) -> R;

    /// The adjoint of that value.
    fn adjoint(&self) -> R;

    /// Adds to the adjoints of the arguments.
    fn add<const N: usize>(self, parts: [Option<R>; N]);
}
