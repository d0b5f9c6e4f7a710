use burtorch::differentiable;

#[differentiable]
fn pair(x: f64) -> (f64, f64) {
    (x, x * x)
}

#[differentiable]
fn f(x: f64) -> f64 {
    pair(x).0 * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
