use burtorch::{derivative, differentiable};

#[differentiable]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = cube)]
fn slope(x: f64) -> f64 {
    3.0 * x * x
}

fn main() {
    cube(slope(1.0));
}
