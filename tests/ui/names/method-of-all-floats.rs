use burtorch::{Float, differentiable};

trait Ext: Float {
    fn sigmoid(self) -> Self {
        self * self
    }
}

impl<T: Float> Ext for T {}

#[differentiable]
fn f(x: f64) -> f64 {
    x.sigmoid()
}

#[differentiable]
fn g<T: Float>(x: T) -> T {
    x.sigmoid()
}

fn main() {
    f::grad(2.0);
    g::grad(2.0);
}
