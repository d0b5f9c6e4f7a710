use burtorch::differentiable;

mod shapes {
    pub type Square<const N: usize> = [[f64; N]; N];
}

#[differentiable]
fn g<const N: usize>(m: &shapes::Square<N>, x: f64) -> f64 {
    m[0][N - 1] * x
}

fn main() {
    g::grad(&[[1.0; 2]; 2], 1.0);
}
