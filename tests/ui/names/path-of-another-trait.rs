use burtorch::differentiable;

trait Angle {
    fn sin(self) -> f64;
    fn one() -> f64;
}

impl Angle for f64 {
    fn sin(self) -> f64 {
        self
    }
    fn one() -> f64 {
        2.0
    }
}

#[differentiable]
fn f(x: f64) -> f64 {
    <f64 as Angle>::sin(x) * x
}

#[differentiable]
fn g(x: f64) -> f64 {
    x * f64::one()
}

fn main() {
    f::grad(1.0);
    g::grad(1.0);
}
