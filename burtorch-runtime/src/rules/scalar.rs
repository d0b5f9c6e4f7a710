//! The scalar rows.
//!
//! In: the arguments. Out: the value, and the adjoints given the value `y` and its adjoint `g`. Adjoints
//! are linear in `g` and carry their constants in front, `(g * 2) * a`, so that they fold when `g` is one.

use core::f64::consts;

use super::Operand;

/// Declares the operators and, from the same rows, their values and adjoints.
macro_rules! ops {
    ($y:ident $g:ident $($(#[$doc:meta])* $op:ident($($arg:ident),+) $name:literal = $value:expr => [$($adjoint:expr),+];)*) => {
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
                match self { $(Op::$op => $name,)* }
            }

            /// How many arguments it takes.
            #[must_use]
            pub const fn arity(self) -> usize {
                match self { $(Op::$op => [$(stringify!($arg)),+].len(),)* }
            }

            /// The operator that `receiver.name(…)` means, where `args` counts the receiver too.
            #[must_use]
            pub fn from_method(name: &str, args: usize) -> Option<Op> {
                Op::ALL.iter().copied().find(|op| op.name() == name && op.arity() == args)
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
                $((Op::$op, &[$($arg),+]) => three(&[$($adjoint.into()),+]),)*
                _ => panic!("{op:?} takes {} arguments", op.arity()),
            }
        }

        /// Runs a row backwards at a place that has its arguments: [`adjoint`] with code of its own for each row.
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "there is one caller for each type of place")]
        #[allow(unused_variables, reason = "most rows need only some of their arguments")]
        #[cfg(feature = "alloc")]
        pub(crate) fn adjoint_at<R: Operand, P: Place<R>>(op: Op, place: P) {
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

/// The adjoints of up to three arguments, in three places.
#[inline]
fn three<R: Copy>(adjoints: &[Option<R>]) -> [Option<R>; 3] {
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

ops! { y g
    // Arithmetic. A multiplication by a constant needs no row of its own: a constant has no adjoint,
    // so what is left of `Mul` is exactly that.

    /// `a + b`
    Add(a, b) "add" = a + b => [g, g];
    /// `a − b`
    Sub(a, b) "sub" = a - b => [g, -g];
    /// `a · b`
    Mul(a, b) "mul" = a * b => [g * b, g * a];
    /// `a / b`
    Div(a, b) "div" = a / b => [g / b, -(g / b) * y];
    /// `a % b`, with the sign of `a`. The adjoint of `b` is `−trunc(a / b)`, also at the jumps, as PyTorch's `fmod`.
    Rem(a, b) "rem" = a % b => [g, -(g * (a / b).call(Op::Trunc))];
    /// `a mod |b|`, never negative. The jumps add nothing to the slopes: for positive `b` as PyTorch's `remainder`.
    RemEuclid(a, b) "rem_euclid" = rem_euclid(a, b) => [g, rem_euclid_divisor(a, b, g)];
    /// `−a`
    Neg(a) "neg" = -a => [-g];
    /// `a · b + c` with one rounding.
    MulAdd(a, b, c) "mul_add" = a.call3(Op::MulAdd, b, c) => [g * b, g * a, g];
    /// `(a + b) / 2`
    Mean2(a, b) "mean2" = (a + b) * a.lit(0.5) => [g * a.lit(0.5), g * a.lit(0.5)];
    /// `−(a + b) / 2`
    NegMean2(a, b) "neg_mean2" = (a + b) * a.lit(-0.5) => [g * a.lit(-0.5), g * a.lit(-0.5)];
    /// `a² + b²`
    AddSquares(a, b) "add_squares" = a * a + b * b => [(g * a.lit(2.0)) * a, (g * a.lit(2.0)) * b];
    /// `(a² + b²) / 2`
    MeanSquares2(a, b) "mean_squares2" = (a * a + b * b) * a.lit(0.5) => [g * a, g * b];

    // Powers and roots.

    /// `a²`
    Sqr(a) "sqr" = a * a => [(g * a.lit(2.0)) * a];
    /// `a³`
    Pow3(a) "pow3" = a * a * a => [g * (a.lit(3.0) * (a * a))];
    /// `1 / a`
    Recip(a) "recip" = a.lit(1.0) / a => [-(g * y) * y];
    /// `√a`; the slope at zero is `+∞`, as in PyTorch.
    Sqrt(a) "sqrt" = a.call(Op::Sqrt) => [(g * a.lit(0.5)) / y];
    /// `1 / √a`; the slope at zero is `−∞`, as in PyTorch.
    InvSqrt(a) "inv_sqrt" = a.lit(1.0) / a.call(Op::Sqrt) => [(g * a.lit(-0.5)) * (y * y * y)];
    /// `∛a`; the slope at zero is `+∞`, the limit from both sides.
    Cbrt(a) "cbrt" = a.call(Op::Cbrt) => [(g / a.lit(3.0)) / (y * y)];
    /// `√(a² + b²)` without overflow; no slope (NaN) where both are zero, as in PyTorch.
    Hypot(a, b) "hypot" = a.call2(Op::Hypot, b) => [g * (a / y), g * (b / y)];
    /// `aⁿ` for a whole number `n`, by repeated squaring; `n` is not differentiated. `a⁰` has zero slope
    /// everywhere, as in PyTorch.
    Powi(a, n) "powi" = a.call2(Op::Powi, n)
        => [R::select(n.eq(n.lit(0.0)), n.lit(0.0), g * (n * a.call2(Op::Powi, n - n.lit(1.0)))), None];
    /// `aᵇ`. As in PyTorch the adjoint of `a` is zero where `b = 0`, that of `b` where `a = 0` and `b ≥ 0`.
    Powf(a, b) "powf" = a.call2(Op::Powf, b) => [powf_base(a, b, g), powf_exponent(a, b, (g * y) * a.call(Op::Ln))];

    // Exponentials and logarithms.

    /// `eᵃ`
    Exp(a) "exp" = a.call(Op::Exp) => [g * y];
    /// `2ᵃ`
    Exp2(a) "exp2" = a.call(Op::Exp2) => [(g * a.lit(consts::LN_2)) * y];
    /// `eᵃ − 1`, accurate near zero. The slope is `eᵃ` and not `y + 1`, which cancels for negative `a`.
    ExpM1(a) "exp_m1" = a.call(Op::ExpM1) => [g * a.call(Op::Exp)];
    /// `ln a`
    Ln(a) "ln" = a.call(Op::Ln) => [g / a];
    /// `−ln a`
    NegLn(a) "neg_ln" = -a.call(Op::Ln) => [-(g / a)];
    /// `log₂ a`
    Log2(a) "log2" = a.call(Op::Log2) => [(g * a.lit(consts::LOG2_E)) / a];
    /// `log₁₀ a`
    Log10(a) "log10" = a.call(Op::Log10) => [(g * a.lit(consts::LOG10_E)) / a];
    /// `ln a / ln b`: the logarithm of `a` to base `b`.
    Log(a, b) "log" = a.call(Op::Ln) / b.call(Op::Ln)
        => [(g / b.call(Op::Ln)) / a, -((g / b.call(Op::Ln)) * y) / b];
    /// `ln(1 + a)`, accurate near zero.
    Ln1p(a) "ln_1p" = a.call(Op::Ln1p) => [g / (a + a.lit(1.0))];

    // Circular and hyperbolic functions. At the ends of a domain the slope is infinite, as in PyTorch.

    /// `sin a`
    Sin(a) "sin" = a.call(Op::Sin) => [g * a.call(Op::Cos)];
    /// `cos a`
    Cos(a) "cos" = a.call(Op::Cos) => [-(g * a.call(Op::Sin))];
    /// `tan a`
    Tan(a) "tan" = a.call(Op::Tan) => [g * (y * y + a.lit(1.0))];
    /// `arcsin a`
    Asin(a) "asin" = a.call(Op::Asin) => [g / ((a.lit(1.0) - a) * (a.lit(1.0) + a)).call(Op::Sqrt)];
    /// `arccos a`
    Acos(a) "acos" = a.call(Op::Acos) => [-(g / ((a.lit(1.0) - a) * (a.lit(1.0) + a)).call(Op::Sqrt))];
    /// `arctan a`
    Atan(a) "atan" = a.call(Op::Atan) => [g / (a * a + a.lit(1.0))];
    /// The angle of the point `(b, a)`; zero slope at the origin, as in PyTorch. The distance is squared one
    /// factor at a time, so it neither overflows nor vanishes.
    Atan2(a, b) "atan2" = a.call2(Op::Atan2, b) => [
        over_distance(a, b, g * b),
        over_distance(a, b, -(g * a))
    ];
    /// `sinh a`
    Sinh(a) "sinh" = a.call(Op::Sinh) => [g * a.call(Op::Cosh)];
    /// `cosh a`
    Cosh(a) "cosh" = a.call(Op::Cosh) => [g * a.call(Op::Sinh)];
    /// `tanh a`
    Tanh(a) "tanh" = a.call(Op::Tanh) => [g * (a.lit(1.0) - y * y)];
    /// `arsinh a`
    Asinh(a) "asinh" = a.call(Op::Asinh) => [g / a.call2(Op::Hypot, a.lit(1.0))];
    /// `arcosh a`; no slope (NaN) below 1, where there is no value.
    Acosh(a) "acosh" = a.call(Op::Acosh)
        => [g / ((a - a.lit(1.0)).call(Op::Sqrt) * (a + a.lit(1.0)).call(Op::Sqrt))];
    /// `artanh a`
    Atanh(a) "atanh" = a.call(Op::Atanh) => [g / ((a.lit(1.0) - a) * (a.lit(1.0) + a))];
    /// `a π / 180`
    ToRadians(a) "to_radians" = a.call(Op::ToRadians) => [g.call(Op::ToRadians)];
    /// `a 180 / π`
    ToDegrees(a) "to_degrees" = a.call(Op::ToDegrees) => [g.call(Op::ToDegrees)];

    // Signs, choices and steps.

    /// `|a|`; zero slope at zero and at NaN, as in PyTorch.
    Abs(a) "abs" = a.call(Op::Abs)
        => [R::select(a.lt(a.lit(0.0)), -g, R::select(a.lit(0.0).lt(a), g, a.lit(0.0)))];
    /// `1` or `−1` with the sign of `a`, also of a signed zero, as Rust has it; flat, as in PyTorch.
    Signum(a) "signum" = a.call(Op::Signum) => [None];
    /// `|a|` with the sign of `b`. The slope is `y / a`, and zero where `a = 0`, as in PyTorch; flat in `b`.
    Copysign(a, b) "copysign" = a.call2(Op::Copysign, b)
        => [R::select(a.eq(a.lit(0.0)), a.lit(0.0), g * (y / a)), None];
    /// The smaller of the two, a number rather than NaN, as Rust has it. On a tie each gets half of the
    /// adjoint, as PyTorch's `minimum`; a NaN that lost gets none, as PyTorch's `fmin`.
    Min(a, b) "min" = a.call2(Op::Min, b)
        => [chosen(a, b, a.lt(b), g, a.lit(0.0)), chosen(a, b, a.lt(b), a.lit(0.0), g)];
    /// The larger of the two, a number rather than NaN, as Rust has it. On a tie each gets half of the
    /// adjoint, as PyTorch's `maximum`; a NaN that lost gets none, as PyTorch's `fmax`.
    Max(a, b) "max" = a.call2(Op::Max, b)
        => [chosen(a, b, b.lt(a), g, a.lit(0.0)), chosen(a, b, b.lt(a), a.lit(0.0), g)];
    /// `min(max(a, lo), hi)`. Strictly between the bounds all of the adjoint goes to `a`, elsewhere to the bound
    /// that is the value, and to none at NaN. So on a bound `a` gets nothing, as in PyTorch with numbers as bounds.
    Clamp(a, lo, hi) "clamp" = clamp(a, lo, hi) => [
        R::select(lo.lt(a), R::select(a.lt(hi), g, a.lit(0.0)), a.lit(0.0)),
        R::select(a.le(lo), R::select(hi.lt(lo), a.lit(0.0), g), a.lit(0.0)),
        upper_bound(a, lo, hi, g)
    ];
    /// Rounds down; flat between its steps and on them, as in PyTorch.
    Floor(a) "floor" = a.call(Op::Floor) => [None];
    /// Rounds up; flat between its steps and on them, as in PyTorch.
    Ceil(a) "ceil" = a.call(Op::Ceil) => [None];
    /// Rounds to nearest, halves away from zero, as Rust has it; flat, as in PyTorch.
    Round(a) "round" = a.call(Op::Round) => [None];
    /// Rounds towards zero; flat between its steps and on them, as in PyTorch.
    Trunc(a) "trunc" = a.call(Op::Trunc) => [None];
    /// `a − trunc a`; slope one everywhere, also at the jumps, as in PyTorch.
    Fract(a) "fract" = a.call(Op::Fract) => [g];

    // Activations.

    /// `max(a, 0)`; zero slope at zero, NaN passes through, both as in PyTorch. The sign of `a` shows in `y`, so that nobody
    /// needs to keep `a`.
    Relu(a) "relu" = R::select(a.le(a.lit(0.0)), a.lit(0.0), a) => [R::select(y.le(y.lit(0.0)), y.lit(0.0), g)];
    /// `a` if positive, else `slope · a`, so the slope at zero is `slope`, as in PyTorch.
    LeakyRelu(a, slope) "leaky_relu" = R::select(a.lit(0.0).lt(a), a, a * slope)
        => [R::select(a.lit(0.0).lt(a), g, g * slope), R::select(a.lit(0.0).lt(a), a.lit(0.0), g * a)];
    /// `a` if positive, else `alpha (eᵃ − 1)`, so the slope at zero is `alpha`, as in PyTorch.
    Elu(a, alpha) "elu" = R::select(a.le(a.lit(0.0)), alpha * a.call(Op::ExpM1), a) => [
        R::select(a.le(a.lit(0.0)), (g * alpha) * a.call(Op::Exp), g),
        R::select(a.le(a.lit(0.0)), g * a.call(Op::ExpM1), a.lit(0.0))
    ];
    /// `1 / (1 + e⁻ᵃ)`; reaches 0 and 1, with zero slope, without overflow into NaN.
    Sigmoid(a) "sigmoid" = a.lit(1.0) / (a.lit(1.0) + (-a).call(Op::Exp)) => [g * ((a.lit(1.0) - y) * y)];
    /// `ln(1 + eᵃ)`, computed as `max(a, 0) + ln(1 + e^−|a|)`, without overflow and without a threshold.
    Softplus(a) "softplus" = a.call2(Op::Max, a.lit(0.0)) + (-a.call(Op::Abs)).call(Op::Exp).call(Op::Ln1p)
        => [g * a.call(Op::Sigmoid)];
    /// `a Φ(a)` with the normal distribution function `Φ`, not its approximation by `tanh`.
    Gelu(a) "gelu" = a * a.call(Op::NormalCdf) => [g * (a.call(Op::NormalCdf) + a * normal_density(a))];
    /// `a / (1 + e⁻ᵃ)`
    Silu(a) "silu" = a / (a.lit(1.0) + (-a).call(Op::Exp))
        => [g * (a.call(Op::Sigmoid) + y * (a.lit(1.0) - a.call(Op::Sigmoid)))];
    /// `Φ(a) = 1/√(2π) ∫₋∞ᵃ e^(−t²/2) dt`, the normal distribution function, with all digits of small values, which
    /// `(1 + erf(a / √2)) / 2` has not.
    NormalCdf(a) "normal_cdf" = a.call(Op::NormalCdf) => [g * normal_density(a)];
    /// `2/√π ∫₀ᵃ e^(−t²) dt`
    Erf(a) "erf" = a.call(Op::Erf) => [(g * a.lit(consts::FRAC_2_SQRT_PI)) * (-(a * a)).call(Op::Exp)];
}

/// `a mod |b|` by the steps of [`f64::rem_euclid`].
#[inline]
fn rem_euclid<R: Operand>(a: R, b: R) -> R {
    let r = a % b;
    R::select(r.lt(a.lit(0.0)), r + b.call(Op::Abs), r)
}

/// `−g q + g sign b` if `a % b` is negative, else `−g q`, where `q` is the quotient `a % b` has cut off.
#[inline]
fn rem_euclid_divisor<R: Operand>(a: R, b: R, g: R) -> R {
    let r = a % b;
    let quotient = ((a - r) / b).call(Op::Round);
    let lifted = quotient - b.call(Op::Signum);
    -(g * R::select(r.lt(a.lit(0.0)), lifted, quotient))
}

/// `g b aᵇ⁻¹`, and zero where `b = 0`.
///
/// With `b = 0` the product is zero by itself except at 0 and NaN, and only there it is replaced: elsewhere
/// it must still depend on `b`, or the derivative of this derivative would be wrong.
#[inline]
fn powf_base<R: Operand>(a: R, b: R, g: R) -> R {
    let zero = a.lit(0.0);
    let slope = (g * b) * a.call2(Op::Powf, b - b.lit(1.0));
    R::select(b.eq(zero), R::select(zero.lt(a.call(Op::Abs)), slope, zero), slope)
}

/// `x`, and zero where `a = 0` and `b ≥ 0`.
#[inline]
fn powf_exponent<R: Operand>(a: R, b: R, x: R) -> R {
    let zero = a.lit(0.0);
    R::select(a.eq(zero), R::select(zero.le(b), zero, x), x)
}

/// `x / (a² + b²)`, and zero at the origin.
#[inline]
fn over_distance<R: Operand>(a: R, b: R, x: R) -> R {
    let distance = a.call2(Op::Hypot, b);
    R::select(distance.eq(a.lit(0.0)), a.lit(0.0), (x / distance) / distance)
}

/// `x` if `a` was chosen over `b`, else `z`; half of their sum if the two are equal.
///
/// `first` says that `a` is better than `b`; it fails for a NaN, so the rest is to find out which one that is.
#[inline]
fn chosen<R: Operand>(a: R, b: R, first: R::Truth, x: R, z: R) -> R {
    let ordered = R::select(first, x, R::select(b.eq(b), z, x));
    R::select(a.eq(b), (x + z) * a.lit(0.5), ordered)
}

/// `min(max(a, lo), hi)` by the steps of [`f64::clamp`], without its panic for `lo > hi`.
#[inline]
fn clamp<R: Operand>(a: R, lo: R, hi: R) -> R {
    let a = R::select(a.lt(lo), lo, a);
    R::select(hi.lt(a), hi, a)
}

/// `g` if `clamp` is its upper bound: beyond it, on it, or when the bounds are crossed; where the two are one,
/// the lower one counts.
#[inline]
fn upper_bound<R: Operand>(a: R, lo: R, hi: R, g: R) -> R {
    let zero = a.lit(0.0);
    let on_it = R::select(a.eq(hi), R::select(lo.lt(hi), g, zero), zero);
    R::select(hi.lt(a), g, R::select(hi.lt(lo), g, on_it))
}

/// `φ(a) = e^(−a² / 2) / √(2π)`
#[inline]
fn normal_density<R: Operand>(a: R) -> R {
    const SCALE: f64 = 0.5 * consts::FRAC_2_SQRT_PI * consts::FRAC_1_SQRT_2;
    a.lit(SCALE) * (a * a * a.lit(-0.5)).call(Op::Exp)
}
