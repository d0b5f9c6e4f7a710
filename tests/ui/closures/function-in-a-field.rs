use burtorch::differentiable;

struct Model {
    activation: fn(f64) -> f64,
}

#[differentiable]
fn f(x: f64, model: &Model) -> f64 {
    (model.activation)(x) * x
}

fn main() {
    let model = Model { activation: |x| x };
    f(1.0, &model);
    f::grad(1.0, &model);
}
