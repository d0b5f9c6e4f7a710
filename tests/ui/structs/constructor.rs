use burtorch::differentiable;
use points::Point;

mod points {
    #[derive(burtorch::Differentiable, Clone, Copy)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl Point {
        pub fn new(x: f64, y: f64) -> Point {
            Point { x, y }
        }
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
