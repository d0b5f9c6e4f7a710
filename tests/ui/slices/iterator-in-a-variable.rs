use burtorch::differentiable;

#[differentiable(compiled)]
fn iter_next(x: &[f64]) -> f64 {
    let mut i = x.iter();
    let a = i.next().unwrap();
    a * a
}

#[differentiable(compiled)]
fn peekable(x: &[f64]) -> f64 {
    let mut i = x.iter().peekable();
    let a = i.next().unwrap();
    a * a
}

#[differentiable(compiled)]
fn iter_variable(x: &[f64]) -> f64 {
    let squares = x.iter().map(|v| v * v);
    squares.sum()
}

fn main() {
    iter_next::grad(&[1.0]);
    peekable::grad(&[1.0]);
    iter_variable::grad(&[1.0]);
}
