use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    #[no_derivative]
    mass: f64,
}

#[differentiable(structs(Body))]
fn literal(x: f64) -> f64 {
    let body = Body { x, mass: 2.0 * x };
    body.x * body.mass
}

#[differentiable(structs(Body))]
fn assigned(mut body: Body) -> f64 {
    body.mass = body.x;
    body.x * body.mass
}

fn main() {}
