//! The functions, as one would write them without a thought for derivatives.
//!
//! Those of any dimension are written for four unknowns.

use burtorch::differentiable;
use std::f64::consts::{E, LN_10, PI};

/// `−20 exp(−0.2 √(Σ xᵢ² / n)) − exp(Σ cos(2π xᵢ) / n) + 20 + e`
#[differentiable]
pub fn ackley(x: &[f64; 4]) -> f64 {
    let mut squares = 0.0;
    let mut cosines = 0.0;
    for i in 0..4 {
        squares += x[i] * x[i];
        cosines += (2.0 * PI * x[i]).cos();
    }
    let hill = -20.0 * (-0.2 * (squares / 4.0).sqrt()).exp();
    let ripples = -(cosines / 4.0).exp();
    hill + ripples + 20.0 + E
}

/// `(1.5 − x₁ + x₁ x₂)² + (2.25 − x₁ + x₁ x₂²)² + (2.625 − x₁ + x₁ x₂³)²`
#[differentiable]
pub fn beale(x: &[f64; 2]) -> f64 {
    let mut sum = 0.0;
    let mut power = 1.0;
    for i in 0..3 {
        power *= x[1];
        sum += (BEALE_Y[i] - x[0] + x[0] * power).powi(2);
    }
    sum
}

const BEALE_Y: [f64; 3] = [1.5, 2.25, 2.625];

/// `(x₁ + 2 x₂ − 7)² + (2 x₁ + x₂ − 5)²`
#[differentiable]
pub fn booth(x: &[f64; 2]) -> f64 {
    (x[0] + 2.0 * x[1] - 7.0).powi(2) + (2.0 * x[0] + x[1] - 5.0).powi(2)
}

/// `100 √|x₂ − x₁² / 100| + |x₁ + 10| / 100`
#[differentiable]
pub fn bukin_n6(x: &[f64; 2]) -> f64 {
    let ridge = (x[1] - 0.01 * x[0] * x[0]).abs().sqrt();
    100.0 * ridge + 0.01 * (x[0] + 10.0).abs()
}

/// `−10⁻⁴ (|sin x₁ sin x₂ exp |100 − ‖x‖ / π|| + 1)^0.1`
#[differentiable]
pub fn cross_in_tray(x: &[f64; 2]) -> f64 {
    let radius = (x[0] * x[0] + x[1] * x[1]).sqrt();
    let envelope = (100.0 - radius / PI).abs().exp();
    let cross = (x[0].sin() * x[1].sin() * envelope).abs();
    -0.0001 * (cross + 1.0).powf(0.1)
}

/// `−cos x₁ cos x₂ exp(−(x₁ − π)² − (x₂ − π)²)`
#[differentiable]
pub fn easom(x: &[f64; 2]) -> f64 {
    let distance = (x[0] - PI).powi(2) + (x[1] - PI).powi(2);
    -x[0].cos() * x[1].cos() * (-distance).exp()
}

/// `−(x₂ + 47) sin √|x₂ + x₁/2 + 47| − x₁ sin √|x₁ − x₂ − 47|`
#[differentiable]
pub fn eggholder(x: &[f64; 2]) -> f64 {
    let shifted = x[1] + 47.0;
    let first = (shifted + x[0] / 2.0).abs().sqrt().sin();
    let second = (x[0] - shifted).abs().sqrt().sin();
    -shifted * first - x[0] * second
}

/// `(1 + (x₁ + x₂ + 1)² (19 − 14x₁ + 3x₁² − 14x₂ + 6x₁x₂ + 3x₂²))
/// (30 + (2x₁ − 3x₂)² (18 − 32x₁ + 12x₁² + 48x₂ − 36x₁x₂ + 27x₂²))`
#[differentiable]
pub fn goldsteinprice(x: &[f64; 2]) -> f64 {
    let (a, b) = (x[0], x[1]);
    let (aa, ab, bb) = (a * a, a * b, b * b);
    let left = 19.0 - 14.0 * a + 3.0 * aa - 14.0 * b + 6.0 * ab + 3.0 * bb;
    let right = 18.0 - 32.0 * a + 12.0 * aa + 48.0 * b - 36.0 * ab + 27.0 * bb;
    (1.0 + (a + b + 1.0).powi(2) * left) * (30.0 + (2.0 * a - 3.0 * b).powi(2) * right)
}

/// `(x₁² + x₂ − 11)² + (x₁ + x₂² − 7)²`
#[differentiable]
pub fn himmelblau(x: &[f64; 2]) -> f64 {
    (x[0] * x[0] + x[1] - 11.0).powi(2) + (x[0] + x[1] * x[1] - 7.0).powi(2)
}

/// `−|sin x₁ cos x₂ exp |1 − ‖x‖ / π||`
#[differentiable]
pub fn holder_table(x: &[f64; 2]) -> f64 {
    let radius = (x[0] * x[0] + x[1] * x[1]).sqrt();
    -(x[0].sin() * x[1].cos() * (1.0 - radius / PI).abs().exp()).abs()
}

