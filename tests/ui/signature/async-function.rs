use burtorch::differentiable;

#[differentiable]
async fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = f(1.0);
    f::grad(1.0);
}
