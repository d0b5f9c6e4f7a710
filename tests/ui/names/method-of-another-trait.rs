use burtorch::differentiable;

trait Ext {
    fn sqr(self) -> f64;
}

impl Ext for f64 {
    fn sqr(self) -> f64 {
        self * self * self
    }
}

#[differentiable]
fn f(x: f64) -> f64 {
    x.sqr()
}

fn main() {
    f::grad(2.0);
}
