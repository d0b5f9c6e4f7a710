use burtorch::differentiable;

#[differentiable]
fn extend(x: &[f64]) -> f64 {
    let mut y = vec![x[0]];
    y.extend(x.iter().map(|v| v * v));
    y[0] * y[1]
}

#[differentiable]
fn extend_from_slice(x: &[f64]) -> f64 {
    let mut y = vec![x[0]];
    y.extend_from_slice(x);
    y[0] * y[1]
}

#[differentiable]
fn resize(x: &[f64]) -> f64 {
    let mut y = vec![x[0]];
    y.resize(3, x[1]);
    y[0] * y[2]
}

#[differentiable]
fn truncate(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.truncate(1);
    y.push(x[0]);
    y[0] * y[1]
}

#[differentiable]
fn clear(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.clear();
    y.push(x[0] * x[0]);
    y[0]
}

#[differentiable]
fn pop(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let a = y.pop().unwrap();
    a * a * y[0]
}

#[differentiable]
fn insert(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.insert(0, x[1] * x[1]);
    y[0] * y[1]
}

#[differentiable]
fn remove(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let a = y.remove(0);
    y[0] * a
}

#[differentiable]
fn append(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![x[0]];
    y.append(&mut z);
    y[0] * y[y.len() - 1]
}

#[differentiable]
fn drain(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let s: f64 = y.drain(..).sum();
    s * s
}

fn main() {
    extend::grad(&[1.0]);
    extend_from_slice::grad(&[1.0]);
    resize::grad(&[1.0]);
    truncate::grad(&[1.0]);
    clear::grad(&[1.0]);
    pop::grad(&[1.0]);
    insert::grad(&[1.0]);
    remove::grad(&[1.0]);
    append::grad(&[1.0]);
    drain::grad(&[1.0]);
}
