use burtorch::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    match n {
        k if k > 2 => x * x,
        _ => x,
    }
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
