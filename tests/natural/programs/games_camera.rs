// A look-at camera: unit vectors, crosses, perspective division.
use burtorch::{Differentiable, differentiable};
use std::ops::{Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3(f64, f64, f64);

impl Vec3 {
    const UP: Vec3 = Vec3(0.0, 1.0, 0.0);
    fn dot(self, o: Vec3) -> f64 {
        self.0 * o.0 + self.1 * o.1 + self.2 * o.2
    }
    fn cross(self, o: Vec3) -> Vec3 {
        Vec3(self.1 * o.2 - self.2 * o.1, self.2 * o.0 - self.0 * o.2, self.0 * o.1 - self.1 * o.0)
    }
    fn normalize(self) -> Vec3 {
        self / self.dot(self).sqrt()
    }
}
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3(self.0 - o.0, self.1 - o.1, self.2 - o.2)
    }
}
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3(-self.0, -self.1, -self.2)
    }
}
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, s: f64) -> Vec3 {
        Vec3(self.0 * s, self.1 * s, self.2 * s)
    }
}
impl Div<f64> for Vec3 {
    type Output = Vec3;
    fn div(self, s: f64) -> Vec3 {
        self * (1.0 / s)
    }
}

#[differentiable(wrt(eye, fov))]
fn screen_error(eye: Vec3, target: Vec3, fov: f64, point: Vec3, seen: (f64, f64)) -> f64 {
    let forward = (target - eye).normalize();
    let right = forward.cross(Vec3::UP).normalize();
    let up = -forward.cross(right);
    let d = point - eye;
    let f = 1.0 / (fov / 2.0).tan();
    let (u, v) = (f * d.dot(right) / d.dot(forward), f * d.dot(up) / d.dot(forward));
    (u - seen.0).powi(2) + (v - seen.1).powi(2)
}

// checks
fn main() {
    let (target, point) = (Vec3(0.0, 0.5, 0.0), Vec3(0.7, 0.2, -0.4));
    let f = |x: &[f64]| screen_error(Vec3(x[0], x[1], x[2]), target, x[3], point, (0.1, -0.1));
    check::grad("screen_error", &[2.0, 1.5, 4.0, 0.9], f, |x| {
        let (e, fov) = screen_error::grad(Vec3(x[0], x[1], x[2]), target, x[3], point, (0.1, -0.1));
        ([e.0, e.1, e.2], fov)
    });
}
