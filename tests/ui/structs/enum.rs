use burtorch::Differentiable;

#[derive(Clone, Differentiable)]
enum Shape {
    Round(f64),
    Regular { corners: usize, side: f64 },
}

#[derive(Clone, Differentiable)]
enum Kind {
    Flat,
    Steep,
}

fn main() {}
