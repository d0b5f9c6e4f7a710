use burtorch::differentiable;

#[differentiable]
fn by_trait(x: f64, g: impl Fn(f64) -> f64) -> f64 {
    x * g(1.0)
}

#[differentiable]
fn by_generic<G: Fn(f64) -> f64>(x: f64, g: G) -> f64 {
    x * g(1.0)
}

#[differentiable]
fn by_where<G>(x: f64, mut g: G) -> f64
where
    G: FnMut(f64) -> f64,
{
    x * g(1.0)
}

fn main() {
    by_trait::grad(1.0, |x: f64| x);
    by_generic::grad(1.0, |x: f64| x);
    by_where::grad(1.0, |x: f64| x);
}
