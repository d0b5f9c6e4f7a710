// De Casteljau's algorithm with a shrinking vector, and the length of the curve.
use burtorch::differentiable;

#[differentiable]
fn bezier(points: &[f64], t: f64) -> f64 {
    let mut q = points.to_vec();
    while q.len() > 1 {
        q = q.windows(2).map(|w| w[0] * (1.0 - t) + w[1] * t).collect();
    }
    q[0]
}

#[differentiable(wrt(xs, ys))]
fn length(xs: &[f64], ys: &[f64], pieces: usize) -> f64 {
    let mut total = 0.0;
    let mut last: Option<(f64, f64)> = None;
    for i in 0..=pieces {
        let t = i as f64 / pieces as f64;
        let (x, y) = (bezier(xs, t), bezier(ys, t));
        if let Some((px, py)) = last {
            total += (x - px).hypot(y - py);
        }
        last = Some((x, y));
    }
    total
}

// checks
fn main() {
    let x = [0.0, 1.0, 2.0, 3.0, 0.0, 2.0, -1.0, 0.5];
    check::grad("length", &x, |x| length(&x[..4], &x[4..], 10), |x| length::grad(&x[..4], &x[4..], 10));
}
