//! Every method of the table, and `burtorch::math` as functions and methods.

use crate::check::{scalar, several};
use burtorch::{Real, Reduce, differentiable, math};

/// One function per row, named after it, and one test of all of them.
macro_rules! rows {
    ($test:ident($x:ident, $y:ident) at $points:tt; $($name:ident($($arg:tt),*);)*) => {
        mod $test {
            #[allow(unused_imports, reason = "not every row needs it")]
            use burtorch::Real;

            $(
                #[burtorch::differentiable]
                pub fn $name($x: f64, $y: f64) -> f64 {
                    let z = ($x * $y).$name($($arg),*);
                    z * $x + $y
                }
            )*
        }

        #[test]
        fn $test() {
            $(rows!(@ $test::$name $points);)*
        }
    };
    (@ $module:ident::$name:ident [$($points:tt)*]) => {
        scalar!(|x| $module::$name(x[0], x[1]); at $($points)*);
    };
}

rows! { rows_of_one_argument(x, y) at [[0.7, 0.9], [-0.4, 1.1]];
    exp(); exp2(); exp_m1(); sin(); cos(); tan(); asin(); acos(); atan(); sinh(); cosh(); tanh(); asinh(); atanh();
    abs(); signum(); floor(); ceil(); round(); round_ties_even(); trunc(); fract(); to_radians(); to_degrees(); recip(); cbrt();
    sqr(); pow3(); relu(); sigmoid(); softplus(); gelu(); silu(); ln_1p();
}

rows! { rows_of_a_positive_argument(x, y) at [[0.7, 0.9], [1.4, 1.1]];
    sqrt(); inv_sqrt(); ln(); neg_ln(); log2(); log10();
}

rows! { rows_of_an_argument_above_one(x, y) at [[1.7, 0.9], [1.4, 1.1]];
    acosh();
}

rows! { rows_of_two_arguments(x, y) at [[0.7, 0.9], [1.4, 1.1], [1.2, 0.3]];
    min(y); max(y); hypot(y); atan2(y); powf(y); copysign(y); rem_euclid(y); log(y); mean2(y); neg_mean2(y);
    add_squares(y); mean_squares2(y); leaky_relu(0.1); elu(1.5);
}

mod negative {
    use burtorch::Real;

    #[burtorch::differentiable]
    pub fn leaky_relu(x: f64, slope: f64) -> f64 {
        x.leaky_relu(slope) * x
    }

    #[burtorch::differentiable]
    pub fn elu(x: f64, alpha: f64) -> f64 {
        x.elu(alpha) * x
    }

    #[burtorch::differentiable]
    pub fn remainder(x: f64, y: f64) -> f64 {
        x % y + x.rem_euclid(y) * x
    }
}

#[differentiable]
fn three_arguments(x: f64, lo: f64, hi: f64) -> f64 {
    x.clamp(lo, hi) * x + x.mul_add(lo, hi)
}

#[differentiable]
fn error_function(x: f64) -> f64 {
    math::erf(x) * x + math::erf(x * x)
}

#[differentiable]
fn as_functions(x: f64, y: f64) -> f64 {
    math::relu(x) + math::sigmoid(x) * burtorch::math::tanh(y) + math::hypot(x, y) - math::gelu(x * y)
        + math::clamp(x, 0.1, 0.9)
        + math::max(x, y)
        + math::mean2(x, y)
}

#[differentiable]
fn reductions<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 {
    math::mean(x) * math::dot(x, y) + math::variance(x) - math::sum_of_squares(y) * math::dot_bias(x, y, x[0])
        + math::sum(x) * math::product(y)
        + math::difference(x)
        + math::neg_mean(y)
        + math::mean_of_squares(x) * math::variance_biased(y)
}

#[differentiable]
fn reductions_as_methods(x: &[f64; 3], y: &[f64; 3]) -> f64 {
    x.mean() * x.dot(y) + x.variance() - y.sum_of_squares() * x.dot_bias(y, x[0])
        + y.neg_mean()
        + x.mean_of_squares() * y.variance_biased()
}

#[differentiable]
fn reductions_of_locals(x: f64, y: f64) -> f64 {
    let a = [x, y, x * y];
    let b = [y, 2.0, x];
    a.mean() * math::dot(&a, &b) + [x, y].variance() + math::mean(&[x * x, y])
}

#[differentiable]
fn two_results(x: &[f64; 3]) -> (f64, f64) {
    let (mean, square): (f64, f64) = math::mean_and_mean_of_squares(x);
    (mean * square, square - mean * mean)
}

#[differentiable]
fn real_methods(x: f64) -> f64 {
    (x.relu() + x.sqr()).sigmoid() * x.softplus() * x.silu()
}

#[test]
fn rows_of_more_arguments() {
    scalar!(|x| three_arguments(x[0], x[1], x[2]); at [0.5, 0.1, 0.9], [-0.5, 0.1, 0.9], [1.5, 0.1, 0.9]);
    scalar!(|x| negative::leaky_relu(x[0], x[1]); at [-0.5, 0.1], [0.5, 0.1]);
    scalar!(|x| negative::elu(x[0], x[1]); at [-0.5, 0.1], [0.5, 0.1]);
    scalar!(|x| negative::remainder(x[0], x[1]); at [-2.5, 0.7], [2.5, 0.7], [-2.5, -0.7], [2.5, -0.7]);
}

#[test]
fn the_library() {
    scalar!(|x| error_function(x[0]); at [0.7], [-0.4]);
    scalar!(|x| as_functions(x[0], x[1]); at [0.7, 1.2], [0.4, -0.3]);
    scalar!(|x| real_methods(x[0]); at [0.7], [-0.4]);
    scalar!(|x| reductions(&[x[0], x[1], x[2]], &[x[3], x[4], x[5]]); no hessian; at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1]);
    scalar!(|x| reductions_as_methods(&[x[0], x[1], x[2]], &[x[3], x[4], x[5]]); at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1]);
    scalar!(|x| reductions_of_locals(x[0], x[1]); at [0.7, 1.2], [0.4, -0.3]);
    several!(|x, y| two_results(&[x[0], x[1], x[2]]) -> (y[0], y[1]); at [0.7, 1.2, -0.3]);
}
