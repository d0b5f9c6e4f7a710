// Pose graph in the plane: residuals of odometry and loop closures.
use burtorch::{Differentiable, differentiable};
use std::ops::Mul;

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Pose {
    x: f64,
    y: f64,
    theta: f64,
}

impl Pose {
    fn inverse(self) -> Pose {
        let (s, c) = self.theta.sin_cos();
        Pose { x: -c * self.x - s * self.y, y: s * self.x - c * self.y, theta: -self.theta }
    }
}

impl Mul for Pose {
    type Output = Pose;
    fn mul(self, o: Pose) -> Pose {
        let (s, c) = self.theta.sin_cos();
        Pose { x: self.x + c * o.x - s * o.y, y: self.y + s * o.x + c * o.y, theta: self.theta + o.theta }
    }
}

struct Edge {
    from: usize,
    to: usize,
    measured: Pose,
    weight: f64,
}

#[differentiable(wrt(poses))]
fn error(poses: &[Pose], edges: &[Edge]) -> f64 {
    let mut total = 0.0;
    for e in edges {
        let predicted = poses[e.from].inverse() * poses[e.to];
        let d = e.measured.inverse() * predicted;
        total += e.weight * (d.x.powi(2) + d.y.powi(2) + (1.0 - d.theta.cos()));
    }
    total
}

// checks
fn main() {
    let p = |x: f64, y: f64, theta: f64| Pose { x, y, theta };
    let edges = [
        Edge { from: 0, to: 1, measured: p(1.0, 0.0, 0.1), weight: 1.0 },
        Edge { from: 1, to: 2, measured: p(1.0, 0.2, 0.5), weight: 2.0 },
        Edge { from: 2, to: 0, measured: p(-1.5, 0.3, -0.7), weight: 0.5 },
    ];
    let poses = |x: &[f64]| -> Vec<Pose> { x.chunks(3).map(|c| p(c[0], c[1], c[2])).collect() };
    let x = [0.0, 0.1, 0.0, 1.1, 0.2, 0.3, 2.0, 0.5, 0.9];
    check::grad("error", &x, |x| error(&poses(x), &edges), |x| {
        error::grad(&poses(x), &edges).iter().map(|p| [p.x, p.y, p.theta]).collect::<Vec<_>>()
    });
}
