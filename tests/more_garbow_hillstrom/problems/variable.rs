//! Problems 21 to 35 of the paper: any number of unknowns, here fixed for each.

use burtorch::differentiable;

/// Five Rosenbrock valleys side by side: `f₂ᵢ₋₁ = 10 (x₂ᵢ − x₂ᵢ₋₁²)`, `f₂ᵢ = 1 − x₂ᵢ₋₁`;
/// from (−1.2, 1, …) to 0 at (1, …, 1).
#[differentiable]
pub fn extended_rosenbrock(x: &[f64; 10]) -> f64 {
    let mut sum = 0.0;
    for i in 0..5 {
        let valley = 10.0 * (x[2 * i + 1] - x[2 * i].powi(2));
        let slope = 1.0 - x[2 * i];
        sum += valley * valley + slope * slope;
    }
    sum
}

/// Three Powell singular functions side by side; from (3, −1, 0, 1, …) to 0 at the origin.
#[differentiable]
pub fn extended_powell_singular(x: &[f64; 12]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let k = 4 * i;
        sum += (x[k] + 10.0 * x[k + 1]).powi(2) + 5.0 * (x[k + 2] - x[k + 3]).powi(2);
        sum += (x[k + 1] - 2.0 * x[k + 2]).powi(4) + 10.0 * (x[k] - x[k + 3]).powi(4);
    }
    sum
}

/// The weight `a` in both penalty functions.
const PENALTY: f64 = 1.0e-5;
const TENTH: f64 = 0.1;

/// `fᵢ = √a (xᵢ − 1)`, `fₙ₊₁ = Σⱼ xⱼ² − ¼`, a = 10⁻⁵;
/// from (1, 2, …, n) to 7.08765e−5 for n = 10.
#[differentiable]
pub fn penalty_1(x: &[f64; 10]) -> f64 {
    let mut sum = 0.0;
    let mut squares = 0.0;
    for i in 0..10 {
        sum += PENALTY * (x[i] - 1.0).powi(2);
        squares += x[i] * x[i];
    }
    sum + (squares - 0.25).powi(2)
}

/// `f₁ = x₁ − 0.2`; `fᵢ = √a (exp(xᵢ / 10) + exp(xᵢ₋₁ / 10) − yᵢ)`, i = 2…n, with
/// `yᵢ = exp(i / 10) + exp((i − 1) / 10)`; `fₙ₊ᵢ₋₁ = √a (exp(xᵢ / 10) − exp(−1/10))`, i = 2…n;
/// `f₂ₙ = Σⱼ (n − j + 1) xⱼ² − 1`; a = 10⁻⁵; from (½, …, ½) to 9.37629e−6 for n = 4.
#[differentiable]
pub fn penalty_2(x: &[f64; 4]) -> f64 {
    let mut sum = (x[0] - 0.2).powi(2);
    for i in 0..3 {
        let y = ((i + 2) as f64 / 10.0).exp() + ((i + 1) as f64 / 10.0).exp();
        let here = (x[i + 1] / 10.0).exp();
        let before = (x[i] / 10.0).exp();
        sum += PENALTY * (here + before - y).powi(2);
        sum += PENALTY * (here - (-TENTH).exp()).powi(2);
    }
    let mut weighted = -1.0;
    for j in 0..4 {
        weighted += (4 - j) as f64 * x[j] * x[j];
    }
    sum + weighted * weighted
}

/// `fᵢ = xᵢ − 1`, `fₙ₊₁ = Σⱼ j (xⱼ − 1)`, `fₙ₊₂ = fₙ₊₁²`; from 1 − j / n to 0 at (1, …, 1).
#[differentiable]
pub fn variably_dimensioned(x: &[f64; 10]) -> f64 {
    let mut sum = 0.0;
    let mut weighted = 0.0;
    for i in 0..10 {
        let residual = x[i] - 1.0;
        sum += residual * residual;
        weighted += (i + 1) as f64 * residual;
    }
    sum + weighted.powi(2) + weighted.powi(4)
}

