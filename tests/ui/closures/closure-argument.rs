use burtorch::differentiable;

#[differentiable]
fn f(x: f64, g: &dyn Fn(f64) -> f64) -> f64 {
    g(x) * x
}

fn main() {
    f(1.0, &|x| x);
    f::grad(1.0, &|x| x);
}
