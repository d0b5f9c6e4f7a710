use burtorch::differentiable;

#[differentiable]
fn vec_of_vec(x: &[f64]) -> f64 {
    let mut y = vec![vec![0.0; 2]; x.len()];
    for i in 0..x.len() {
        y[i][0] = x[i] * x[i];
    }
    y[0][0] + y[1][0]
}

fn main() {
    vec_of_vec::grad(&[1.0]);
}
