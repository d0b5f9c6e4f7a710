use burtorch::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..10 {
        if i == n {
            break;
        }
        y *= x;
    }
    y
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
