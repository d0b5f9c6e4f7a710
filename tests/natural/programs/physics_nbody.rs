// Gravity between bodies: a vector type with operators, energy after some leapfrog steps.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Mul, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}
impl Sub for V2 {
    type Output = V2;
    fn sub(self, o: V2) -> V2 {
        V2 { x: self.x - o.x, y: self.y - o.y }
    }
}
impl Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, s: f64) -> V2 {
        V2 { x: self.x * s, y: self.y * s }
    }
}
impl AddAssign for V2 {
    fn add_assign(&mut self, o: V2) {
        *self = *self + o;
    }
}
impl V2 {
    fn norm2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }
}

const MASS: [f64; 3] = [1.0, 0.5, 0.1];

fn accelerations(pos: &[V2; 3]) -> [V2; 3] {
    let mut acc = [V2::default(); 3];
    for i in 0..3 {
        for j in 0..3 {
            if i != j {
                let d = pos[j] - pos[i];
                let r2 = d.norm2() + 0.01;
                acc[i] += d * (MASS[j] / (r2 * r2.sqrt()));
            }
        }
    }
    acc
}

#[differentiable]
fn final_distance(pos: [V2; 3], vel: [V2; 3]) -> f64 {
    let (mut pos, mut vel) = (pos, vel);
    let dt = 0.05;
    for _ in 0..10 {
        let acc = accelerations(&pos);
        for i in 0..3 {
            vel[i] += acc[i] * dt;
            pos[i] += vel[i] * dt;
        }
    }
    (pos[0] - pos[2]).norm2().sqrt()
}

// checks
fn main() {
    let v = |x: &[f64]| -> [V2; 3] { std::array::from_fn(|i| V2 { x: x[2 * i], y: x[2 * i + 1] }) };
    let flat = |p: [V2; 3]| p.map(|v| [v.x, v.y]);
    let x = [0.0, 0.0, 1.0, 0.1, -0.5, 1.2, 0.0, 0.1, 0.0, 0.9, -0.7, 0.0];
    check::grad("final_distance", &x, |x| final_distance(v(x), v(&x[6..])), |x| {
        let (p, q) = final_distance::grad(v(x), v(&x[6..]));
        (flat(p), flat(q))
    });
}
