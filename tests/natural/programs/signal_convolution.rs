// Deconvolution: full convolution into a fresh vector, the misfit and total variation.
use burtorch::differentiable;

#[differentiable]
fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] += x * y;
        }
    }
    out
}

#[differentiable(wrt(signal, kernel))]
fn misfit(signal: &[f64], kernel: &[f64], observed: &[f64]) -> f64 {
    let fit = convolve(signal, kernel).iter().zip(observed).map(|(p, o)| (p - o).powi(2)).sum::<f64>();
    let tv: f64 = signal.windows(2).map(|w| ((w[1] - w[0]).powi(2) + 1e-3).sqrt()).sum();
    fit + 0.1 * tv
}

// checks
fn main() {
    let observed = [0.1, 0.9, 1.4, 0.3, -0.2, 0.1];
    let x = [0.2, 1.0, 0.4, -0.1, 0.5, 0.8, 0.2];
    check::grad("misfit", &x, |x| misfit(&x[..4], &x[4..], &observed), |x| misfit::grad(&x[..4], &x[4..], &observed));
}
