use burtorch::differentiable;

#[differentiable(compiled)]
fn while_let_slice(x: &[f64]) -> f64 {
    let mut r = x;
    let mut s = 0.0;
    while let [a, rest @ ..] = r {
        s += a * a;
        r = rest;
    }
    s
}

#[differentiable(compiled)]
fn let_else(x: &[f64]) -> f64 {
    let [a, b, ..] = x else { return 0.0 };
    a * b
}

fn main() {
    while_let_slice::grad(&[1.0]);
    let_else::grad(&[1.0]);
}
