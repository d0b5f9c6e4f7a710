use burtorch::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn f(x: f64) -> f64 {
    square(x, x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
