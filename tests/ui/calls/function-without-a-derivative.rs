use burtorch::differentiable;

fn plain(x: f64) -> f64 {
    const FACTOR: f64 = 2.0;
    FACTOR * x * x
}

#[differentiable]
fn f(x: f64) -> f64 {
    plain(x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
