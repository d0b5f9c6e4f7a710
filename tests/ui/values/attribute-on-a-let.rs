use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let k = 2.0;
    #[cfg(any())]
    let k = 3.0;
    x * k
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
