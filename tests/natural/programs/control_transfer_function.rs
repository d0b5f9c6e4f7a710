// Gain of a transfer function at a frequency: complex numbers of our own.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Div, Mul};

#[derive(Clone, Copy, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }
    fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }
}
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self { re: self.re + o.re, im: self.im + o.im }
    }
}
impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}
impl Div for Complex {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let d = o.re * o.re + o.im * o.im;
        Self { re: (self.re * o.re + self.im * o.im) / d, im: (self.im * o.re - self.re * o.im) / d }
    }
}

#[differentiable(wrt(num, den))]
fn gain_db(num: &[f64], den: &[f64], omega: f64) -> f64 {
    let s = Complex { re: 0.0, im: omega };
    let eval = |c: &[f64]| c.iter().rev().fold(Complex::real(0.0), |acc, &k| acc * s + Complex::real(k));
    20.0 * (eval(num) / eval(den)).abs().log10()
}

// checks
fn main() {
    let x = [1.0, 0.5, 2.0, 0.3, 1.0];
    check::grad("gain_db", &x, |x| gain_db(&x[..2], &x[2..], 1.7), |x| gain_db::grad(&x[..2], &x[2..], 1.7));
}
