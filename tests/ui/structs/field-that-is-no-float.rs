use burtorch::Differentiable;

/// Integers, truth values and texts need no mark.
#[derive(Clone, Differentiable)]
struct Body {
    at: [f64; 3],
    count: usize,
    name: String,
    // A reference may lead anywhere.
    label: &'static str,
    pair: (f64, u8),
}

fn main() {}
