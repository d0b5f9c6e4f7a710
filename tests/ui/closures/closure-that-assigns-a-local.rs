use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut n = 1;
    let mut add = || n += 4;
    add();
    x * f64::from(n)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
