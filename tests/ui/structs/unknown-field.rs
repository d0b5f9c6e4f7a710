use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.x * p.z
}

fn main() {}
