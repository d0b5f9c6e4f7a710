use burtorch::differentiable;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    if x > y { 1.0 } else { 2.0 }
}

fn main() {
    f::grad(1.0, 2.0);
}
