//! Evals of gradbench with the option `vector`, and the example of `docs/4-speed.md`, with it and without.

use burtorch::differentiable;

crate::protocol::evals::evals!(vector);

/// The example, compiled with an option or without.
macro_rules! logistic {
    ($name:ident $($option:ident)?) => {
        /// `1/n Σ ln(1 + exp(−yᵢ (w xᵢ + b)))`
        #[differentiable(wrt(w, b)$(, $option)?)]
        pub fn $name(x: &[f64], y: &[f64], w: f64, b: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += (-y[i] * (w * x[i] + b)).exp().ln_1p();
            }
            sum / x.len() as f64
        }
    };
}

logistic!(plain);
logistic!(logistic vector);
