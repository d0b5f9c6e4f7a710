use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> bool {
    x > 0.0
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
