use burtorch::differentiable;

struct Point {
    x: f64,
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.x * p.x
}

fn main() {}
