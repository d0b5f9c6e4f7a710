use burtorch::differentiable;

#[differentiable]
fn f(p: (f64, i32)) -> f64 {
    p.0 * f64::from(p.1)
}

fn main() {
    f((1.0, 2));
    f::grad((1.0, 2));
}
