use burtorch::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn f(p: &Point, x: f64) -> f64 {
    p.x * x
}

#[differentiable]
fn g(points: &[Option<Box<Point>>], x: f64) -> f64 {
    points.len() as f64 * x
}

fn main() {
    f::grad(&Point { x: 1.0 }, 1.0);
    g::grad(&[], 1.0);
}
