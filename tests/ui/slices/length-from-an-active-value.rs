use burtorch::differentiable;

#[differentiable]
fn active_len_vec(x: &[f64]) -> f64 {
    let n = x[2] as usize;
    let v = vec![x[0]; n + 1];
    v[0] * v[n]
}

fn main() {
    active_len_vec::grad(&[1.0]);
}
