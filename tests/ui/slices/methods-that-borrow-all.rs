use burtorch::differentiable;

#[differentiable(compiled)]
fn as_mut_index(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.as_mut_slice()[0] = x[1] * x[1];
    v[0]
}

#[differentiable(compiled)]
fn as_mut(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let s: &mut [f64] = v.as_mut();
    s[0] = x[1] * x[1];
    v[0]
}

#[differentiable(compiled)]
fn mut_paren_index(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    (&mut v)[0] = x[1] * x[1];
    v[0]
}

fn main() {
    as_mut_index::grad(&[1.0]);
    as_mut::grad(&[1.0]);
    mut_paren_index::grad(&[1.0]);
}
