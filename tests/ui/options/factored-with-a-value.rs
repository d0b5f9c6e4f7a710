use burtorch::differentiable;

#[differentiable(factored = true)]
fn f(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    f(1.0, 2.0);
    f::grad(1.0, 2.0);
}
