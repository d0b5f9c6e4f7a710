// A windowed sinc filter, its response at some frequencies, taps every second sample.
use burtorch::differentiable;
use std::f64::consts::PI;

const TAPS: usize = 11;

#[differentiable]
fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-9 { 1.0 } else { (PI * x).sin() / (PI * x) }
}

#[differentiable(wrt(cutoff))]
fn ripple(cutoff: f64, frequencies: &[f64]) -> f64 {
    let mut taps = [0.0; TAPS];
    for (i, tap) in taps.iter_mut().enumerate() {
        let m = i as f64 - (TAPS - 1) as f64 / 2.0;
        let window = 0.54 - 0.46 * (2.0 * PI * i as f64 / (TAPS - 1) as f64).cos();
        *tap = 2.0 * cutoff * sinc(2.0 * cutoff * m) * window;
    }
    let dc: f64 = taps.iter().sum();
    let mut worst = f64::NEG_INFINITY;
    for w in frequencies {
        let mut response = 0.0;
        for i in (0..TAPS).step_by(2) {
            response += taps[i] * (w * i as f64).cos();
        }
        worst = f64::max(worst, response / dc);
    }
    worst
}

// checks
fn main() {
    let w = [0.1, 0.6, 1.1, 2.0];
    check::grad("ripple", &[0.13], |x| ripple(x[0], &w), |x| ripple::grad(x[0], &w));
}
