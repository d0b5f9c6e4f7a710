use burtorch::{Float, Real, differentiable};

trait Ext {
    fn sqr(self) -> Self;
}

impl Ext for f64 {
    fn sqr(self) -> f64 {
        self * self * self
    }
}

#[differentiable]
fn f<T: Float + Ext>(x: T) -> T {
    x.sqr()
}

fn main() {
    f::grad(2.0);
    let _ = 2.0_f64.relu();
}
