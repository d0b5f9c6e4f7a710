use burtorch::differentiable;

fn plain(x: f64) -> [f64; 2] {
    [x, x * x]
}

#[differentiable]
fn f(x: f64) -> f64 {
    let y = plain(x);
    y[0] * y[1]
}

fn main() {
    f(1.0);
}
