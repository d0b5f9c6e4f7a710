use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> (f64, usize) {
    (x * x, 2)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
