// Test functions for any float.
use burtorch::{Float, differentiable};

#[differentiable]
fn rosenbrock<T: Float>(x: &[T]) -> T {
    let hundred = T::from(100.0).unwrap();
    let mut sum = T::zero();
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = T::one() - x[i];
        sum = sum + hundred * a * a + b * b;
    }
    sum
}

#[differentiable]
fn ackley<T: Float>(x: &[T]) -> T {
    let n = T::from(x.len()).unwrap();
    let two_pi = T::from(std::f64::consts::TAU).unwrap();
    let squares = x.iter().fold(T::zero(), |s, &v| s + v * v) / n;
    let waves = x.iter().fold(T::zero(), |s, &v| s + (two_pi * v).cos()) / n;
    let c = T::from(20.0).unwrap();
    c + T::one().exp() - c * (-squares.sqrt() / T::from(5.0).unwrap()).exp() - waves.exp()
}

// checks
fn main() {
    let x = [-1.2, 1.0, 0.7];
    check::grad("rosenbrock", &x, |x| rosenbrock(x), |x| rosenbrock::grad(x));
    check::grad("ackley", &x, |x| ackley(x), |x| ackley::grad(x));
    check::hvp("rosenbrock", &x, &check::direction(3), |x| rosenbrock::grad(x), |x, v| rosenbrock::hvp(x, v));
}
