//! Problems 1 to 12 of the paper: two or three unknowns.

use burtorch::differentiable;
use std::f64::consts::PI;

/// `f₁ = 10 (x₂ − x₁²)`, `f₂ = 1 − x₁`; from (−1.2, 1) down a curved valley to 0 at (1, 1).
#[differentiable]
pub fn rosenbrock(x: &[f64; 2]) -> f64 {
    let valley = 10.0 * (x[1] - x[0] * x[0]);
    let slope = 1.0 - x[0];
    valley * valley + slope * slope
}

/// `f₁ = −13 + x₁ + ((5 − x₂) x₂ − 2) x₂`, `f₂ = −29 + x₁ + ((x₂ + 1) x₂ − 14) x₂`;
/// from (0.5, −2) to 0 at (5, 4) or to 48.9842 at (11.41…, −0.8968…).
#[differentiable]
pub fn freudenstein_roth(x: &[f64; 2]) -> f64 {
    let f1 = -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1];
    let f2 = -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1];
    f1 * f1 + f2 * f2
}

/// `f₁ = 10⁴ x₁ x₂ − 1`, `f₂ = exp(−x₁) + exp(−x₂) − 1.0001`;
/// from (0, 1) to 0 at (1.098…e−5, 9.106…).
#[differentiable]
pub fn powell_badly_scaled(x: &[f64; 2]) -> f64 {
    let f1 = 1.0e4 * x[0] * x[1] - 1.0;
    let f2 = (-x[0]).exp() + (-x[1]).exp() - 1.0001;
    f1 * f1 + f2 * f2
}

/// `f₁ = x₁ − 10⁶`, `f₂ = x₂ − 2·10⁻⁶`, `f₃ = x₁ x₂ − 2`; from (1, 1) to 0 at (10⁶, 2·10⁻⁶).
#[differentiable]
pub fn brown_badly_scaled(x: &[f64; 2]) -> f64 {
    let f1 = x[0] - 1.0e6;
    let f2 = x[1] - 2.0e-6;
    let f3 = x[0] * x[1] - 2.0;
    f1 * f1 + f2 * f2 + f3 * f3
}

/// `fᵢ = yᵢ − x₁ (1 − x₂ⁱ)`, i = 1…3; from (1, 1) to 0 at (3, 0.5).
#[differentiable]
pub fn beale(x: &[f64; 2]) -> f64 {
    let mut sum = 0.0;
    let mut power = 1.0;
    for i in 0..3 {
        power *= x[1];
        let residual = BEALE_Y[i] - x[0] * (1.0 - power);
        sum += residual * residual;
    }
    sum
}

const BEALE_Y: [f64; 3] = [1.5, 2.25, 2.625];

/// `fᵢ = 2 + 2i − (exp(i x₁) + exp(i x₂))`, i = 1…10;
/// from (0.3, 0.4) to 124.362 at x₁ = x₂ = 0.2578….
#[differentiable]
pub fn jennrich_sampson(x: &[f64; 2]) -> f64 {
    let mut sum = 0.0;
    for i in 0..10 {
        let k = (i + 1) as f64;
        let residual = 2.0 + 2.0 * k - ((k * x[0]).exp() + (k * x[1]).exp());
        sum += residual.powi(2);
    }
    sum
}

/// `f₁ = 10 (x₃ − 10 θ(x₁, x₂))`, `f₂ = 10 (√(x₁² + x₂²) − 1)`, `f₃ = x₃`;
/// from (−1, 0, 0) to 0 at (1, 0, 0).
#[differentiable]
pub fn helical_valley(x: &[f64; 3]) -> f64 {
    let f1 = 10.0 * (x[2] - 10.0 * turns(x[0], x[1]));
    let f2 = 10.0 * ((x[0] * x[0] + x[1] * x[1]).sqrt() - 1.0);
    let f3 = x[2];
    f1 * f1 + f2 * f2 + f3 * f3
}

