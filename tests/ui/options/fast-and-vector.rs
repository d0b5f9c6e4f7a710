use burtorch::differentiable;

#[differentiable(fast, vector)]
fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    let _: f64 = f::grad(1.0);
}
