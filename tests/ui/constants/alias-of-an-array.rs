use burtorch::differentiable;

type Matrix = [[f64; 2]; 2];
type Square<const N: usize> = [[f64; N]; N];

#[differentiable]
fn f(m: &Matrix, x: f64) -> f64 {
    m[0][1] * x
}

#[differentiable]
fn g<const N: usize>(m: &Square<N>, x: f64) -> f64 {
    m[0][N - 1] * x
}

fn main() {
    f::grad(&[[1.0; 2]; 2], 1.0);
    g::grad(&[[1.0; 2]; 2], 1.0);
}
