use burtorch::differentiable;

#[differentiable(compiled)]
fn try_into_array(x: &[f64]) -> f64 {
    let a: [f64; 2] = x[..2].try_into().unwrap();
    a[0] * a[1]
}

#[differentiable(compiled)]
fn try_into_ref(x: &[f64]) -> f64 {
    let a: &[f64; 2] = x[..2].try_into().unwrap();
    a[0] * a[1]
}

#[differentiable(compiled)]
fn boxed_slice(x: &[f64]) -> f64 {
    let b: Box<[f64]> = x.to_vec().into_boxed_slice();
    b[0] * b[0]
}

#[differentiable(compiled)]
fn slice_into_vec(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.into();
    v[0] * v[0]
}

#[differentiable(compiled)]
fn vec_from(x: &[f64]) -> f64 {
    let v = Vec::from(x);
    v[0] * v[0]
}

#[differentiable(compiled)]
fn repeat(x: &[f64]) -> f64 {
    let y = x.repeat(2);
    y[0] * y[1]
}

fn main() {
    try_into_array::grad(&[1.0]);
    try_into_ref::grad(&[1.0]);
    boxed_slice::grad(&[1.0]);
    slice_into_vec::grad(&[1.0]);
    vec_from::grad(&[1.0]);
    repeat::grad(&[1.0]);
}
