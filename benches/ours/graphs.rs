//! The two graphs of the paper, as one would write them without a thought for derivatives.

#![allow(dead_code, reason = "only the derivatives are measured")]
#![allow(clippy::misrefactored_assign_op, reason = "the graph is written as the paper has it")]

use burtorch::{Real as _, differentiable};

/// The value, and the derivatives with respect to `a` and `b`.
pub type Gradient = (f64, (f64, f64));

/// One graph as functions, exact, `factored` and `fast`, and as expressions, exact and `factored`.
macro_rules! forms {
    (
        $(#[$doc:meta])*
        fn $exact:ident, $factored:ident, $fast:ident, $expression:ident, $factored_expression:ident
        ($a:ident, $b:ident) $body:tt
    ) => {
        $(#[$doc])*
        #[differentiable]
        pub fn $exact($a: f64, $b: f64) -> f64 $body

        #[doc = concat!("[`", stringify!($exact), "`](", stringify!($exact), "()) with factored sums.")]
        #[differentiable(factored)]
        pub fn $factored($a: f64, $b: f64) -> f64 $body

        #[doc = concat!("[`", stringify!($exact), "`](", stringify!($exact), "()), fast.")]
        #[differentiable(fast)]
        pub fn $fast($a: f64, $b: f64) -> f64 $body

        #[doc = concat!("[`", stringify!($exact), "`](", stringify!($exact), "()) as an expression.")]
        #[inline]
        pub fn $expression(a: f64, b: f64) -> Gradient {
            burtorch::graph!(|$a: f64, $b: f64| $body).value_and_grad(a, b)
        }

        #[doc = concat!("[`", stringify!($factored), "`](", stringify!($factored), "()) as an expression.")]
        #[inline]
        pub fn $factored_expression(a: f64, b: f64) -> Gradient {
            burtorch::graph!(#[differentiable(factored)] |$a: f64, $b: f64| $body).value_and_grad(a, b)
        }
    };
}

forms! {
    /// `(a + b − (a b + b³))² / 2`
    fn tiny, tiny_factored, tiny_fast, tiny_expression, tiny_factored_expression(a, b) {
        let c = a + b;
        let d = a * b + b.powi(3);
        let e = c - d;
        let f = e.powi(2);
        f / 2.0
    }
}

forms! {
    /// The graph of micrograd's README, 32 nodes.
    fn small, small_factored, small_fast, small_expression, small_factored_expression(a, b) {
        let mut c = a + b;
        let mut d = a * b + b.powi(3);
        c += c + 1.0;
        c += 1.0 + c - a;
        d += d * 2.0 + (b + a).relu();
        d += 3.0 * d + (b - a).relu();
        let e = c - d;
        let f = e.powi(2);
        let mut g = f / 2.0;
        g += 10.0 / f;
        g
    }
}
