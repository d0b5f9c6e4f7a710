use burtorch::differentiable;

struct Point {
    x: f64,
}

#[differentiable]
fn f(p: Point) -> f64 {
    p.x * p.x
}

fn main() {
    f(Point { x: 1.0 });
    f::grad(Point { x: 1.0 });
}
