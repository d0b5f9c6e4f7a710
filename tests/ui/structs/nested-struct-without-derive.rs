use burtorch::Differentiable;

#[derive(Clone)]
struct Point {
    x: f64,
}

#[derive(Clone, Differentiable)]
struct Body {
    at: Point,
}

fn main() {}
