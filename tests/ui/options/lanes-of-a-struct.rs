use burtorch::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable(lanes)]
fn product(p: &Point) -> f64 {
    p.x * p.y
}

fn main() {}
