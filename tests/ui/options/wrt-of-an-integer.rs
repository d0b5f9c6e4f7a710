use burtorch::differentiable;

#[differentiable(wrt(y))]
fn f(x: f64, y: i32) -> f64 {
    x.powi(y)
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
