use burtorch::differentiable;

#[differentiable(checkpoint = sqrt)]
fn f(x: f64) -> f64 {
    let mut y = x;
    while y < 1.0 {
        y *= 2.0;
    }
    y
}

fn main() {
    f(0.3);
}
