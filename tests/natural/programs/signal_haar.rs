// Haar wavelets by recursion; a soft threshold on the details.
use burtorch::differentiable;

#[differentiable]
fn details(signal: &[f64]) -> f64 {
    if signal.len() < 2 {
        return 0.0;
    }
    let half: Vec<f64> = signal.chunks_exact(2).map(|c| 0.5 * (c[0] + c[1])).collect();
    let here: f64 = signal.chunks_exact(2).map(|c| soft(0.5 * (c[0] - c[1]), 0.1).powi(2)).sum();
    here + 2.0 * details(&half)
}

#[differentiable(wrt(x))]
fn soft(x: f64, threshold: f64) -> f64 {
    if x > threshold {
        x - threshold
    } else if x < -threshold {
        x + threshold
    } else {
        0.0
    }
}

// checks
fn main() {
    let x = [0.4, 1.0, -0.3, 0.7, 0.75, 0.7, -1.1, 0.2];
    check::grad("details", &x, |x| details(x), |x| details::grad(x));
}
