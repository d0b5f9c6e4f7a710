use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let text = format!("{x}");
    x * text.len() as f64
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
