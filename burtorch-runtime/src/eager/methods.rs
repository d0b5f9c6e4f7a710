//! The rest of the table: functions as methods of a value, made from its rows, and rows over lists as methods of a tape.

use alloc::vec;

use super::{Nodes, Scalar, Tape, Term, Value, Var};
use crate::rules::{Many, Op, with_rows};

/// Declares a method for each row that is not an operator of Rust's.
macro_rules! methods {
    ($y:ident $g:ident $(
        $(#[$doc:meta])*
        $op:ident($($arg:ident),+) $name:ident [$home:tt, $($fact:ident),+] = $value:expr => [$($adjoint:expr),+];
    )*) => {
        impl<'t, T: Scalar> Var<'t, T> {
            $(method! { $home $(#[$doc])* $op $name($($arg),+) })*
        }
    };
}

/// Declares the method of a row.
macro_rules! method {
    (Whole $($row:tt)*) => {};
    ($operator:literal $($row:tt)*) => {};
    ($home:ident $(#[$doc:meta])* $op:ident $name:ident($a:ident $(, $arg:ident)*)) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        #[track_caller]
        pub fn $name(self $(, $arg: impl Term<'t, T>)*) -> Self {
            method!(@row self, $op $(, $arg)*)
        }
    };
    (@row $this:expr, $op:ident) => { $this.row(Op::$op) };
    (@row $this:expr, $op:ident, $b:ident) => { $this.row2(Op::$op, $b) };
    (@row $this:expr, $op:ident, $b:ident, $c:ident) => { $this.row3(Op::$op, $b, $c) };
}

with_rows!(methods);

impl<T: Scalar> Var<'_, T> {
    /// `aⁿ`. Like for the compiler, a square and a cube are rows of their own.
    #[inline]
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        match n {
            2 => self.sqr(),
            3 => self.pow3(),
            n => self.row2(Op::Powi, T::zero().lit(f64::from(n))),
        }
    }

    /// `(sin a, cos a)`
    #[inline]
    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $many:ident $name:ident;)*) => {
        /// Rows over any number of values, in whatever form these are at hand: [`Nodes`].
        impl<T: Scalar> Tape<T> {$(
            $(#[$doc])*
            pub fn $name(&self, xs: impl Nodes) -> Var<'_, T> {
                self.many(Many::$many, &[&xs])
            }
        )*}
    };
}

reductions! {
    /// `x₁ + x₂ + … + xₙ`; of nothing, zero.
    Sum sum;
    /// `x₁ − x₂ − … − xₙ`; of nothing, zero.
    Difference difference;
    /// `x₁ · x₂ · … · xₙ`; of nothing, one.
    Product product;
    /// `(x₁ + … + xₙ) / n`; of nothing, NaN.
    Mean mean;
    /// `−(x₁ + … + xₙ) / n`; of nothing, NaN.
    NegMean neg_mean;
    /// `x₁² + … + xₙ²`; of nothing, zero.
    SumOfSquares sum_of_squares;
    /// `(x₁² + … + xₙ²) / n`; of nothing, NaN.
    MeanOfSquares mean_of_squares;
    /// `Σ (xᵢ − x̄)² / (n − 1)`: the unbiased variance.
    Variance variance;
    /// `Σ (xᵢ − x̄)² / n`: the biased variance.
    VarianceBiased variance_biased;
}

impl<T: Scalar> Tape<T> {
    /// The mean, and the mean of squares.
    pub fn mean_and_mean_of_squares(&self, xs: impl Nodes) -> (Var<'_, T>, Var<'_, T>) {
        (self.mean(&xs), self.mean_of_squares(&xs))
    }

    /// `x₁ w₁ + … + xₙ wₙ`
    ///
    /// # Panics
    /// If the two differ in length.
    pub fn dot(&self, xs: impl Nodes, ws: impl Nodes) -> Var<'_, T> {
        self.many(Many::Dot, &[&xs, &ws])
    }

    /// `x₁ w₁ + … + xₙ wₙ + bias`
    ///
    /// # Panics
    /// If the two differ in length.
    pub fn dot_bias(&self, xs: impl Nodes, ws: impl Nodes, bias: impl Into<Value>) -> Var<'_, T> {
        let bias = bias.into();
        self.many(Many::DotBias, &[&xs, &ws, &bias])
    }
}

