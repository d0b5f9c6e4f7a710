use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
struct Body<'a> {
    x: f64,
    #[no_derivative]
    name: &'a str,
}

fn main() {}
