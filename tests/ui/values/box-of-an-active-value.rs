use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let y = Box::new(x);
    *y * *y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
