use burtorch::differentiable;

#[differentiable]
fn f((x, y): (f64, f64)) -> f64 {
    x * y
}

fn main() {
    f((1.0, 2.0));
    f::grad((1.0, 2.0));
}
