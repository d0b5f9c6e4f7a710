use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut all = vec![1.0];
    all[0] = 2.0;
    x * all[0]
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
