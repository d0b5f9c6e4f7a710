use burtorch::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn g(points: &[Option<Box<Point>>], x: f64) -> f64 {
    points.len() as f64 * x
}

fn main() {
    g::grad(&[], 1.0);
}
