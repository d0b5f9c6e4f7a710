//! The gradient of `llsq` by hand.
//!
//! With `rᵢ = sign tᵢ − Σⱼ xⱼ tᵢʲ` the value is `½ Σᵢ rᵢ²`, and the derivative by `xⱼ` is `−Σᵢ rᵢ tᵢʲ`. The powers of a point are
//! kept between the two sums; adding them up is vector code.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

/// Adds the gradient to `dx`; returns the value.
pub fn squares(x: &[f64], n: usize, dx: &mut [f64], scratch: &mut Vec<f64>) -> f64 {
    scratch.resize(x.len(), 0.0);
    let powers = &mut scratch[..x.len()];
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
        let mut residual = f64::from(u8::from(t > 0.0)) - f64::from(u8::from(t < 0.0));
        let mut power = 1.0;
        for (coefficient, slot) in x.iter().zip(&mut *powers) {
            *slot = power;
            residual -= coefficient * power;
            power *= t;
        }
        for (dx, power) in dx.iter_mut().zip(&*powers) {
            *dx -= residual * power;
        }
        sum += residual * residual;
    }
    0.5 * sum
}
