use burtorch::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let _z = y + 1.0;
    x * x
}

fn main() {
    f(1.0, 2.0);
    f::grad(1.0, 2.0);
}
