use burtorch::differentiable;

#[differentiable]
fn f(x: f64, _: f64) -> f64 {
    x * x
}

fn main() {
    f(1.0, 2.0);
    f::grad(1.0, 2.0);
}
