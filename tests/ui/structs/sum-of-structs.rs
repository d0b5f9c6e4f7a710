use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

impl std::ops::Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
fn energy(p: Point, q: Point) -> f64 {
    let r = p + q;
    r.x
}

fn main() {}
