use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    2 * x
}

fn main() {
    f::value_and_grad(1.0);
}
