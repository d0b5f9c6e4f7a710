// The value after a few steps of gradient descent with backtracking: differentiate through the optimizer.
use burtorch::differentiable;

#[differentiable(wrt(x, y, a))]
fn f(x: f64, y: f64, a: f64) -> f64 {
    (a - x).powi(2) + 2.0 * (y - x * x).powi(2)
}

#[differentiable(wrt(rate, a))]
fn after_descent(rate: f64, a: f64, steps: usize) -> f64 {
    let (mut x, mut y) = (-0.5, 0.5);
    let mut halvings = 0;
    for _ in 0..steps {
        let gx = -2.0 * (a - x) - 8.0 * x * (y - x * x);
        let gy = 4.0 * (y - x * x);
        let mut t = rate;
        let now = f(x, y, a);
        while f(x - t * gx, y - t * gy, a) > now - 0.1 * t * (gx * gx + gy * gy) && halvings < 100 {
            t *= 0.5;
            halvings += 1;
        }
        x -= t * gx;
        y -= t * gy;
    }
    f(x, y, a)
}

// checks
fn main() {
    check::grad("after_descent", &[0.31, 1.1], |p| after_descent(p[0], p[1], 6), |p| after_descent::grad(p[0], p[1], 6));
}
