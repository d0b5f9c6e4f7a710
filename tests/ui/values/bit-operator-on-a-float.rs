use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y = x ^ 2.0;
    y * y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
