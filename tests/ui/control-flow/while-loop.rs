use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    while y > 1.0 {
        y *= 0.5;
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
