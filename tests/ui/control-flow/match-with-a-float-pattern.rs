use burtorch::differentiable;

#[differentiable(wrt(x))]
fn f(x: f64, scale: f64) -> f64 {
    match scale {
        0.0 => x,
        _ => x * scale,
    }
}

fn main() {
    f(1.0, 2.0);
    f::grad(1.0, 2.0);
}
