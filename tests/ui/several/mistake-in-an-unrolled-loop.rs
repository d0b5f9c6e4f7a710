use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    for i in 0..3 {
        y += x.next_up() * f64::from(i);
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
