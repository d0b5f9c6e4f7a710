// A robust estimate: sort the residuals, drop the tails.
use burtorch::differentiable;

#[differentiable]
fn trimmed_mean(values: &[f64], cut: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let kept = &sorted[cut..sorted.len() - cut];
    kept.iter().sum::<f64>() / kept.len() as f64
}

#[differentiable(wrt(a, b))]
fn robust_loss(a: f64, b: f64, xs: &[f64], ys: &[f64]) -> f64 {
    let residuals: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| (y - a * x - b).powi(2)).collect();
    trimmed_mean(&residuals, 1)
}

// checks
fn main() {
    let (xs, ys) = ([0.0, 1.0, 2.0, 3.0, 4.0], [0.1, 1.3, 1.7, 9.0, 4.4]);
    check::grad("robust_loss", &[0.9, 0.2], |p| robust_loss(p[0], p[1], &xs, &ys), |p| {
        robust_loss::grad(p[0], p[1], &xs, &ys)
    });
}
