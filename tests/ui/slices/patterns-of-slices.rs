use burtorch::differentiable;

#[differentiable]
fn match_slice(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => a * a,
        [a, .., b] => a * b,
    }
}

#[differentiable]
fn if_let_slice(x: &[f64]) -> f64 {
    if let [a, b, ..] = x { a * b } else { 0.0 }
}

#[differentiable]
fn while_let_slice(x: &[f64]) -> f64 {
    let mut r = x;
    let mut s = 0.0;
    while let [a, rest @ ..] = r {
        s += a * a;
        r = rest;
    }
    s
}

#[differentiable]
fn let_else(x: &[f64]) -> f64 {
    let [a, b, ..] = x else { return 0.0 };
    a * b
}

fn main() {
    match_slice::grad(&[1.0]);
    if_let_slice::grad(&[1.0]);
    while_let_slice::grad(&[1.0]);
    let_else::grad(&[1.0]);
}
