use burtorch::differentiable;

fn plain(x: f64, n: usize) -> [f64; 2] {
    if n == 0 { [x, x * x] } else { plain(x * x, n - 1) }
}

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let y = plain(x, 2);
    y[0] * y[1]
}

fn main() {
    f(1.0);
}
