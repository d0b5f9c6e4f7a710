use burtorch::differentiable;

#[differentiable(compiled)]
fn powers<const N: usize>(x: f64) -> [f64; N] {
    let mut y = [1.0; N];
    for i in 1..N {
        y[i] = y[i - 1] * x;
    }
    y
}

#[differentiable(compiled)]
fn total<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i];
    }
    sum
}

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let y = powers(x);
    let z: [f64; 3] = y;
    total(&z) + x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
