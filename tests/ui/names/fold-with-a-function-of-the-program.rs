use burtorch::differentiable;

mod my {
    pub fn max(a: f64, b: f64) -> f64 {
        a * b
    }
}

#[differentiable]
fn f(x: &[f64; 3]) -> f64 {
    x.iter().copied().fold(1.0, my::max)
}

fn main() {
    f::grad(&[1.0; 3]);
}
