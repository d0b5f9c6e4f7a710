use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    x * if x > 0.0 { 2.0 } else { return x }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
