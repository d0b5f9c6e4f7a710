use burtorch::differentiable;

#[differentiable(first_order)]
type Frame = [[f64; 2]; 2];

fn main() {}
