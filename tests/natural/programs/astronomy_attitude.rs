// Attitude of a satellite: own quaternion type with operators by reference and by value, integration of body rates.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Mul, MulAssign, Neg};

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Quat {
    w: f64,
    v: [f64; 3],
}

impl Default for Quat {
    fn default() -> Self {
        Quat { w: 1.0, v: [0.0; 3] }
    }
}

impl Mul for Quat {
    type Output = Quat;
    fn mul(self, o: Quat) -> Quat {
        &self * &o
    }
}
impl Mul<&Quat> for &Quat {
    type Output = Quat;
    fn mul(self, o: &Quat) -> Quat {
        let [a, b, c] = self.v;
        let [x, y, z] = o.v;
        Quat {
            w: self.w * o.w - a * x - b * y - c * z,
            v: [
                self.w * x + o.w * a + b * z - c * y,
                self.w * y + o.w * b + c * x - a * z,
                self.w * z + o.w * c + a * y - b * x,
            ],
        }
    }
}
impl MulAssign<Quat> for Quat {
    fn mul_assign(&mut self, o: Quat) {
        *self = *self * o;
    }
}
impl Mul<f64> for Quat {
    type Output = Quat;
    fn mul(self, s: f64) -> Quat {
        Quat { w: self.w * s, v: self.v.map(|c| c * s) }
    }
}
impl Add for Quat {
    type Output = Quat;
    fn add(self, o: Quat) -> Quat {
        Quat { w: self.w + o.w, v: std::array::from_fn(|i| self.v[i] + o.v[i]) }
    }
}
impl Neg for Quat {
    type Output = Quat;
    fn neg(self) -> Quat {
        self * -1.0
    }
}

impl Quat {
    fn conj(self) -> Self {
        Quat { w: self.w, v: self.v.map(std::ops::Neg::neg) }
    }
    fn norm(&self) -> f64 {
        (self.w.powi(2) + self.v.iter().map(|c| c.powi(2)).sum::<f64>()).sqrt()
    }
    fn normalized(self) -> Self {
        self * (1.0 / self.norm())
    }
    fn from_rate(rate: [f64; 3], dt: f64) -> Self {
        let n = rate.iter().map(|r| r * r).sum::<f64>().sqrt();
        if n * dt < 1e-9 {
            return Quat::default();
        }
        let (s, c) = (0.5 * n * dt).sin_cos();
        Quat { w: c, v: rate.map(|r| r / n * s) }
    }
    fn rotate(self, p: [f64; 3]) -> [f64; 3] {
        (self * Quat { w: 0.0, v: p } * self.conj()).v
    }
}

#[differentiable(wrt(start, bias))]
fn pointing_error(start: Quat, bias: [f64; 3], rates: &[[f64; 3]], star: [f64; 3], dt: f64) -> f64 {
    let mut q = start.normalized();
    for rate in rates {
        q *= Quat::from_rate([rate[0] - bias[0], rate[1] - bias[1], rate[2] - bias[2]], dt);
    }
    if q.w < 0.0 {
        q = -q;
    }
    let seen = q.rotate(star);
    let dot: f64 = seen.iter().zip(&star).map(|(a, b)| a * b).sum();
    dot.clamp(-1.0, 1.0).acos()
}

// checks
fn main() {
    let rates = [[0.1, 0.2, -0.1], [0.0, 0.3, 0.2], [0.2, -0.1, 0.1]];
    let x = [0.9, 0.1, -0.2, 0.3, 0.01, -0.02, 0.03];
    let q = |x: &[f64]| Quat { w: x[0], v: [x[1], x[2], x[3]] };
    let b = |x: &[f64]| [x[4], x[5], x[6]];
    check::grad(
        "attitude",
        &x,
        |x| pointing_error(q(x), b(x), &rates, [0.6, 0.0, 0.8], 0.5),
        |x| {
            let (g, b) = pointing_error::grad(q(x), b(x), &rates, [0.6, 0.0, 0.8], 0.5);
            vec![g.w, g.v[0], g.v[1], g.v[2], b[0], b[1], b[2]]
        },
    );
}
