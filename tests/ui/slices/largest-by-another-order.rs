use burtorch::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    x.iter().copied().max_by(|a, b| b.total_cmp(a)).unwrap()
}

fn main() {
    f(&[1.0, 2.0]);
    f::grad(&[1.0, 2.0]);
}
