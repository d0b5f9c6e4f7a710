//! Complex numbers of num_complex.

use burtorch::differentiable;
use num_complex::{Complex, Complex64};

use crate::check;

fn z() -> Complex64 {
    Complex::new(0.7, -1.2)
}

fn w() -> Complex64 {
    Complex::new(-0.4, 0.9)
}

#[differentiable]
fn arithmetic(a: Complex<f64>, b: Complex64) -> Complex<f64> {
    let c = a * b + a / b - b * 2.0 + 3.0 * a / 4.0;
    let d = (1.5 - c) + (c - 0.5) * (2.0 + a) - 1.0 / b;
    let mut e = -d;
    e *= a;
    e += Complex::i();
    e.re += a.im;
    e / (a + 1.0) + Complex::from(b.re) + Complex64::new(a.re, 2.0)
}

#[differentiable]
fn by_reference(a: &Complex<f64>, b: &Complex<f64>) -> f64 {
    (a * b + a).norm_sqr()
}

#[differentiable]
fn parts(a: Complex<f64>, b: Complex<f64>) -> f64 {
    let (r, theta) = a.to_polar();
    let c = Complex::from_polar(r * 2.0, theta + b.arg());
    c.norm()
        + a.conj().im * b.norm_sqr()
        + b.inv().re
        + a.l1_norm()
        + Complex::cis(b.re).im
        + a.scale(b.im).unscale(2.0).re
}

#[differentiable]
fn exponentials(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
    a.exp() * b.ln() + (a * b).sqrt() + a.powf(1.7) + a.powc(b) + b.powi(3) + a.powi(-2) + b.powu(4)
}

#[differentiable]
fn trigonometry(a: Complex<f64>) -> Complex<f64> {
    a.sin() * a.cosh() + a.cos() / a.sinh() + a.tan() * a.tanh() + a.finv()
}

/// The modulus of a transfer function.
#[differentiable]
fn filter(coefficients: [f64; 3], frequency: f64) -> f64 {
    let z = Complex::new(0.0, -frequency).exp();
    let mut sum = Complex::new(0.0, 0.0);
    for i in 0..3 {
        sum = sum * z + coefficients[2 - i];
    }
    (1.0 / (sum + Complex64::I * 0.3)).norm()
}

/// How fast points leave: a loop whose end depends on data.
#[differentiable]
fn iterated(c: Complex<f64>) -> f64 {
    let mut z = c;
    let mut steps = 0;
    while z.norm_sqr() < 1e3 && steps < 20 {
        z = z * z + c;
        steps += 1;
    }
    z.norm().ln()
}

#[differentiable]
fn signal(samples: &[Complex<f64>], at: f64) -> f64 {
    let mut sum = Complex::new(0.0, 0.0);
    for (k, x) in samples.iter().enumerate() {
        sum += x * Complex::cis(-at * k as f64);
    }
    sum.norm_sqr()
}

#[test]
fn every_operation_is_right_in_all_modes() {
    check!(arithmetic(a: z(), b: w()) -> many);
    check!(parts(a: z(), b: w()) -> number);
    check!(exponentials(a: z(), b: w()) -> many);
    check!(trigonometry(a: z()) -> many);
    check!(filter(coefficients: [0.3, -0.2, 0.9], frequency: 0.4) -> number);
    check!(iterated(c: Complex::new(0.4, 0.5)) -> number);
}

#[test]
fn arguments_may_be_references_and_slices() {
    let (by_a, by_b): (Complex64, Complex64) = by_reference::grad(&z(), &w());
    let (a, b) = (z(), w());
    let want = (a * (b + 1.0)) * (b + 1.0).conj() * 2.0;
    assert!((by_a - want).norm() < 1e-12 && by_b.norm() > 0.1);
    let samples = vec![z(), w(), z() * w()];
    let (by_samples, by_at) = signal::grad(&samples, 0.3);
    assert_eq!(by_samples.len(), 3);
    let slope = (signal(&samples, 0.3001) - signal(&samples, 0.2999)) / 0.0002;
    assert!((by_at - slope).abs() < 1e-6 * (1.0 + slope.abs()));
}
