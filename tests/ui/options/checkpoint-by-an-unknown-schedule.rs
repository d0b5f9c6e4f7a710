use burtorch::differentiable;

#[differentiable(checkpoint = 100)]
fn f(x: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y = y.sin();
    }
    y
}

fn main() {
    f(0.3, 3);
}
