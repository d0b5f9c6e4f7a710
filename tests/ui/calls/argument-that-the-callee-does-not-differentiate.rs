use burtorch::differentiable;

#[differentiable(wrt(x))]
fn scaled(x: f64, by: f64) -> f64 {
    x * by
}

#[differentiable]
fn f(x: f64) -> f64 {
    scaled(x, x * x)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
