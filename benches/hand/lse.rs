//! The gradient of `lse` by hand.
//!
//! The derivative of `ln Σ exp xᵢ` is `exp xᵢ / Σ exp x`: the exponentials are kept, and one division serves for all.

/// Adds the gradient to `dx`; returns the value.
pub fn log_sum_exp(x: &[f64], dx: &mut [f64], scratch: &mut Vec<f64>) -> f64 {
    scratch.resize(x.len(), 0.0);
    let exponentials = &mut scratch[..x.len()];
    let mut max = x[0];
    for &x in x {
        if x > max {
            max = x;
        }
    }
    let mut sum = 0.0;
    for (x, slot) in x.iter().zip(&mut *exponentials) {
        *slot = (x - max).exp();
        sum += *slot;
    }
    let scale = 1.0 / sum;
    for (dx, exponential) in dx.iter_mut().zip(exponentials) {
        *dx += scale * *exponential;
    }
    sum.ln() + max
}
