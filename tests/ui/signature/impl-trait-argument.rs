use burtorch::differentiable;

#[differentiable]
fn f(x: impl burtorch::Float) -> f64 {
    x.to_f64().unwrap()
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
