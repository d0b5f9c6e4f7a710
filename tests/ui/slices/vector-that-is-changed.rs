use burtorch::differentiable;

#[differentiable]
fn f(x: f64, all: &mut Vec<f64>) {
    all.push(x);
}

fn main() {
    f(1.0, &mut Vec::new());
}
