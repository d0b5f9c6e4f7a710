use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
struct Body {
    at: [f64; 3],
    count: usize,
    name: String,
}

fn main() {}
