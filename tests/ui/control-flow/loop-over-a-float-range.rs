use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = 0.0;
    for t in 0.0..x {
        y += t;
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
