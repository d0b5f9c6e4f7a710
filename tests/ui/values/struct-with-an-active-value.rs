use burtorch::differentiable;

mod other {
    pub struct Point {
        pub x: f64,
    }
}

use other::Point;

#[differentiable]
fn f(x: f64) -> f64 {
    let p = Point { x };
    p.x * p.x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
