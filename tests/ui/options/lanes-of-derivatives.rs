use burtorch::differentiable;

#[differentiable]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable(lanes)]
fn slope(x: f64) -> f64 {
    cube::grad(x) * x
}

fn main() {}
