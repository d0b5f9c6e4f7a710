use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    #[cfg(any())]
    {
        y *= 3.0;
    }
    y *= 2.0;
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
