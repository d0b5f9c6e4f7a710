// Callers stand before the helpers that they use; helpers have the attribute as well.
use burtorch::differentiable;

#[differentiable(wrt(x))]
fn objective(x: &[f64], data: &[(f64, f64)]) -> f64 {
    let r = residuals(x, data);
    0.5 * r.iter().map(|r| r * r).sum::<f64>() + regulariser(x, 0.1)
}

#[differentiable(wrt(x))]
fn residuals(x: &[f64], data: &[(f64, f64)]) -> Vec<f64> {
    let mut out = Vec::with_capacity(data.len());
    let mut coefficients = x.iter().rev().peekable();
    let mut powers = Vec::new();
    while let Some(c) = coefficients.next() {
        powers.push(if coefficients.peek().is_some() { *c } else { c + 1.0 });
    }
    for (t, y) in data {
        out.push(powers.iter().fold(0.0, |acc, p| acc * t + p) - y);
    }
    out
}

#[differentiable(wrt(x))]
fn regulariser(x: &[f64], weight: f64) -> f64 {
    weight * x.iter().map(|v| v.abs()).sum::<f64>()
}

// checks
fn main() {
    let data = [(0.1, 0.4), (0.5, 0.9), (0.9, 0.2)];
    check::grad("objective", &[0.3, -0.4, 0.8], |x| objective(x, &data), |x| objective::grad(x, &data));
    check::hvp(
        "objective",
        &[0.3, -0.4, 0.8],
        &[0.1, 0.2, 0.3],
        |x| objective::grad(x, &data),
        |x, v| objective::hvp((x, &data), v),
    );
}
