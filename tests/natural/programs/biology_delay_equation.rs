// Delay differential equation (Mackey-Glass) with history in a VecDeque.
use burtorch::differentiable;
use std::collections::VecDeque;

struct History {
    buf: VecDeque<f64>,
    lag: usize,
}

impl History {
    fn new(lag: usize, fill: f64) -> Self {
        Self { buf: std::iter::repeat(fill).take(lag).collect(), lag }
    }
    fn push(&mut self, v: f64) -> f64 {
        self.buf.push_back(v);
        if self.buf.len() > self.lag { self.buf.pop_front().unwrap() } else { v }
    }
}

#[differentiable(wrt(beta, gamma, start))]
fn mackey_glass(beta: f64, gamma: f64, start: f64, n: i32, lag: usize, steps: usize) -> f64 {
    let mut history = History::new(lag, start);
    let (mut x, dt) = (start, 0.1);
    let mut mean = 0.0;
    for _ in 0..steps {
        let delayed = history.push(x);
        x += dt * (beta * delayed / (1.0 + delayed.powi(n)) - gamma * x);
        mean += x;
    }
    mean / steps as f64
}

#[differentiable(wrt(signal))]
fn moving_median_energy(signal: &[f64], width: usize) -> f64 {
    let mut window = VecDeque::with_capacity(width);
    let mut out = vec![];
    for &s in signal {
        if window.len() == width {
            window.pop_front();
        }
        window.push_back(s);
        if window.len() == width {
            let mut sorted: Vec<f64> = window.iter().copied().collect();
            sorted.sort_by(f64::total_cmp);
            out.push(sorted[width / 2]);
        }
    }
    out.iter().map(|v| v * v).sum::<f64>() / out.len() as f64
}

// checks
fn main() {
    check::grad(
        "mg",
        &[0.2, 0.1, 1.2],
        |x| mackey_glass(x[0], x[1], x[2], 10, 5, 20),
        |x| mackey_glass::grad(x[0], x[1], x[2], 10, 5, 20),
    );
    let s = [0.3, 1.2, -0.4, 0.9, 2.0, 0.1, 0.7];
    check::grad("median", &s, |s| moving_median_energy(s, 3), |s| moving_median_energy::grad(s, 3));
}
