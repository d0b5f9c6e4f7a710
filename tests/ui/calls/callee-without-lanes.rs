use burtorch::differentiable;

/// What stands in another module is called, not differentiated in place.
mod elsewhere {
    use burtorch::differentiable;

    #[differentiable]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }

    #[differentiable]
    pub fn total(x: &[f64]) -> f64 {
        x.iter().sum()
    }
}

use elsewhere::{cube, total};

#[differentiable(lanes)]
fn twice(x: f64) -> f64 {
    2.0 * cube(x)
}

#[differentiable(lanes)]
fn more(x: &[f64]) -> f64 {
    total(x) * x[0]
}

fn main() {}
