use burtorch::Differentiable;

#[derive(Clone)]
enum Shape {
    Round,
}

#[derive(Clone, Differentiable)]
struct Body {
    x: f64,
    #[no_derivative]
    shape: Shape,
}

fn main() {}
