// Cloth-like mass-spring system: generic Vec2 with operators, spring list, Verlet, energy.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
pub struct V2 {
    pub x: f64,
    pub y: f64,
}
impl V2 {
    pub const ZERO: V2 = V2 { x: 0.0, y: 0.0 };
    pub fn norm(self) -> f64 {
        self.norm2().sqrt()
    }
    pub fn norm2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }
}
impl Add for V2 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}
impl Sub for V2 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        V2 { x: self.x - o.x, y: self.y - o.y }
    }
}
impl Neg for V2 {
    type Output = Self;
    fn neg(self) -> Self {
        V2 { x: -self.x, y: -self.y }
    }
}
impl Mul<V2> for f64 {
    type Output = V2;
    fn mul(self, v: V2) -> V2 {
        V2 { x: self * v.x, y: self * v.y }
    }
}
impl AddAssign for V2 {
    fn add_assign(&mut self, o: Self) {
        self.x += o.x;
        self.y += o.y;
    }
}
impl SubAssign for V2 {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}
impl std::iter::Sum for V2 {
    fn sum<I: Iterator<Item = V2>>(iter: I) -> V2 {
        iter.fold(V2::ZERO, |a, b| a + b)
    }
}

#[derive(Clone, Debug)]
pub struct Spring {
    ends: (usize, usize),
    rest: f64,
    stiffness: f64,
}

fn forces(p: &[V2], springs: &[Spring]) -> Vec<V2> {
    let mut f = vec![V2::ZERO; p.len()];
    for Spring { ends: (i, j), rest, stiffness } in springs {
        let d = p[*j] - p[*i];
        let len = d.norm();
        let pull = (stiffness * (len - rest) / len) * d;
        f[*i] += pull;
        f[*j] -= pull;
    }
    f
}

#[differentiable(wrt(start))]
fn center_height(start: &[V2], springs: &[Spring], steps: u32) -> f64 {
    let g = V2 { x: 0.0, y: -9.81 };
    let dt = 0.02;
    let mut pos = start.to_vec();
    let mut prev = pos.clone();
    for _ in 0..steps {
        let f = forces(&pos, springs);
        let next: Vec<V2> = pos
            .iter()
            .zip(&prev)
            .zip(&f)
            .enumerate()
            .map(|(i, ((&p, &q), &f))| if i == 0 { p } else { p + 0.99 * (p - q) + dt * dt * (f + g) })
            .collect();
        prev = std::mem::replace(&mut pos, next);
    }
    let total: V2 = pos.iter().copied().sum();
    (1.0 / pos.len() as f64 * total).y + 0.1 * total.norm2()
}

// checks
fn main() {
    let springs = vec![
        Spring { ends: (0, 1), rest: 1.0, stiffness: 30.0 },
        Spring { ends: (1, 2), rest: 1.0, stiffness: 20.0 },
        Spring { ends: (0, 2), rest: 1.5, stiffness: 10.0 },
    ];
    let x = [0.0, 0.0, 1.1, 0.1, 1.2, -0.9];
    let un = |x: &[f64]| x.chunks(2).map(|c| V2 { x: c[0], y: c[1] }).collect::<Vec<_>>();
    check::grad("cloth", &x, |x| center_height(&un(x), &springs, 12), |x| {
        center_height::grad(&un(x), &springs, 12).iter().flat_map(|v| [v.x, v.y]).collect::<Vec<_>>()
    });
}
