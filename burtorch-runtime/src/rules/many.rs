//! The rows over slices of any length.
//!
//! An argument of these operators is a slice: [`Many::Mean`] has one, [`Many::Dot`] two, and the bias of
//! [`Many::DotBias`] is a slice of length one. Everything is said by scalar operators, from left to right,
//! so a row runs on whatever a scalar row runs on, and on [`Dual`](crate::Dual) it gives the tangent.
//!
//! The paper's pair of the mean and the mean of squares is two rows on one slice; its adjoint is the sum
//! of theirs ([`math::mean_and_mean_of_squares`](crate::math::mean_and_mean_of_squares())).

use super::Operand;

/// Declares the operators and, from the same rows, their values and adjoints.
macro_rules! many {
    ($y:ident $g:ident $($(#[$doc:meta])* $many:ident($($arg:ident),+) $name:literal [$empty:expr] = $value:expr => |$($out:ident),+| $adjoint:expr;)*) => {
        /// A differentiable operator on slices of numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Many {
            $($(#[$doc])* $many,)*
        }

        impl Many {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [Many] = &[$(Many::$many),*];

            /// The name of the operator as a function: `mean` in `mean(&x)`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Many::$many => $name,)* }
            }

            /// How many slices it takes.
            #[must_use]
            pub const fn arity(self) -> usize {
                match self { $(Many::$many => [$(stringify!($arg)),+].len(),)* }
            }

            /// The value over no numbers at all: zero for a sum, one for a product, NaN for a mean.
            #[must_use]
            pub const fn empty(self) -> f64 {
                match self { $(Many::$many => $empty,)* }
            }
        }

        /// The value of `many` at the slices `args`.
        ///
        /// # Panics
        /// If `args.len()` is not the operator's arity, if slices that go together differ in length, or if
        /// all are empty: an operand makes constants out of operands, so take [`Many::empty`] then.
        #[inline]
        #[must_use]
        pub fn value<R: Operand>(many: Many, args: &[&[R]]) -> R {
            match (many, args) {
                $((Many::$many, &[$($arg),+]) => $value,)*
                _ => panic!("{many:?} takes {} slices", many.arity()),
            }
        }

        /// Writes the adjoint of every number in `args` to its place in `out`, given the value `y` and the
        /// adjoint `g` of that value. What `out` held before is overwritten, not added to.
        ///
        /// # Panics
        /// If `args.len()` or `out.len()` is not the operator's arity, or if their slices differ in length.
        #[inline]
        #[allow(unused_variables, reason = "most rows need only some of their arguments")]
        pub fn adjoint<R: Operand>(many: Many, args: &[&[R]], $y: R, $g: R, out: &mut [&mut [R]]) {
            for (arg, out) in args.iter().zip(out.iter()) {
                assert_eq!(arg.len(), out.len(), "an adjoint is as long as its argument");
            }
            match (many, args, out) {
                $((Many::$many, &[$($arg),+], [$($out),+]) => $adjoint,)*
                _ => panic!("{many:?} takes {} slices", many.arity()),
            }
        }
    };
}

many! { y g
    /// `x₁ + x₂ + … + xₙ`
    Sum(xs) "sum" [0.0] = sum(xs.iter().copied()) => |dx| dx.fill(g);
    /// `x₁ − x₂ − … − xₙ`
    Difference(xs) "difference" [0.0] = reduce(xs.iter().copied(), |y, x| y - x)
        => |dx| each(xs, dx, |i, _| if i == 0 { g } else { -g });
    /// `x₁ · x₂ · … · xₙ`. The adjoints come from products of what is before and after a factor, so zeros
    /// among the factors do no harm.
    Product(xs) "product" [1.0] = reduce(xs.iter().copied(), |y, x| y * x) => |dx| others(xs, g, dx);
    /// `(x₁ + … + xₙ) / n`
    Mean(xs) "mean" [f64::NAN] = mean(xs) => |dx| dx.fill(g / count(g, xs));
    /// `−(x₁ + … + xₙ) / n`
    NegMean(xs) "neg_mean" [f64::NAN] = -mean(xs) => |dx| dx.fill(-(g / count(g, xs)));
    /// `x₁² + … + xₙ²`
    SumOfSquares(xs) "sum_of_squares" [0.0] = sum(xs.iter().map(|&x| x * x))
        => |dx| { let scale = g * g.lit(2.0); each(xs, dx, |_, x| scale * x) };
    /// `(x₁² + … + xₙ²) / n`
    MeanOfSquares(xs) "mean_of_squares" [f64::NAN] = sum(xs.iter().map(|&x| x * x)) / count(xs[0], xs)
        => |dx| { let scale = g * g.lit(2.0) / count(g, xs); each(xs, dx, |_, x| scale * x) };
    /// `Σ (xᵢ − x̄)² / (n − 1)`: the unbiased variance, NaN for one number, as in PyTorch. The mean is
    /// taken first, so nothing cancels when it is large.
    Variance(xs) "variance" [f64::NAN] = deviations(xs) / (count(xs[0], xs) - xs[0].lit(1.0))
        => |dx| from_mean(xs, g * g.lit(2.0) / (count(g, xs) - g.lit(1.0)), dx);
    /// `Σ (xᵢ − x̄)² / n`: the biased variance, computed as the unbiased one is.
    VarianceBiased(xs) "variance_biased" [f64::NAN] = deviations(xs) / count(xs[0], xs)
        => |dx| from_mean(xs, g * g.lit(2.0) / count(g, xs), dx);
    /// `x₁ w₁ + … + xₙ wₙ`
    Dot(xs, ws) "dot" [0.0] = sum(products(xs, ws))
        => |dx, dw| { each(ws, dx, |_, w| g * w); each(xs, dw, |_, x| g * x) };
    /// `x₁ w₁ + … + xₙ wₙ + b`; the bias `b` is added first.
    DotBias(xs, ws, bias) "dot_bias" [0.0] = products(xs, ws).fold(bias[0], |y, x| y + x)
        => |dx, dw, db| { each(ws, dx, |_, w| g * w); each(xs, dw, |_, x| g * x); db.fill(g) };
}

/// The number of items of `xs`, in the place of `like`.
#[inline]
#[allow(clippy::cast_precision_loss, reason = "no slice has 2^53 items")]
fn count<R: Operand>(like: R, xs: &[R]) -> R {
    like.lit(xs.len() as f64)
}

/// `x₁ ∘ x₂ ∘ … ∘ xₙ`, from the left.
#[inline]
fn reduce<R: Operand>(xs: impl Iterator<Item = R>, f: impl Fn(R, R) -> R) -> R {
    xs.reduce(f).expect("at least one number")
}

#[inline]
fn sum<R: Operand>(xs: impl Iterator<Item = R>) -> R {
    reduce(xs, |y, x| y + x)
}

#[inline]
fn mean<R: Operand>(xs: &[R]) -> R {
    sum(xs.iter().copied()) / count(xs[0], xs)
}

/// `Σ (xᵢ − x̄)²`
#[inline]
fn deviations<R: Operand>(xs: &[R]) -> R {
    let mean = mean(xs);
    sum(xs.iter().map(|&x| (x - mean) * (x - mean)))
}

/// `xᵢ wᵢ`
#[inline]
fn products<R: Operand>(xs: &[R], ws: &[R]) -> impl Iterator<Item = R> {
    assert_eq!(xs.len(), ws.len(), "both factors of a dot product are equally long");
    xs.iter().zip(ws).map(|(&x, &w)| x * w)
}

/// `outᵢ = f(i, xᵢ)`
#[inline]
fn each<R: Operand>(xs: &[R], out: &mut [R], f: impl Fn(usize, R) -> R) {
    for (i, (&x, out)) in xs.iter().zip(out).enumerate() {
        *out = f(i, x);
    }
}

/// `outᵢ = scale · (xᵢ − x̄)`
#[inline]
fn from_mean<R: Operand>(xs: &[R], scale: R, out: &mut [R]) {
    if !xs.is_empty() {
        let mean = mean(xs);
        each(xs, out, |_, x| scale * (x - mean));
    }
}

/// `outᵢ = g · Π xⱼ`, `j ≠ i`: once forward for what is before a factor, once backward for what is after.
#[inline]
fn others<R: Operand>(xs: &[R], g: R, out: &mut [R]) {
    let mut before = g;
    for (&x, out) in xs.iter().zip(out.iter_mut()) {
        *out = before;
        before = before * x;
    }
    let mut after: Option<R> = None;
    for (&x, out) in xs.iter().zip(out).rev() {
        if let Some(after) = after {
            *out = *out * after;
        }
        after = Some(after.map_or(x, |after| after * x));
    }
}
