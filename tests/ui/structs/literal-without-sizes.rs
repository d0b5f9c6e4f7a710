use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Vector<const N: usize> {
    parts: [f64; N],
}

impl<const N: usize> Vector<N> {
    fn of(x: f64) -> Self {
        Vector { parts: [x; N] }
    }
}

#[differentiable(compiled, structs(Vector))]
fn energy(x: f64) -> f64 {
    let v = Vector::of(x);
    let w: Vector<2> = v;
    w.parts[0] * w.parts[1]
}

fn main() {}
