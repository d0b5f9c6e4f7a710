use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x.next_up()
}

#[differentiable]
fn g(x: f64) -> f64 {
    f(x) * x as i64 as f64
}

fn main() {
    g(f(1.0));
    g::grad(f::grad(1.0));
}
