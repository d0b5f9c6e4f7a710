use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let mut y = x;
    let mut rest = vec![1.0, 2.0];
    while let Some(ref k) = rest.pop() {
        y *= *k;
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
