use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    if x > 0.0 { 1.0 } else { 2.0 }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
