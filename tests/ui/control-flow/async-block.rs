use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let later = async { 2.0 };
    drop(later);
    x * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
