use burtorch::differentiable;

#[differentiable]
fn argument(x: f64, n: usize) -> f64 {
    x * n
}

#[differentiable]
fn of_a_method(x: f64) -> f64 {
    x.powf(2)
}

#[differentiable]
fn power(x: f64) -> f64 {
    x.powi(2.0)
}

#[differentiable]
fn comparison(x: f64) -> f64 {
    if x > 0 { x } else { -x }
}

#[differentiable]
fn local(x: f64) -> f64 {
    let y: f64 = 1;
    x * y
}

#[differentiable]
fn length(x: &[f64]) -> f64 {
    x[0] / x.len()
}

fn main() {
    argument::grad(1.0, 2);
    of_a_method::grad(1.0);
    power::grad(1.0);
    comparison::grad(1.0);
    local::grad(1.0);
    length::grad(&[1.0]);
}
