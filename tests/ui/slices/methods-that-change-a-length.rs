use burtorch::differentiable;

#[differentiable(compiled)]
fn append(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![x[0]];
    y.append(&mut z);
    y[0] * y[y.len() - 1]
}

#[differentiable(compiled)]
fn drain(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let s: f64 = y.drain(..).sum();
    s * s
}

fn main() {
    append::grad(&[1.0]);
    drain::grad(&[1.0]);
}
