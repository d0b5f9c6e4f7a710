//! What cannot be recorded is said of the argument.

use burtorch::differentiable;

#[differentiable(tape)]
fn passes_a_function(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable(tape)]
fn is_generic<T: Copy>(#[constant] _t: T, x: f64) -> f64 {
    x
}

#[differentiable(tape)]
fn takes_single(x: f32, y: f64) -> f64 {
    f64::from(x) * y
}

#[differentiable(tape)]
fn is_unknown(x: f64, by: std::time::Duration) -> f64 {
    x * by.as_secs_f64()
}

#[differentiable(tape)]
fn changes(x: &mut f64) -> f64 {
    *x += 1.0;
    *x
}

#[differentiable(tape)]
fn has_nothing(n: usize) -> f64 {
    n as f64
}

#[differentiable(tape, wrt(y))]
fn names_another(x: f64) -> f64 {
    x
}

#[differentiable(tape, lanes)]
fn wants_lanes(x: f64) -> f64 {
    x
}

#[differentiable(tape)]
fn borrows(x: &[(f64, &str)]) -> f64 {
    x[0].0
}

fn main() {}
