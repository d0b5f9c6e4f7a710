use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut a = x;
    let g = move |b: f64| a * b;
    a += 1.0;
    g(a)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
