use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
struct Body {
    at: Box<f64>,
    table: &'static [f64],
}

fn main() {}
