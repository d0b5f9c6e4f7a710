use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    let old = std::mem::replace(&mut y, 2.0);
    y * old
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
