use burtorch::differentiable;

#[differentiable(wrt(z))]
async fn f(_x: &mut f64, _y: &[f64]) -> &'static str {
    "a"
}

fn main() {}
