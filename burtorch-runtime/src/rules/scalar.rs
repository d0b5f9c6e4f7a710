//! The table of scalar operators: their values, adjoints and facts, one row each.
//!
//! ```text
//! /// the formula; what happens at kinks
//! Name(arguments) method [where it is found, what it compiles to, further facts] = value => [adjoints];
//! ```
//!
//! A value is made of other rows, or it is `a.call(Op::Name)`: then `operand.rs` says how a float computes it. Adjoints are
//! given the value `y` and its adjoint `g`. They are linear in `g` and carry their constants in front, `(g * 2) * a`, so
//! that they fold when `g` is one. [`facts`](super::facts) explains the facts.

use core::f64::consts;

use super::generate::operators;
use super::{Operand, facts};

/// Hands all rows to the macro `$use`, after the names of the value and its adjoint.
macro_rules! with_rows {
    ($use:ident) => {
        $use! { y g
            // Arithmetic. A multiplication by a constant needs no row of its own: a constant has no adjoint,
            // so what is left of `Mul` is exactly that.

            /// `a + b`
            Add(a, b) add ["+", Arithmetic, Exact] = a + b => [g, g];
            /// `a − b`
            Sub(a, b) sub ["-", Arithmetic, Exact] = a - b => [g, -g];
            /// `a · b`
            Mul(a, b) mul ["*", Arithmetic, Exact] = a * b => [g * b, g * a];
            /// `a / b`
            Div(a, b) div ["/", Division, Exact] = a / b => [g / b, -(g / b) * y];
            /// `a % b`, with the sign of `a`. The adjoint of `b` is `−trunc(a / b)`, also at the jumps, as PyTorch's `fmod`.
            Rem(a, b) rem ["%", Call, Exact] = a % b => [g, -(g * (a / b).call(Op::Trunc))];
            /// `a mod |b|`, never negative. The jumps add nothing to the slopes: for positive `b` as PyTorch's `remainder`.
            RemEuclid(a, b) rem_euclid [Float, Composed] = rem_euclid(a, b) => [g, rem_euclid_divisor(a, b, g)];
            /// `−a`
            Neg(a) neg ["-", Arithmetic, Exact] = -a => [-g];
            /// `a · b + c` with one rounding.
            MulAdd(a, b, c) mul_add [Float, Fused, Exact] = a.call3(Op::MulAdd, b, c) => [g * b, g * a, g];
            /// `(a + b) / 2`
            Mean2(a, b) mean2 [Own, Composed] = (a + b) * a.lit(0.5) => [g * a.lit(0.5), g * a.lit(0.5)];
            /// `−(a + b) / 2`
            NegMean2(a, b) neg_mean2 [Own, Composed] = (a + b) * a.lit(-0.5) => [g * a.lit(-0.5), g * a.lit(-0.5)];
            /// `a² + b²`
            AddSquares(a, b) add_squares [Own, Composed] = a * a + b * b => [(g * a.lit(2.0)) * a, (g * a.lit(2.0)) * b];
            /// `(a² + b²) / 2`
            MeanSquares2(a, b) mean_squares2 [Own, Composed] = (a * a + b * b) * a.lit(0.5) => [g * a, g * b];

            // Powers and roots.

            /// `a²`
            Sqr(a) sqr [Own, Composed] = a * a => [(g * a.lit(2.0)) * a];
            /// `a³`
            Pow3(a) pow3 [Own, Composed] = a * a * a => [g * (a.lit(3.0) * (a * a))];
            /// `1 / a`
            Recip(a) recip [Float, Composed] = a.lit(1.0) / a => [-(g * y) * y];
            /// `√a`; the slope at zero is `+∞`, as in PyTorch.
            Sqrt(a) sqrt [Float, Division, Exact] = a.call(Op::Sqrt) => [(g * a.lit(0.5)) / y];
            /// `1 / √a`; the slope at zero is `−∞`, as in PyTorch.
            InvSqrt(a) inv_sqrt [Own, Composed] = a.lit(1.0) / a.call(Op::Sqrt) => [(g * a.lit(-0.5)) * (y * y * y)];
            /// `∛a`; the slope at zero is `+∞`, the limit from both sides.
            Cbrt(a) cbrt [Float, Call] = a.call(Op::Cbrt) => [(g / a.lit(3.0)) / (y * y)];
            /// `√(a² + b²)` without overflow; no slope (NaN) where both are zero, as in PyTorch.
            Hypot(a, b) hypot [Float, Call] = a.call2(Op::Hypot, b) => [g * (a / y), g * (b / y)];
            /// `aⁿ` for a whole number `n`, by repeated squaring; `n` is not differentiated. `a⁰` has zero slope
            /// everywhere, as in PyTorch.
            Powi(a, n) powi [Whole, Call] = a.call2(Op::Powi, n)
                => [R::select(n.eq(n.lit(0.0)), n.lit(0.0), g * (n * a.call2(Op::Powi, n - n.lit(1.0)))), None];
            /// `aᵇ`. As in PyTorch the adjoint of `a` is zero where `b = 0`, that of `b` where `a = 0` and `b ≥ 0`.
            Powf(a, b) powf [Float, Call] = a.call2(Op::Powf, b)
                => [powf_base(a, b, g), powf_exponent(a, b, (g * y) * a.call(Op::Ln))];

            // Exponentials and logarithms.

            /// `eᵃ`
            Exp(a) exp [Float, Call, Vmath] = a.call(Op::Exp) => [g * y];
            /// `2ᵃ`
            Exp2(a) exp2 [Float, Call] = a.call(Op::Exp2) => [(g * a.lit(consts::LN_2)) * y];
            /// `eᵃ − 1`, accurate near zero. The slope is `eᵃ` and not `y + 1`, which cancels for negative `a`.
            ExpM1(a) exp_m1 [Float, Call, Vmath] = a.call(Op::ExpM1) => [g * a.call(Op::Exp)];
            /// `ln a`
            Ln(a) ln [Float, Call, Vmath] = a.call(Op::Ln) => [g / a];
            /// `−ln a`
            NegLn(a) neg_ln [Own, Composed] = -a.call(Op::Ln) => [-(g / a)];
            /// `log₂ a`
            Log2(a) log2 [Float, Call] = a.call(Op::Log2) => [(g * a.lit(consts::LOG2_E)) / a];
            /// `log₁₀ a`
            Log10(a) log10 [Float, Call] = a.call(Op::Log10) => [(g * a.lit(consts::LOG10_E)) / a];
            /// `ln a / ln b`: the logarithm of `a` to base `b`.
            Log(a, b) log [Float, Composed] = a.call(Op::Ln) / b.call(Op::Ln)
                => [(g / b.call(Op::Ln)) / a, -((g / b.call(Op::Ln)) * y) / b];
            /// `ln(1 + a)`, accurate near zero.
            Ln1p(a) ln_1p [Float, Call, Vmath] = a.call(Op::Ln1p) => [g / (a + a.lit(1.0))];

            // Circular and hyperbolic functions. At the ends of a domain the slope is infinite, as in PyTorch.

            /// `sin a`
            Sin(a) sin [Float, Call, VmathNear] = a.call(Op::Sin) => [g * a.call(Op::Cos)];
            /// `cos a`
            Cos(a) cos [Float, Call, VmathNear] = a.call(Op::Cos) => [-(g * a.call(Op::Sin))];
            /// `tan a`
            Tan(a) tan [Float, Call] = a.call(Op::Tan) => [g * (y * y + a.lit(1.0))];
            /// `arcsin a`
            Asin(a) asin [Float, Call] = a.call(Op::Asin) => [g / ((a.lit(1.0) - a) * (a.lit(1.0) + a)).call(Op::Sqrt)];
            /// `arccos a`
            Acos(a) acos [Float, Call] = a.call(Op::Acos) => [-(g / ((a.lit(1.0) - a) * (a.lit(1.0) + a)).call(Op::Sqrt))];
            /// `arctan a`
            Atan(a) atan [Float, Call] = a.call(Op::Atan) => [g / (a * a + a.lit(1.0))];
            /// The angle of the point `(b, a)`; zero slope at the origin, as in PyTorch. The distance is squared one
            /// factor at a time, so it neither overflows nor vanishes.
            Atan2(a, b) atan2 [Float, Call] = a.call2(Op::Atan2, b) => [
                over_distance(a, b, g * b),
                over_distance(a, b, -(g * a))
            ];
            /// `sinh a`
            Sinh(a) sinh [Float, Call] = a.call(Op::Sinh) => [g * a.call(Op::Cosh)];
            /// `cosh a`
            Cosh(a) cosh [Float, Call] = a.call(Op::Cosh) => [g * a.call(Op::Sinh)];
            /// `tanh a`
            Tanh(a) tanh [Float, Call, Vmath] = a.call(Op::Tanh) => [g * (a.lit(1.0) - y * y)];
            /// `arsinh a`
            Asinh(a) asinh [Float, Call] = a.call(Op::Asinh) => [g / a.call2(Op::Hypot, a.lit(1.0))];
            /// `arcosh a`; no slope (NaN) below 1, where there is no value.
            Acosh(a) acosh [Float, Call] = a.call(Op::Acosh)
                => [g / ((a - a.lit(1.0)).call(Op::Sqrt) * (a + a.lit(1.0)).call(Op::Sqrt))];
            /// `artanh a`
            Atanh(a) atanh [Float, Call] = a.call(Op::Atanh) => [g / ((a.lit(1.0) - a) * (a.lit(1.0) + a))];
            /// `a π / 180`
            ToRadians(a) to_radians [Float, Instruction] = a.call(Op::ToRadians) => [g.call(Op::ToRadians)];
            /// `a 180 / π`
            ToDegrees(a) to_degrees [Float, Instruction] = a.call(Op::ToDegrees) => [g.call(Op::ToDegrees)];

            // Signs, choices and steps.

            /// `|a|`; zero slope at zero and at NaN, as in PyTorch.
            Abs(a) abs [Float, Instruction, Exact] = a.call(Op::Abs)
                => [R::select(a.lt(a.lit(0.0)), -g, R::select(a.lit(0.0).lt(a), g, a.lit(0.0)))];
            /// `1` or `−1` with the sign of `a`, also of a signed zero, as Rust has it; flat, as in PyTorch.
            Signum(a) signum [Float, Instruction, Exact] = a.call(Op::Signum) => [None];
            /// `|a|` with the sign of `b`. The slope is `y / a`, and zero where `a = 0`, as in PyTorch; flat in `b`.
            Copysign(a, b) copysign [Float, Instruction, Exact] = a.call2(Op::Copysign, b)
                => [R::select(a.eq(a.lit(0.0)), a.lit(0.0), g * (y / a)), None];
            /// The smaller of the two, a number rather than NaN, as Rust has it. On a tie each gets half of the
            /// adjoint, as PyTorch's `minimum`; a NaN that lost gets none, as PyTorch's `fmin`.
            Min(a, b) min [Float, Instruction, Exact] = a.call2(Op::Min, b)
                => [chosen(a, b, a.lt(b), g, a.lit(0.0)), chosen(a, b, a.lt(b), a.lit(0.0), g)];
            /// The larger of the two, a number rather than NaN, as Rust has it. On a tie each gets half of the
            /// adjoint, as PyTorch's `maximum`; a NaN that lost gets none, as PyTorch's `fmax`.
            Max(a, b) max [Float, Instruction, Exact] = a.call2(Op::Max, b)
                => [chosen(a, b, b.lt(a), g, a.lit(0.0)), chosen(a, b, b.lt(a), a.lit(0.0), g)];
            /// `min(max(a, lo), hi)`. Strictly between the bounds all of the adjoint goes to `a`, elsewhere to the bound
            /// that is the value, and to none at NaN. So on a bound `a` gets nothing, as in PyTorch with numbers as bounds.
            Clamp(a, lo, hi) clamp [Float, Composed] = clamp(a, lo, hi) => [
                R::select(lo.lt(a), R::select(a.lt(hi), g, a.lit(0.0)), a.lit(0.0)),
                R::select(a.le(lo), R::select(hi.lt(lo), a.lit(0.0), g), a.lit(0.0)),
                upper_bound(a, lo, hi, g)
            ];
            /// Rounds down; flat between its steps and on them, as in PyTorch.
            Floor(a) floor [Float, Call, Exact] = a.call(Op::Floor) => [None];
            /// Rounds up; flat between its steps and on them, as in PyTorch.
            Ceil(a) ceil [Float, Call, Exact] = a.call(Op::Ceil) => [None];
            /// Rounds to nearest, halves away from zero, as Rust has it; flat, as in PyTorch.
            Round(a) round [Float, Call, Exact] = a.call(Op::Round) => [None];
            /// Rounds to nearest, halves to even, as Rust has it and PyTorch's `round`; flat, as in PyTorch.
            RoundTiesEven(a) round_ties_even [Float, Composed] = round_ties_even(a) => [None];
            /// Rounds towards zero; flat between its steps and on them, as in PyTorch.
            Trunc(a) trunc [Float, Call, Exact] = a.call(Op::Trunc) => [None];
            /// `a − trunc a`; slope one everywhere, also at the jumps, as in PyTorch.
            Fract(a) fract [Float, Call, Exact] = a.call(Op::Fract) => [g];

            // Activations.

            // The adjoint reads the sign of `a` from `y`, so that a reverse sweep need not save `a`.
            /// `max(a, 0)`; zero slope at zero, NaN passes through, both as in PyTorch.
            Relu(a) relu [Own, Composed] = R::select(a.le(a.lit(0.0)), a.lit(0.0), a)
                => [R::select(y.le(y.lit(0.0)), y.lit(0.0), g)];
            /// `a` if positive, else `slope · a`, so the slope at zero is `slope`, as in PyTorch.
            LeakyRelu(a, slope) leaky_relu [Own, Composed] = R::select(a.lit(0.0).lt(a), a, a * slope)
                => [R::select(a.lit(0.0).lt(a), g, g * slope), R::select(a.lit(0.0).lt(a), a.lit(0.0), g * a)];
            /// `a` if positive, else `alpha (eᵃ − 1)`, so the slope at zero is `alpha`, as in PyTorch.
            Elu(a, alpha) elu [Own, Composed] = R::select(a.le(a.lit(0.0)), alpha * a.call(Op::ExpM1), a) => [
                R::select(a.le(a.lit(0.0)), (g * alpha) * a.call(Op::Exp), g),
                R::select(a.le(a.lit(0.0)), g * a.call(Op::ExpM1), a.lit(0.0))
            ];
            /// `1 / (1 + e⁻ᵃ)`; reaches 0 and 1, with zero slope, without overflow into NaN.
            Sigmoid(a) sigmoid [Own, Composed, Vmath] = a.lit(1.0) / (a.lit(1.0) + (-a).call(Op::Exp))
                => [g * ((a.lit(1.0) - y) * y)];
            /// `ln(1 + eᵃ)`, computed as `max(a, 0) + ln(1 + e^−|a|)`, without overflow and without a threshold.
            Softplus(a) softplus [Own, Composed] =
                a.call2(Op::Max, a.lit(0.0)) + (-a.call(Op::Abs)).call(Op::Exp).call(Op::Ln1p)
                => [g * a.call(Op::Sigmoid)];
            /// `a Φ(a)` with the normal distribution function `Φ`, not its approximation by `tanh`.
            Gelu(a) gelu [Own, Composed, Vmath] = a * a.call(Op::NormalCdf)
                => [g * (a.call(Op::NormalCdf) + a * normal_density(a))];
            /// `a / (1 + e⁻ᵃ)`
            Silu(a) silu [Own, Composed] = a / (a.lit(1.0) + (-a).call(Op::Exp))
                => [g * (a.call(Op::Sigmoid) + y * (a.lit(1.0) - a.call(Op::Sigmoid)))];
            /// `Φ(a) = 1/√(2π) ∫₋∞ᵃ e^(−t²/2) dt`, the normal distribution function, computed in `f64`. Small values keep all
            /// their digits, unlike those of `(1 + erf(a / √2)) / 2`.
            NormalCdf(a) normal_cdf [Own, Call, Vmath] = a.call(Op::NormalCdf) => [g * normal_density(a)];
            /// `erf a = 2/√π ∫₀ᵃ e^(−t²) dt`, computed in `f64`.
            Erf(a) erf [Own, Call, Vmath] = a.call(Op::Erf)
                => [(g * a.lit(consts::FRAC_2_SQRT_PI)) * (-(a * a)).call(Op::Exp)];
        }
    };
}
pub(crate) use with_rows;

with_rows!(operators);

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

/// A half is rounded by way of its half, which is not one: `2 round(a / 2)` is even, and next to `a`.
#[inline]
fn round_ties_even<R: Operand>(a: R) -> R {
    let is_half = a.call(Op::Fract).call(Op::Abs).eq(a.lit(0.5));
    R::select(is_half, (a * a.lit(0.5)).call(Op::Round) * a.lit(2.0), a.call(Op::Round))
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
