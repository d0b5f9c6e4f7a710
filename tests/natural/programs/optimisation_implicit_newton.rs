// A root found by Newton's method to a tolerance, a helper that takes two closures.
use burtorch::differentiable;

fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, start: f64, tol: f64) -> f64 {
    let mut x = start;
    let mut i = 0;
    while f(x).abs() > tol && i < 50 {
        x -= f(x) / df(x);
        i += 1;
    }
    x
}

#[differentiable]
fn root(a: f64, b: f64) -> f64 {
    newton(|x| x * x * x + a * x - b, |x| 3.0 * x * x + a, 1.0, 1e-14)
}

// checks
fn main() {
    check::grad("root", &[1.3, 2.0], |x| root(x[0], x[1]), |x| root::grad(x[0], x[1]));
}
