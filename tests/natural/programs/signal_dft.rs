// Power in a band of the discrete Fourier transform, by definition.
use burtorch::differentiable;
use std::f64::consts::TAU;

#[differentiable(wrt(signal))]
fn band_power(signal: &[f64], low: usize, high: usize) -> f64 {
    let n = signal.len();
    (low..high)
        .map(|k| {
            let (mut re, mut im) = (0.0, 0.0);
            for (t, x) in signal.iter().enumerate() {
                let phase = -TAU * (k * t) as f64 / n as f64;
                re += x * phase.cos();
                im += x * phase.sin();
            }
            (re * re + im * im) / n as f64
        })
        .sum()
}

#[differentiable]
fn spectral_flatness(signal: &[f64]) -> f64 {
    let bands: Vec<f64> = (0..4).map(|k| band_power(signal, k, k + 1) + 1e-6).collect();
    let geometric = bands.iter().map(|p| p.ln()).sum::<f64>() / bands.len() as f64;
    let arithmetic = bands.iter().sum::<f64>() / bands.len() as f64;
    geometric.exp() / arithmetic
}

// checks
fn main() {
    let x = [0.3, 1.1, -0.4, 0.8, 0.2, -0.9, 0.5, 0.1];
    check::grad("band_power", &x, |x| band_power(x, 1, 3), |x| band_power::grad(x, 1, 3));
    check::grad("flatness", &x, |x| spectral_flatness(x), |x| spectral_flatness::grad(x));
}
