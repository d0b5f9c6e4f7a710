use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    match Some(x) {
        Some(y) if y > 1.0 => y * y,
        Some(z) => z,
        _ => x,
    }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
