use burtorch::differentiable;

type Frame = [[f64; 2]; 2];

#[differentiable]
fn trace(m: &Frame) -> f64 {
    m[0][0] + m[1][1]
}

fn main() {}
