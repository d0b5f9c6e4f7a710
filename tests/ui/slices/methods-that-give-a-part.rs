use burtorch::differentiable;

#[differentiable(compiled)]
fn first_chunk(x: &[f64]) -> f64 {
    let a: &[f64; 2] = x.first_chunk().unwrap();
    a[0] * a[1]
}

#[differentiable(compiled)]
fn array_chunks_as(x: &[f64]) -> f64 {
    let (c, _) = x.as_chunks::<2>();
    c[0][0] * c[1][1]
}

#[differentiable(compiled)]
fn chunks_exact_remainder(x: &[f64]) -> f64 {
    let c = x.chunks_exact(3);
    let r = c.remainder();
    r[0] * r[0]
}

#[differentiable(compiled)]
fn last_mut(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    *y.last_mut().unwrap() *= 3.0;
    y[0] * y[3]
}

fn main() {
    first_chunk::grad(&[1.0]);
    array_chunks_as::grad(&[1.0]);
    chunks_exact_remainder::grad(&[1.0]);
    last_mut::grad(&[1.0]);
}
