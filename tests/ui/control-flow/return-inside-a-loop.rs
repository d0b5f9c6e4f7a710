use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..10 {
        if y > 100.0 {
            return y;
        }
        y *= x;
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