/// The paper's `θ`: the angle of `(x, y)` in turns, with its cut along the negative y axis.
#[differentiable]
pub fn turns(x: f64, y: f64) -> f64 {
    let angle = (y / x).atan() / (2.0 * PI);
    if x > 0.0 {
        return angle;
    }
    angle + 0.5
}

/// `fᵢ = yᵢ − (x₁ + uᵢ / (vᵢ x₂ + wᵢ x₃))`, `uᵢ = i`, `vᵢ = 16 − i`, `wᵢ = min(uᵢ, vᵢ)`, i = 1…15;
/// from (1, 1, 1) to 8.21487e−3, or to 17.4286 at (0.8406…, −∞, −∞).
#[differentiable]
pub fn bard(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..15 {
        let u = (i + 1) as f64;
        let v = 16.0 - u;
        let w = u.min(v);
        let residual = BARD_Y[i] - (x[0] + u / (v * x[1] + w * x[2]));
        sum += residual * residual;
    }
    sum
}

const BARD_Y: [f64; 15] = [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39];

/// `fᵢ = x₁ exp(−x₂ (tᵢ − x₃)² / 2) − yᵢ`, `tᵢ = (8 − i) / 2`, i = 1…15;
/// from (0.4, 1, 0) to 1.12793e−8.
#[differentiable]
pub fn gaussian(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..15 {
        let t = (7.0 - i as f64) / 2.0;
        let residual = x[0] * (-x[1] * (t - x[2]).powi(2) / 2.0).exp() - GAUSSIAN_Y[i];
        sum += residual * residual;
    }
    sum
}

const GAUSSIAN_Y: [f64; 15] = [
    0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989, 0.3521, 0.2420, 0.1295, 0.0540, 0.0175, 0.0044,
    0.0009,
];

/// `fᵢ = x₁ exp(x₂ / (tᵢ + x₃)) − yᵢ`, `tᵢ = 45 + 5i`, i = 1…16;
/// from (0.02, 4000, 250) to 87.9458.
#[differentiable]
pub fn meyer(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..16 {
        let t = 45.0 + 5.0 * (i + 1) as f64;
        let residual = x[0] * (x[1] / (t + x[2])).exp() - MEYER_Y[i];
        sum += residual * residual;
    }
    sum
}

const MEYER_Y: [f64; 16] = [
    34780.0, 28610.0, 23650.0, 19630.0, 16370.0, 13720.0, 11540.0, 9744.0, 8261.0, 7030.0, 6005.0, 5147.0, 4427.0,
    3820.0, 3307.0, 2872.0,
];

/// `fᵢ = exp(−|yᵢ − x₂|^x₃ / x₁) − tᵢ`, `tᵢ = i / 100`, `yᵢ = 25 + (−50 ln tᵢ)^⅔`, i = 1…99;
/// from (5, 2.5, 0.15) to 0 at (50, 25, 1.5).
///
/// The paper prints `yᵢ m i x₂` for `yᵢ − x₂`, a misprint: only the latter has that minimum.
#[differentiable]
pub fn gulf(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..99 {
        let t = (i + 1) as f64 / 100.0;
        let y = 25.0 + (-50.0 * t.ln()).powf(2.0 / 3.0);
        let residual = (-(y - x[1]).abs().powf(x[2]) / x[0]).exp() - t;
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = exp(−tᵢ x₁) − exp(−tᵢ x₂) − x₃ (exp(−tᵢ) − exp(−10 tᵢ))`, `tᵢ = i / 10`, i = 1…10;
/// from (0, 10, 20) to 0 at (1, 10, 1), at (10, 1, −1) and wherever x₁ = x₂ and x₃ = 0.
#[differentiable]
pub fn box_three_dimensional(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..10 {
        let t = 0.1 * (i + 1) as f64;
        let weight = (-t).exp() - (-10.0 * t).exp();
        let residual = (-t * x[0]).exp() - (-t * x[1]).exp() - x[2] * weight;
        sum += residual * residual;
    }
    sum
}
