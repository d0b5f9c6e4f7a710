use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Vector<const N: usize> {
    parts: [f64; N],
}

#[differentiable(structs(Vector))]
fn energy(x: f64) -> f64 {
    let v = Vector { parts: [x, x] };
    v.parts[0] * v.parts[1]
}

fn main() {}
