use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let inside = (0.0..x).contains(&0.5);
    if inside { x * x } else { x }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