/// `fᵢ = n − Σⱼ cos xⱼ + i (1 − cos xᵢ) − sin xᵢ`; from (1/n, …, 1/n) to 0.
/// Here n = 5; for many other n this start leads to a nearby local minimum above zero.
#[differentiable]
pub fn trigonometric(x: &[f64; 5]) -> f64 {
    let mut defect = 5.0;
    for j in 0..5 {
        defect -= x[j].cos();
    }
    let mut sum = 0.0;
    for i in 0..5 {
        let residual = defect + (i + 1) as f64 * (1.0 - x[i].cos()) - x[i].sin();
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = xᵢ + Σⱼ xⱼ − (n + 1)`, i = 1…n−1, `fₙ = Πⱼ xⱼ − 1`;
/// from (½, …, ½) to 0 at (α, …, α, α¹⁻ⁿ), or to 1 at (0, …, 0, n + 1).
#[differentiable]
pub fn brown_almost_linear(x: &[f64; 10]) -> f64 {
    let mut total = -11.0;
    let mut product = 1.0;
    for j in 0..10 {
        total += x[j];
        product *= x[j];
    }
    let mut sum = (product - 1.0).powi(2);
    for i in 0..9 {
        sum += (x[i] + total).powi(2);
    }
    sum
}

/// `fᵢ = 2 xᵢ − xᵢ₋₁ − xᵢ₊₁ + h² (xᵢ + tᵢ + 1)³ / 2`, `h = 1 / (n + 1)`, `tᵢ = i h`,
/// `x₀ = xₙ₊₁ = 0`; from `tⱼ (tⱼ − 1)` to 0.
#[differentiable]
pub fn discrete_boundary_value(x: &[f64; 10]) -> f64 {
    let h = 1.0 / 11.0;
    let mut padded = [0.0; 12];
    for j in 0..10 {
        padded[j + 1] = x[j];
    }
    let mut sum = 0.0;
    for i in 0..10 {
        let t = (i + 1) as f64 * h;
        let curvature = 2.0 * padded[i + 1] - padded[i] - padded[i + 2];
        let residual = curvature + h * h * (padded[i + 1] + t + 1.0).powi(3) / 2.0;
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = xᵢ + h ((1 − tᵢ) Σ_{j≤i} tⱼ cⱼ + tᵢ Σ_{j>i} (1 − tⱼ) cⱼ) / 2`, `cⱼ = (xⱼ + tⱼ + 1)³`,
/// `h = 1 / (n + 1)`, `tᵢ = i h`; from `tⱼ (tⱼ − 1)` to 0.
#[differentiable]
pub fn discrete_integral_equation(x: &[f64; 10]) -> f64 {
    let h = 1.0 / 11.0;
    let mut sum = 0.0;
    for i in 0..10 {
        let t = (i + 1) as f64 * h;
        let mut below = 0.0;
        let mut above = 0.0;
        for j in 0..10 {
            let s = (j + 1) as f64 * h;
            let cube = (x[j] + s + 1.0).powi(3);
            if j <= i {
                below += s * cube;
            } else {
                above += (1.0 - s) * cube;
            }
        }
        let residual = x[i] + h * ((1.0 - t) * below + t * above) / 2.0;
        sum += residual * residual;
    }
    sum
}

/// `Σ fᵢ²` with the residuals below; from (−1, …, −1) to 0.
#[differentiable]
pub fn broyden_tridiagonal(x: &[f64; 10]) -> f64 {
    let residuals: [f64; 10] = broyden_tridiagonal_residuals(x);
    let mut sum = 0.0;
    for i in 0..10 {
        sum += residuals[i] * residuals[i];
    }
    sum
}

/// `fᵢ = (3 − 2 xᵢ) xᵢ − xᵢ₋₁ − 2 xᵢ₊₁ + 1`, `x₀ = xₙ₊₁ = 0`.
#[differentiable]
pub fn broyden_tridiagonal_residuals(x: &[f64; 10]) -> [f64; 10] {
    let mut residuals = [0.0; 10];
    for i in 0..10 {
        let left = match i {
            0 => 0.0,
            _ => x[i - 1],
        };
        let right = match i {
            9 => 0.0,
            _ => x[i + 1],
        };
        residuals[i] = (3.0 - 2.0 * x[i]) * x[i] - left - 2.0 * right + 1.0;
    }
    residuals
}

/// `fᵢ = xᵢ (2 + 5 xᵢ²) + 1 − Σⱼ xⱼ (1 + xⱼ)` over `j ≠ i` from `i − 5` to `i + 1`;
/// from (−1, …, −1) to 0.
#[differentiable]
pub fn broyden_banded(x: &[f64; 10]) -> f64 {
    let mut sum = 0.0;
    for i in 0..10 {
        let mut residual = x[i] * (2.0 + 5.0 * x[i] * x[i]) + 1.0;
        for j in 0..10 {
            if j != i && j + 5 >= i && j <= i + 1 {
                residual -= x[j] * (1.0 + x[j]);
            }
        }
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = xᵢ − (2/m) Σⱼ xⱼ − 1` for i ≤ n, without the `xᵢ` for n < i ≤ m;
/// from (1, …, 1) to m − n at (−1, …, −1). Here n = 10, m = 20.
#[differentiable]
pub fn linear_full_rank(x: &[f64; 10]) -> f64 {
    let mut total = 0.0;
    for j in 0..10 {
        total += x[j];
    }
    let common = -2.0 / 20.0 * total - 1.0;
    let mut sum = 0.0;
    for i in 0..20 {
        let residual = if i < 10 { x[i] + common } else { common };
        sum += residual * residual;
    }
    sum
}

/// `fᵢ = i Σⱼ j xⱼ − 1`, i = 1…m; from (1, …, 1) to m (m − 1) / (2 (2m + 1)).
/// Here n = 10, m = 20.
#[differentiable]
pub fn linear_rank_1(x: &[f64; 10]) -> f64 {
    let mut weighted = 0.0;
    for j in 0..10 {
        weighted += (j + 1) as f64 * x[j];
    }
    let mut sum = 0.0;
    for i in 0..20 {
        sum += ((i + 1) as f64 * weighted - 1.0).powi(2);
    }
    sum
}

/// `f₁ = fₘ = −1`, `fᵢ = (i − 1) Σⱼ j xⱼ − 1` over j = 2…n−1 for the others;
/// from (1, …, 1) to (m² + 3m − 6) / (2 (2m − 3)). Here n = 10, m = 20.
#[differentiable]
pub fn linear_rank_1_zero(x: &[f64; 10]) -> f64 {
    let mut weighted = 0.0;
    for j in 0..10 {
        weighted += match j {
            0 | 9 => 0.0,
            _ => (j + 1) as f64 * x[j],
        };
    }
    let mut sum = 0.0;
    for i in 0..20 {
        let slope = if i == 19 { 0.0 } else { i as f64 };
        sum += (slope * weighted - 1.0).powi(2);
    }
    sum
}

/// `fᵢ = (1/n) Σⱼ Tᵢ(xⱼ) − ∫₀¹ Tᵢ`, with `Tᵢ` the Chebyshev polynomials shifted to [0, 1], whose
/// integrals are 0 for odd i and −1 / (i² − 1) for even i; from j / (n + 1) to 3.51687e−3 for n = 8.
#[differentiable]
pub fn chebyquad(x: &[f64; 8]) -> f64 {
    let mut sums = [0.0; 8];
    for j in 0..8 {
        let argument = 2.0 * x[j] - 1.0;
        let mut before = 1.0;
        let mut here = argument;
        for i in 0..8 {
            sums[i] += here;
            let next = 2.0 * argument * here - before;
            before = here;
            here = next;
        }
    }
    let mut sum = 0.0;
    for i in 0..8 {
        let degree = (i + 1) as f64;
        let integral = match i % 2 {
            0 => 0.0,
            _ => -1.0 / (degree * degree - 1.0),
        };
        sum += (sums[i] / 8.0 - integral).powi(2);
    }
    sum
}
