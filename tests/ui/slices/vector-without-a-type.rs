use burtorch::differentiable;

#[differentiable]
fn push_vec_new_untyped(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for a in x {
        v.push(a * a);
    }
    v[0] * v[1]
}

#[differentiable]
fn vec_with_capacity(x: &[f64]) -> f64 {
    let mut v = Vec::with_capacity(2);
    v.push(x[0]);
    v[0] * v[0]
}

#[differentiable]
fn tuples_in_vec(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for a in x {
        v.push((*a, a * a));
    }
    v[0].1 * v[1].0
}

fn main() {
    push_vec_new_untyped::grad(&[1.0]);
    vec_with_capacity::grad(&[1.0]);
    tuples_in_vec::grad(&[1.0]);
}