/// With `wᵢ = 1 + (xᵢ − 1) / 4`: `sin²(π w₁) + Σᵢ (wᵢ − 1)² (1 + 10 sin²(π wᵢ + 1)) +
/// (wₙ − 1)² (1 + sin²(2π wₙ))`, the sum over 1 < i < n.
///
/// The literature sums from i = 1; argmin's code, which is what we compare with, from i = 2.
#[differentiable]
pub fn levy(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        let offset = (x[i] - 1.0) / 4.0;
        let angle = PI * (1.0 + offset);
        sum += match i {
            0 => angle.sin().powi(2),
            3 => offset.powi(2) * (1.0 + (2.0 * angle).sin().powi(2)),
            _ => offset.powi(2) * (1.0 + 10.0 * (angle + 1.0).sin().powi(2)),
        };
    }
    sum
}

/// `sin²(3π x₁) + (x₁ − 1)² (1 + sin²(3π x₂)) + (x₂ − 1)² (1 + sin²(2π x₂))`
#[differentiable]
pub fn levy_n13(x: &[f64; 2]) -> f64 {
    let first = (3.0 * PI * x[0]).sin().powi(2);
    let second = (x[0] - 1.0).powi(2) * (1.0 + (3.0 * PI * x[1]).sin().powi(2));
    let third = (x[1] - 1.0).powi(2) * (1.0 + (2.0 * PI * x[1]).sin().powi(2));
    first + second + third
}

/// `0.26 (x₁² + x₂²) − 0.48 x₁ x₂`
#[differentiable]
pub fn matyas(x: &[f64; 2]) -> f64 {
    0.26 * (x[0] * x[0] + x[1] * x[1]) - 0.48 * x[0] * x[1]
}

/// `sin(x₁ + x₂) + (x₁ − x₂)² − 1.5 x₁ + 2.5 x₂ + 1`
#[differentiable]
pub fn mccormick(x: &[f64; 2]) -> f64 {
    (x[0] + x[1]).sin() + (x[0] - x[1]).powi(2) - 1.5 * x[0] + 2.5 * x[1] + 1.0
}

/// `(log₁₀ g(4 x₁ − 2, 4 x₂ − 2) − 8.693) / 2.427` with the Goldstein–Price function `g`
///
/// The literature takes the natural logarithm; argmin's code, which is what we compare with, the
/// common one.
#[differentiable]
pub fn picheny(x: &[f64; 2]) -> f64 {
    let stretched = [4.0 * x[0] - 2.0, 4.0 * x[1] - 2.0];
    (goldsteinprice(&stretched).ln() / LN_10 - 8.693) / 2.427
}

/// `10 n + Σ (xᵢ² − 10 cos(2π xᵢ))`
#[differentiable]
pub fn rastrigin(x: &[f64; 4]) -> f64 {
    let mut sum = 40.0;
    for i in 0..4 {
        sum += x[i].powi(2) - 10.0 * (2.0 * PI * x[i]).cos();
    }
    sum
}

/// `Σ (1 − xᵢ)² + 100 (xᵢ₊₁ − xᵢ²)²`
#[differentiable]
pub fn rosenbrock(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += (1.0 - x[i]).powi(2) + 100.0 * (x[i + 1] - x[i] * x[i]).powi(2);
    }
    sum
}

/// `0.5 + (sin²(x₁² − x₂²) − 0.5) / (1 + 0.001 (x₁² + x₂²))²`
#[differentiable]
pub fn schaffer_n2(x: &[f64; 2]) -> f64 {
    let (a, b) = (x[0] * x[0], x[1] * x[1]);
    0.5 + ((a - b).sin().powi(2) - 0.5) / (1.0 + 0.001 * (a + b)).powi(2)
}

/// `0.5 + (cos²(sin |x₁² − x₂²|) − 0.5) / (1 + 0.001 (x₁² + x₂²))²`
#[differentiable]
pub fn schaffer_n4(x: &[f64; 2]) -> f64 {
    let (a, b) = (x[0] * x[0], x[1] * x[1]);
    0.5 + ((a - b).abs().sin().cos().powi(2) - 0.5) / (1.0 + 0.001 * (a + b)).powi(2)
}

/// `Σ xᵢ²`
#[differentiable]
pub fn sphere(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        sum += x[i] * x[i];
    }
    sum
}

/// `½ Σ (xᵢ⁴ − 16 xᵢ² + 5 xᵢ)`
#[differentiable]
pub fn styblinski_tang(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        sum += x[i].powi(4) - 16.0 * x[i].powi(2) + 5.0 * x[i];
    }
    0.5 * sum
}

/// `2 x₁² − 1.05 x₁⁴ + x₁⁶ / 6 + x₁ x₂ + x₂²`
#[differentiable]
pub fn threehumpcamel(x: &[f64; 2]) -> f64 {
    2.0 * x[0].powi(2) - 1.05 * x[0].powi(4) + x[0].powi(6) / 6.0 + x[0] * x[1] + x[1].powi(2)
}

/// `0`, whatever `x`
#[differentiable]
pub fn zero(_x: &[f64; 4]) -> f64 {
    0.0
}
