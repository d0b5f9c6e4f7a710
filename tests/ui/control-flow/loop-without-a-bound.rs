use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= 0.5;
        if y < 1.0 {
            return y;
        }
    }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
