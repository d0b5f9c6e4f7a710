use burtorch::differentiable;

struct Point {
    k: f64,
}

#[differentiable]
fn f(x: f64) -> f64 {
    let mut p = Point { k: 1.0 };
    p.k = 2.0;
    p.k * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
