use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
enum Shape {
    Round(f64),
}

fn main() {}
