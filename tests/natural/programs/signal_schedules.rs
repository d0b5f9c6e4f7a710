// Piecewise-linear schedules, integrated over merged breakpoints: peekable iterators, while let.
use burtorch::differentiable;

fn interpolate(knots: &[(f64, f64)], t: f64) -> f64 {
    let mut it = knots.iter().peekable();
    while let Some(&(t0, v0)) = it.next() {
        match it.peek() {
            Some(&&(t1, v1)) if t < t1 => return v0 + (v1 - v0) * (t - t0) / (t1 - t0),
            Some(_) => continue,
            None => return v0,
        }
    }
    0.0
}

#[differentiable(wrt(values))]
fn integral(values: &[f64], times: &[f64], samples: usize) -> f64 {
    let knots: Vec<(f64, f64)> = times.iter().copied().zip(values.iter().copied()).collect();
    let end = times[times.len() - 1];
    let h = end / samples as f64;
    (0..samples).map(|i| interpolate(&knots, (i as f64 + 0.5) * h).powi(2) * h).sum()
}

#[differentiable(wrt(values))]
fn run_lengths(values: &[f64]) -> f64 {
    let mut iter = values.iter().copied().peekable();
    let mut score = 0.0;
    while let Some(v) = iter.next() {
        let mut run = v;
        while let Some(next) = iter.next_if(|n| *n > v) {
            run += 0.5 * next;
        }
        score += run * run;
    }
    score
}

// checks
fn main() {
    let times = [0.0, 0.5, 1.2, 2.0];
    check::grad("integral", &[0.2, 1.0, 0.4, -0.3], |v| integral(v, &times, 9), |v| integral::grad(v, &times, 9));
    check::grad("runs", &[0.2, 1.0, 0.4, -0.3, 0.8], run_lengths, |v| run_lengths::grad(v));
}
