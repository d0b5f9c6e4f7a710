use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut n = 1;
    let place = &mut n;
    *place += 4;
    x * n as f64
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
