// A compressor: envelope follower with attack and release, gain in decibels, a ring buffer for lookahead.
use burtorch::differentiable;
use std::collections::VecDeque;

#[differentiable(wrt(threshold, ratio, attack))]
fn loudness(samples: &[f64], threshold: f64, ratio: f64, attack: f64) -> f64 {
    let release = 0.05;
    let mut envelope = 0.0;
    let mut sum = 0.0;
    for s in samples {
        let level = s.abs();
        let coefficient = if level > envelope { attack } else { release };
        envelope += coefficient * (level - envelope);
        let db = 20.0 * (envelope + 1e-9).log10();
        let over = db - threshold;
        let gain = if over > 0.0 { -over * (1.0 - 1.0 / ratio) } else { 0.0 };
        sum += (s * 10f64.powf(gain / 20.0)).powi(2);
    }
    (sum / samples.len() as f64).sqrt()
}

#[differentiable(wrt(gain))]
fn echo(samples: &[f64], gain: f64, delay: usize) -> f64 {
    let mut line: VecDeque<f64> = VecDeque::new();
    let mut energy = 0.0;
    for &s in samples {
        let late = if line.len() >= delay { line.pop_front().unwrap() } else { 0.0 };
        let y = s + gain * late;
        line.push_back(y);
        energy += y * y;
    }
    energy
}

// checks
fn main() {
    let samples: Vec<f64> = (0..30).map(|i| (i as f64 * 0.7).sin() * (1.0 + 0.1 * i as f64)).collect();
    let f = |x: &[f64]| loudness(&samples, x[0], x[1], x[2]);
    check::grad("loudness", &[-3.0, 4.0, 0.3], f, |x| loudness::grad(&samples, x[0], x[1], x[2]));
    check::grad("echo", &[0.6], |x| echo(&samples, x[0], 3), |x| echo::grad(&samples, x[0], 3));
}
