use burtorch::differentiable;

#[differentiable(fast = 8)]
fn f(x: &[f64]) -> f64 {
    x.iter().map(|x| x.exp()).sum::<f64>()
}

fn main() {
    f(&[1.0]);
    f::grad(&[1.0]);
}
