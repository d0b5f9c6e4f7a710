use burtorch::differentiable;

#[differentiable]
fn f(x: [f64; 2]) -> f64 {
    x.map(|y| y * y)[0]
}

fn main() {
    f([1.0, 2.0]);
    f::grad([1.0, 2.0]);
}
