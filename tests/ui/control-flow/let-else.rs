use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64, size: Option<usize>) -> f64 {
    let Some(n @ 1..) = size else {
        return x;
    };
    x * n as f64
}

fn main() {
    f(1.0, Some(2));
    f::grad(1.0, Some(2));
}
