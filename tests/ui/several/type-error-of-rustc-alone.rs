use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y: f64 = "two";
    x * y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
