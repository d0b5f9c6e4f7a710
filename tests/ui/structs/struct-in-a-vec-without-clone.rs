use burtorch::differentiable;

struct Step {
    x: f64,
    v: f64,
}

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let steps = vec![Step { x, v: 2.0 * x }, Step { x: x.sin(), v: 1.0 }];
    steps.iter().map(|step| step.x * step.v).sum()
}

fn main() {
    let _ = f::grad(1.0);
}
