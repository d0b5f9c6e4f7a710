use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x.next_up() * 2.0
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
