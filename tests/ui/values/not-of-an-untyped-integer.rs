use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let k = 5;
    x * f64::from(!k)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
