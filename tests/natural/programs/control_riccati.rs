// A scalar-input LQR: iterate the Riccati equation on a 2x2 matrix type with operators.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct M2 {
    m: [[f64; 2]; 2],
}

impl M2 {
    fn t(self) -> M2 {
        M2 { m: [[self.m[0][0], self.m[1][0]], [self.m[0][1], self.m[1][1]]] }
    }
    fn zip(self, o: M2, f: impl Fn(f64, f64) -> f64) -> M2 {
        let mut r = self;
        for i in 0..2 {
            for j in 0..2 {
                r.m[i][j] = f(self.m[i][j], o.m[i][j]);
            }
        }
        r
    }
}
impl Add for M2 {
    type Output = M2;
    fn add(self, o: M2) -> M2 {
        self.zip(o, |a, b| a + b)
    }
}
impl Sub for M2 {
    type Output = M2;
    fn sub(self, o: M2) -> M2 {
        self.zip(o, |a, b| a - b)
    }
}
impl Mul for M2 {
    type Output = M2;
    fn mul(self, o: M2) -> M2 {
        let mut r = M2 { m: [[0.0; 2]; 2] };
        for i in 0..2 {
            for j in 0..2 {
                r.m[i][j] = self.m[i][0] * o.m[0][j] + self.m[i][1] * o.m[1][j];
            }
        }
        r
    }
}

#[differentiable(wrt(q, r))]
fn cost_to_go(q: f64, r: f64, dt: f64) -> f64 {
    let a = M2 { m: [[1.0, dt], [0.3 * dt, 1.0]] };
    let cost = M2 { m: [[q, 0.0], [0.0, 1.0]] };
    let mut p = cost;
    for _ in 0..50 {
        let pb = [p.m[0][1] * dt, p.m[1][1] * dt];
        let gain = r + dt * pb[1];
        let ab = [a.t().m[0][0] * pb[0] + a.t().m[0][1] * pb[1], a.t().m[1][0] * pb[0] + a.t().m[1][1] * pb[1]];
        let outer = M2 { m: [[ab[0] * ab[0] / gain, ab[0] * ab[1] / gain], [ab[1] * ab[0] / gain, ab[1] * ab[1] / gain]] };
        p = cost + a.t() * p * a - outer;
    }
    p.m[0][0] + p.m[1][1]
}

// checks
fn main() {
    check::grad("cost_to_go", &[2.0, 0.5], |x| cost_to_go(x[0], x[1], 0.1), |x| cost_to_go::grad(x[0], x[1], 0.1));
}
