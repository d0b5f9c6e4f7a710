use burtorch::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    match n {
        #[cfg(any())]
        0 => x,
        _ => x * x,
    }
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
