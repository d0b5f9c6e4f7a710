use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
struct Body {
    #[no_derivative]
    name: String,
}

fn main() {}
