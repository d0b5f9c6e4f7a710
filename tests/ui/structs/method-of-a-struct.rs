use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn norm(&self) -> f64 {
        self.x * self.x + self.y * self.y
    }
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.norm() * p.x
}

fn main() {}
