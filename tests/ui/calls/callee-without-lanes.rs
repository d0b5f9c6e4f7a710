use burtorch::differentiable;

#[differentiable]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[differentiable(lanes)]
fn twice(x: f64) -> f64 {
    2.0 * cube(x)
}

#[differentiable(lanes)]
fn more(x: &[f64]) -> f64 {
    total(x) * x[0]
}

fn main() {}
