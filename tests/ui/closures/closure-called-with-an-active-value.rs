use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let square = |y: f64| y * y;
    square(x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