/// Rows of the table by their name, and functions that are not in it.
impl<T: Scalar> Tape<T> {
    /// A row of the table, chosen while the program runs.
    ///
    /// # Panics
    /// If the operator takes another number of arguments, or one is not on the tape any more.
    pub fn op(&self, op: Op, args: &[Value]) -> Var<'_, T> {
        match *args {
            [a] => self.row(op, [self.at(a)]),
            [a, b] => self.row(op, [self.at(a), self.at(b)]),
            [a, b, c] => self.row(op, [self.at(a), self.at(b), self.at(c)]),
            _ => panic!("{op:?} takes {} arguments, not {}", op.arity(), args.len()),
        }
    }

    /// A row over lists, chosen while the program runs.
    ///
    /// # Panics
    /// If the operator takes another number of lists, their lengths do not fit, or a value is not on the tape any more.
    pub fn many(&self, many: Many, args: &[&dyn Nodes]) -> Var<'_, T> {
        self.rows(many, args, false)
    }

    /// A row of the table without its value: a root of which only the gradient is needed. Its value is zero, and a gradient
    /// computes what it needs of it.
    ///
    /// ```
    /// use burtorch_runtime::{eager::Tape, rules::Op};
    ///
    /// let tape = Tape::new();
    /// let (a, b) = (tape.leaf(2.0), tape.leaf(3.0));
    /// let root = tape.deferred(Op::Mul, &[a.id(), b.id()]);
    /// root.backward();
    /// assert_eq!((root.value(), a.adjoint(), b.adjoint()), (0.0, 3.0, 2.0));
    /// ```
    ///
    /// # Panics
    /// If the operator takes another number of arguments, or one is not on the tape any more.
    pub fn deferred(&self, op: Op, args: &[Value]) -> Var<'_, T> {
        assert_eq!(op.arity(), args.len(), "{op:?} takes {} arguments", op.arity());
        self.deferred_row(op, args)
    }

    /// A row over lists without its value; see [`deferred`](Self::deferred).
    ///
    /// # Panics
    /// If the operator takes another number of lists, or a value is not on the tape any more.
    pub fn deferred_many(&self, many: Many, args: &[&dyn Nodes]) -> Var<'_, T> {
        self.rows(many, args, true)
    }

    /// A function outside of the tape as one node: compiled, or by hand. It gets the values of its arguments, and returns its own
    /// and its slope along each.
    ///
    /// ```
    /// use burtorch_runtime::eager::Tape;
    ///
    /// let tape = Tape::new();
    /// let (a, b) = (tape.leaf(3.0_f64), tape.leaf(4.0));
    /// let norm = tape.call([a.id(), b.id()], |[a, b]| (a.hypot(b), [a / a.hypot(b), b / a.hypot(b)]));
    /// (norm * 10.0).backward();
    /// assert_eq!((norm.value(), a.adjoint(), b.adjoint()), (5.0, 6.0, 8.0));
    /// ```
    ///
    /// # Panics
    /// If an argument is not on the tape any more.
    pub fn call<const N: usize>(&self, args: [Value; N], function: impl FnOnce([T; N]) -> (T, [T; N])) -> Var<'_, T> {
        // The function may use the tape, too, so it is called before the tape is changed.
        let (value, slopes) = function(args.map(|arg| self.value(arg)));
        self.called(&args, value, &slopes)
    }

    /// [`call`](Self::call) for any number of arguments. The function gets their values and writes the slopes.
    ///
    /// ```
    /// use burtorch_runtime::eager::Tape;
    ///
    /// let tape = Tape::new();
    /// let xs = tape.leaves(&[1.0, 2.0, 3.0]);
    /// let energy = tape.call_slice(xs, |x, slopes| {
    ///     slopes.copy_from_slice(x);
    ///     x.iter().map(|x| x * x / 2.0).sum()
    /// });
    /// energy.backward();
    /// assert_eq!((energy.value(), tape.adjoint(xs.get(2))), (7.0, 3.0));
    /// ```
    ///
    /// # Panics
    /// If an argument is not on the tape any more.
    pub fn call_slice(&self, args: impl Nodes, function: impl FnOnce(&[T], &mut [T]) -> T) -> Var<'_, T> {
        let values = self.listed(&args);
        let mut slopes = vec![T::zero(); values.len()];
        let value = function(&values, &mut slopes);
        self.called(&args, value, &slopes)
    }
}
