use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..100_000 {
        y += x.next_up();
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
