// MFCC-like features: triangular filters, DCT by const table, log with floor; iterators with step_by, chunks, rev, flat_map.
use burtorch::differentiable;
use std::f64::consts::PI;

const BANDS: usize = 4;

fn spectrum(frame: &[f64]) -> Vec<f64> {
    let n = frame.len();
    (0..n / 2 + 1)
        .map(|k| {
            let (re, im) = frame.iter().enumerate().fold((0.0, 0.0), |(re, im), (t, x)| {
                let angle = -2.0 * PI * (k * t) as f64 / n as f64;
                (re + x * angle.cos(), im + x * angle.sin())
            });
            re * re + im * im
        })
        .collect()
}

fn filterbank(power: &[f64]) -> [f64; BANDS] {
    let mut bands = [0.0; BANDS];
    let width = power.len() as f64 / (BANDS + 1) as f64;
    for (b, band) in bands.iter_mut().enumerate() {
        let centre = (b + 1) as f64 * width;
        *band = power
            .iter()
            .enumerate()
            .filter_map(|(k, p)| {
                let d = (k as f64 - centre).abs() / width;
                (d < 1.0).then(|| (1.0 - d) * p)
            })
            .sum::<f64>()
            .max(1e-10)
            .ln();
    }
    bands
}

fn dct(x: &[f64; BANDS]) -> [f64; BANDS] {
    std::array::from_fn(|k| {
        x.iter().enumerate().map(|(n, v)| v * (PI / BANDS as f64 * (n as f64 + 0.5) * k as f64).cos()).sum()
    })
}

#[differentiable(wrt(signal))]
fn distance(signal: &[f64], template: &[[f64; BANDS]], size: usize, hop: usize) -> f64 {
    let frames = (0..=signal.len() - size).step_by(hop).map(|s| &signal[s..s + size]);
    let features: Vec<[f64; BANDS]> = frames.map(|f| dct(&filterbank(&spectrum(f)))).collect();
    features.iter().zip(template).flat_map(|(a, b)| a.iter().zip(b)).skip(1).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
        / features.len() as f64
}

// checks
fn main() {
    let s: Vec<f64> = (0..16).map(|i| (i as f64 * 0.8).sin() + 0.3 * (i as f64 * 2.1).cos()).collect();
    let template = [[0.1, 0.2, 0.3, 0.4], [1.0, 0.5, -0.5, 0.0], [0.0, 0.1, 0.0, -0.2]];
    check::grad("mfcc", &s, |s| distance(s, &template, 8, 4), |s| distance::grad(s, &template, 8, 4));
}
