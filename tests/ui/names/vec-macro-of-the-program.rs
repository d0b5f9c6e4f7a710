use burtorch::differentiable;

macro_rules! vec {
    ($($value:expr),*) => { [$($value * 2.0),*] };
}

#[differentiable]
fn f(x: f64) -> f64 {
    let v = vec![x, x * x];
    v[0] * v[1]
}

fn main() {
    f::grad(1.0);
}
