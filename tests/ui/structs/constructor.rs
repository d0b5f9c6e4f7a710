use burtorch::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

#[differentiable(structs(Point))]
fn f(x: f64) -> f64 {
    let point = Point::new(x, x * x);
    point.x * point.y
}

fn main() {
    f::value_and_grad(1.0);
}
