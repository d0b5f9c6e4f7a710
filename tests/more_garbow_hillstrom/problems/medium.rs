//! Problems 13 to 20 of the paper: four to eleven unknowns.

use burtorch::differentiable;

/// `f₁ = x₁ + 10 x₂`, `f₂ = √5 (x₃ − x₄)`, `f₃ = (x₂ − 2 x₃)²`, `f₄ = √10 (x₁ − x₄)²`;
/// from (3, −1, 0, 1) to 0 at the origin, where the Hessian is singular.
#[differentiable]
pub fn powell_singular(x: &[f64; 4]) -> f64 {
    (x[0] + 10.0 * x[1]).powi(2)
        + 5.0 * (x[2] - x[3]).powi(2)
        + (x[1] - 2.0 * x[2]).powi(4)
        + 10.0 * (x[0] - x[3]).powi(4)
}

/// `f₁ = 10 (x₂ − x₁²)`, `f₂ = 1 − x₁`, `f₃ = √90 (x₄ − x₃²)`, `f₄ = 1 − x₃`,
/// `f₅ = √10 (x₂ + x₄ − 2)`, `f₆ = (x₂ − x₄) / √10`; from (−3, −1, −3, −1) to 0 at (1, 1, 1, 1).
#[differentiable]
pub fn wood(x: &[f64; 4]) -> f64 {
    let first = 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2);
    let second = 90.0 * (x[3] - x[2] * x[2]).powi(2) + (1.0 - x[2]).powi(2);
    let coupling = 10.0 * (x[1] + x[3] - 2.0).powi(2) + (x[1] - x[3]).powi(2) / 10.0;
    first + second + coupling
}

/// `fᵢ = yᵢ − x₁ (uᵢ² + uᵢ x₂) / (uᵢ² + uᵢ x₃ + x₄)`, i = 1…11;
/// from (0.25, 0.39, 0.415, 0.39) to 3.07505e−4, or to 1.02734e−3 at (∞, −14.07…, −∞, −∞).
#[differentiable]
pub fn kowalik_osborne(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..11 {
        let (y, u) = (KOWALIK_Y[i], KOWALIK_U[i]);
        let model = x[0] * (u * u + u * x[1]) / (u * u + u * x[2] + x[3]);
        sum += (y - model).powi(2);
    }
    sum
}

const KOWALIK_Y: [f64; 11] = [0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246];
const KOWALIK_U: [f64; 11] = [4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625];

/// `fᵢ = (x₁ + tᵢ x₂ − exp tᵢ)² + (x₃ + x₄ sin tᵢ − cos tᵢ)²`, `tᵢ = i / 5`, i = 1…20;
/// from (25, 5, −5, −1) to 85822.2.
#[differentiable]
pub fn brown_dennis(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..20 {
        let t = (i + 1) as f64 / 5.0;
        let line = x[0] + t * x[1] - t.exp();
        let wave = x[2] + x[3] * t.sin() - t.cos();
        let residual = line * line + wave * wave;
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = yᵢ − (x₁ + x₂ exp(−tᵢ x₄) + x₃ exp(−tᵢ x₅))`, `tᵢ = 10 (i − 1)`, i = 1…33;
/// from (0.5, 1.5, −1, 0.01, 0.02) to 5.46489e−5.
#[differentiable]
pub fn osborne_1(x: &[f64; 5]) -> f64 {
    let mut sum = 0.0;
    for i in 0..33 {
        let t = 10.0 * i as f64;
        let model = x[0] + x[1] * (-t * x[3]).exp() + x[2] * (-t * x[4]).exp();
        sum += (OSBORNE_1_Y[i] - model).powi(2);
    }
    sum
}

const OSBORNE_1_Y: [f64; 33] = [
    0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818, 0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603,
    0.580, 0.558, 0.538, 0.522, 0.506, 0.490, 0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.420, 0.414, 0.411,
    0.406,
];

/// `fᵢ = x₃ exp(−tᵢ x₁) − x₄ exp(−tᵢ x₂) + x₆ exp(−tᵢ x₅) − yᵢ`, `tᵢ = i / 10`, i = 1…13,
/// `yᵢ = exp(−tᵢ) − 5 exp(−10 tᵢ) + 3 exp(−4 tᵢ)`;
/// from (1, 2, 1, 1, 1, 1) to 0 at (1, 10, 1, 5, 4, 3), or to 5.65565e−3.
#[differentiable]
pub fn biggs_exp6(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..13 {
        let t = 0.1 * (i + 1) as f64;
        let y = (-t).exp() - 5.0 * (-10.0 * t).exp() + 3.0 * (-4.0 * t).exp();
        let mut model = x[2] * (-t * x[0]).exp();
        model -= x[3] * (-t * x[1]).exp();
        model += x[5] * (-t * x[4]).exp();
        sum += (model - y).powi(2);
    }
    sum
}

/// `fᵢ = yᵢ − (x₁ exp(−tᵢ x₅) + Σₖ xₖ exp(−(tᵢ − xₖ₊₇)² xₖ₊₄))`, k = 2…4, `tᵢ = (i − 1) / 10`,
/// i = 1…65; from (1.3, 0.65, 0.65, 0.7, 0.6, 3, 5, 7, 2, 4.5, 5.5) to 4.01377e−2.
#[differentiable]
pub fn osborne_2(x: &[f64; 11]) -> f64 {
    let mut sum = 0.0;
    for i in 0..65 {
        let t = i as f64 / 10.0;
        let mut model = x[0] * (-t * x[4]).exp();
        for k in 0..3 {
            let (height, width, centre) = (x[k + 1], x[k + 5], x[k + 8]);
            model += height * (-(t - centre).powi(2) * width).exp();
        }
        sum += (OSBORNE_2_Y[i] - model).powi(2);
    }
    sum
}

const OSBORNE_2_Y: [f64; 65] = [
    1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608, 0.655, 0.616, 0.606,
    0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661, 0.612, 0.558, 0.533, 0.495, 0.500, 0.423,
    0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428, 0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668,
    0.645, 0.632, 0.591, 0.559, 0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098,
    0.054,
];

/// With `p(t) = Σⱼ xⱼ tʲ⁻¹`: `fᵢ = p′(tᵢ) − p(tᵢ)² − 1`, `tᵢ = i / 29`, i = 1…29, `f₃₀ = x₁`,
/// `f₃₁ = x₂ − x₁² − 1`; from the origin to 2.28767e−3 for six unknowns.
#[differentiable]
pub fn watson(x: &[f64; 6]) -> f64 {
    let mut sum = x[0].powi(2) + (x[1] - x[0] * x[0] - 1.0).powi(2);
    for i in 0..29 {
        let t = (i + 1) as f64 / 29.0;
        let mut polynomial = 0.0;
        let mut derivative = 0.0;
        let mut power = 1.0;
        let mut previous = 0.0;
        for j in 0..6 {
            polynomial += x[j] * power;
            derivative += j as f64 * x[j] * previous;
            previous = power;
            power *= t;
        }
        sum += (derivative - polynomial * polynomial - 1.0).powi(2);
    }
    sum
}
