// Piecewise quintic trajectory, generic over the number of joints, with a cost trait implemented by closures.
use burtorch::differentiable;

#[derive(Clone, Copy)]
struct Quintic {
    c: [f64; 6],
}

impl Quintic {
    fn between(p0: f64, v0: f64, p1: f64, v1: f64, t: f64) -> Self {
        let (t2, t3) = (t * t, t * t * t);
        let h = p1 - p0;
        Quintic {
            c: [
                p0,
                v0,
                0.0,
                (20.0 * h - (8.0 * v1 + 12.0 * v0) * t) / (2.0 * t3),
                (-30.0 * h + (14.0 * v1 + 16.0 * v0) * t) / (2.0 * t2 * t2),
                (12.0 * h - 6.0 * (v1 + v0) * t) / (2.0 * t2 * t3),
            ],
        }
    }

    fn eval(&self, t: f64) -> f64 {
        self.c.iter().rev().fold(0.0, |acc, &c| acc.mul_add(t, c))
    }

    fn derivative(&self, order: usize, t: f64) -> f64 {
        (order..6)
            .map(|k| {
                let falling: usize = (k + 1 - order..=k).product();
                falling as f64 * self.c[k] * t.powi((k - order) as i32)
            })
            .sum()
    }
}

fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    (0..=n)
        .map(|i| {
            let w = if i == 0 || i == n { 1.0 } else if i % 2 == 1 { 4.0 } else { 2.0 };
            w * f(a + i as f64 * h)
        })
        .sum::<f64>()
        * h
        / 3.0
}

#[differentiable(wrt(via, durations))]
fn jerk_cost<const D: usize>(via: &[[f64; D]], durations: &[f64], weights: &[f64; D]) -> f64 {
    let mut total = 0.0;
    for (segment, &t) in via.windows(2).zip(durations) {
        for d in 0..D {
            let (p0, p1) = (segment[0][d], segment[1][d]);
            let q = Quintic::between(p0, 0.0, p1, 0.0, t);
            total += weights[d] * integrate(|s| q.derivative(3, s).powi(2), 0.0, t, 20);
            total += 0.1 * (q.eval(0.5 * t) - 0.3).powi(2);
        }
    }
    let time: f64 = durations.iter().sum();
    total + 5.0 * time
}

// checks
fn main() {
    let x = [0.0, 0.1, 0.5, -0.3, 1.0, 0.4, 1.1, 0.9];
    let via = |x: &[f64]| x[..6].chunks(2).map(check::array::<2>).collect::<Vec<_>>();
    let w = [1.0, 0.5];
    check::grad("jerk", &x, |x| jerk_cost(&via(x), &x[6..], &w), |x| jerk_cost::grad(&via(x), &x[6..], &w));
}
