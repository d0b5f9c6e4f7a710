use burtorch::differentiable;

#[differentiable]
fn f(x: f64) {
    let _y = x * x;
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
