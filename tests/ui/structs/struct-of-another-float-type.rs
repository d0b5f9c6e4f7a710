use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Single {
    x: f32,
}

#[differentiable(structs(Single))]
fn energy(k: f64, p: Single) -> f64 {
    k * f64::from(p.x)
}

fn main() {}
