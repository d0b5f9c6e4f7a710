// Path-integral cost of perturbed rollouts with obstacles in a slice of enums, running statistics struct with a Welford update.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct P2 {
    pub x: f64,
    pub y: f64,
}

impl Add for P2 {
    type Output = P2;
    fn add(self, o: P2) -> P2 {
        P2 { x: self.x + o.x, y: self.y + o.y }
    }
}
impl Sub for P2 {
    type Output = P2;
    fn sub(self, o: P2) -> P2 {
        P2 { x: self.x - o.x, y: self.y - o.y }
    }
}
impl Mul<f64> for P2 {
    type Output = P2;
    fn mul(self, k: f64) -> P2 {
        P2 { x: self.x * k, y: self.y * k }
    }
}

pub enum Obstacle {
    Disc { center: P2, radius: f64 },
    Wall { from: P2, to: P2 },
}

impl P2 {
    fn dot(self, o: P2) -> f64 {
        self.x * o.x + self.y * o.y
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

fn clearance(p: P2, obstacle: &Obstacle) -> f64 {
    match obstacle {
        Obstacle::Disc { center, radius } => (p - *center).norm() - radius,
        Obstacle::Wall { from, to } => {
            let ab = *to - *from;
            let t = ((p - *from).dot(ab) / ab.dot(ab)).clamp(0.0, 1.0);
            (p - (*from + ab * t)).norm()
        }
    }
}

#[derive(Default, Clone, Copy)]
struct Welford {
    n: usize,
    mean: f64,
    m2: f64,
}

impl Welford {
    fn push(&mut self, x: f64) {
        self.n += 1;
        let d = x - self.mean;
        self.mean += d / self.n as f64;
        self.m2 += d * (x - self.mean);
    }
}

#[differentiable(wrt(start, controls))]
fn risk(start: P2, controls: &[P2], obstacles: &[Obstacle], goal: P2, wind: &[f64]) -> f64 {
    let mut stats = Welford::default();
    for &w in wind {
        let mut p = start;
        let mut cost = 0.0;
        for u in controls {
            p = p + *u * 0.1 + P2 { x: 0.0, y: 0.02 * w };
            let near = obstacles.iter().map(|o| clearance(p, o)).fold(f64::INFINITY, f64::min);
            cost += (-5.0 * near).exp() + 0.05 * u.dot(*u);
        }
        stats.push(cost + (p - goal).norm());
    }
    stats.mean + 0.5 * (stats.m2 / (stats.n - 1) as f64).sqrt()
}

// checks
fn main() {
    let obstacles = [Obstacle::Disc { center: P2 { x: 0.5, y: 0.3 }, radius: 0.2 }, Obstacle::Wall { from: P2 { x: 0.0, y: -0.5 }, to: P2 { x: 1.0, y: -0.4 } }];
    let un = |x: &[f64]| x.chunks(2).map(|c| P2 { x: c[0], y: c[1] }).collect::<Vec<_>>();
    let goal = P2 { x: 1.0, y: 0.6 };
    let x = [0.0, 0.1, 0.9, 0.4, 1.2, -0.3, 0.8, 0.6];
    check::grad("mppi", &x, |x| { let p = un(x); risk(p[0], &p[1..], &obstacles, goal, &[0.0, 1.0, -1.0]) }, |x| {
        let p = un(x);
        let (a, b) = risk::grad(p[0], &p[1..], &obstacles, goal, &[0.0, 1.0, -1.0]);
        std::iter::once(a).chain(b).flat_map(|p| [p.x, p.y]).collect::<Vec<_>>()
    });
}
