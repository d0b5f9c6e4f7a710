use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut all: Vec<f64> = Vec::new();
    all.push(x);
    all[0] * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
