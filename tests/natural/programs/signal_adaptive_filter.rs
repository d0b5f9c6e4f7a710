// LMS and RLS with a VecDeque as delay line, impl Iterator returned from a helper, window functions by match on a str.
use burtorch::differentiable;
use std::collections::VecDeque;
use std::f64::consts::PI;

fn window(kind: &str, n: usize) -> impl Iterator<Item = f64> {
    let a = match kind {
        "hann" => [0.5, 0.5, 0.0],
        "hamming" => [0.54, 0.46, 0.0],
        "blackman" => [0.42, 0.5, 0.08],
        _ => [1.0, 0.0, 0.0],
    };
    (0..n).map(move |i| {
        let t = 2.0 * PI * i as f64 / (n - 1) as f64;
        a[0] - a[1] * t.cos() + a[2] * (2.0 * t).cos()
    })
}

#[differentiable(wrt(mu, leak))]
fn lms_error(mu: f64, leak: f64, input: &[f64], desired: &[f64], taps: usize) -> f64 {
    let mut line: VecDeque<f64> = VecDeque::from(vec![0.0; taps]);
    let mut w = vec![0.0; taps];
    let mut energy = 0.0;
    for (&x, &d) in input.iter().zip(desired) {
        line.pop_back();
        line.push_front(x);
        let y: f64 = w.iter().zip(&line).map(|(w, x)| w * x).sum();
        let e = d - y;
        for (w, x) in w.iter_mut().zip(line.iter()) {
            *w = (1.0 - leak) * *w + mu * e * x;
        }
        energy += e * e;
    }
    energy / input.len() as f64
}

#[differentiable(wrt(signal))]
fn windowed_power(signal: &[f64], kind: &str, bin: usize) -> f64 {
    let n = signal.len();
    let (re, im) = signal.iter().zip(window(kind, n)).enumerate().fold((0.0, 0.0), |(re, im), (i, (s, w))| {
        let phase = -2.0 * PI * (bin * i) as f64 / n as f64;
        (re + s * w * phase.cos(), im + s * w * phase.sin())
    });
    10.0 * (re * re + im * im + 1e-12).log10()
}

// checks
fn main() {
    let input: Vec<f64> = (0..20).map(|i| (i as f64 * 0.9).sin() + 0.3 * (i as f64 * 2.3).cos()).collect();
    let desired: Vec<f64> = input.windows(2).map(|w| 0.5 * w[1] - 0.2 * w[0]).collect();
    let f = |x: &[f64]| lms_error(x[0], x[1], &input, &desired, 3);
    check::grad("lms", &[0.1, 0.01], f, |x| lms_error::grad(x[0], x[1], &input, &desired, 3));
    for kind in ["hann", "blackman", "none"] {
        check::grad("power", &input[..8], |x| windowed_power(x, kind, 2), |x| windowed_power::grad(x, kind, 2));
    }
}
