use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    if x > 0.0 { x.next_up() } else { (-x).next_up() }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
