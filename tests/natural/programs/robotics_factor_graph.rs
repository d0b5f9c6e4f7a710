// A small SE(2) pose graph: enum of factors with boxed data, residuals as Vec, robust kernel.
use burtorch::differentiable;
use std::f64::consts::PI;
use std::ops::{Mul, Sub};

#[derive(Clone, Copy, Debug)]
pub struct Pose {
    x: f64,
    y: f64,
    theta: f64,
}

impl Pose {
    fn inverse(self) -> Self {
        let (s, c) = self.theta.sin_cos();
        Pose { x: -c * self.x - s * self.y, y: s * self.x - c * self.y, theta: -self.theta }
    }
}

impl Mul for Pose {
    type Output = Pose;
    fn mul(self, rhs: Pose) -> Pose {
        let (s, c) = self.theta.sin_cos();
        Pose {
            x: self.x + c * rhs.x - s * rhs.y,
            y: self.y + s * rhs.x + c * rhs.y,
            theta: wrap(self.theta + rhs.theta),
        }
    }
}

impl Sub for Pose {
    type Output = [f64; 3];
    fn sub(self, rhs: Pose) -> [f64; 3] {
        let d = rhs.inverse() * self;
        [d.x, d.y, d.theta]
    }
}

fn wrap(a: f64) -> f64 {
    let mut a = a;
    while a > PI {
        a -= 2.0 * PI;
    }
    while a <= -PI {
        a += 2.0 * PI;
    }
    a
}

#[derive(Clone, Debug)]
pub enum Factor {
    Prior { at: usize, pose: Pose, weight: f64 },
    Between { from: usize, to: usize, delta: Pose },
    Range { from: usize, landmark: (f64, f64), dist: f64, sigma: f64 },
}

fn huber(r2: f64, k: f64) -> f64 {
    if r2 <= k * k { 0.5 * r2 } else { k * (r2.sqrt() - 0.5 * k) }
}

#[differentiable(wrt(poses))]
fn objective(poses: &[f64], factors: &[Factor]) -> f64 {
    let pose = |i: usize| Pose { x: poses[3 * i], y: poses[3 * i + 1], theta: poses[3 * i + 2] };
    factors
        .iter()
        .map(|f| match f {
            Factor::Prior { at, pose: p, weight } => {
                let r = pose(*at) - *p;
                weight * r.iter().map(|v| v * v).sum::<f64>()
            }
            Factor::Between { from, to, delta } => {
                let r = (pose(*from).inverse() * pose(*to)) - *delta;
                huber(r.iter().map(|v| v * v).sum(), 0.5)
            }
            Factor::Range { from, landmark: (lx, ly), dist, sigma } => {
                let p = pose(*from);
                let d = (p.x - lx).hypot(p.y - ly);
                ((d - dist) / sigma).powi(2)
            }
        })
        .sum()
}

// checks
fn main() {
    let factors = vec![
        Factor::Prior { at: 0, pose: Pose { x: 0.0, y: 0.0, theta: 0.0 }, weight: 10.0 },
        Factor::Between { from: 0, to: 1, delta: Pose { x: 1.0, y: 0.1, theta: 0.4 } },
        Factor::Between { from: 1, to: 2, delta: Pose { x: 0.9, y: -0.1, theta: 3.0 } },
        Factor::Range { from: 2, landmark: (2.0, 3.0), dist: 2.2, sigma: 0.5 },
    ];
    let x = [0.1, -0.1, 0.05, 1.2, 0.3, 0.5, 1.7, 0.9, 2.9];
    check::grad("graph", &x, |x| objective(x, &factors), |x| objective::grad(x, &factors));
    check::hvp("graph", &x, &check::direction(9), |x| objective::grad(x, &factors), |x, v| objective::hvp((x, &factors), v));
}
