use burtorch::differentiable;

#[differentiable(factord)]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    f::grad(1.0);
}
