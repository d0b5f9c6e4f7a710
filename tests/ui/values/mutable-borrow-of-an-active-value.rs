use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    let place = &mut y;
    *place *= 2.0;
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
