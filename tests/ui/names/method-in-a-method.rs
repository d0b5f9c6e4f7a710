use burtorch::differentiable;

trait Ext {
    fn relu(self) -> f64;
}

impl Ext for f64 {
    fn relu(self) -> f64 {
        self * self
    }
}

struct Net;

impl Net {
    #[differentiable]
    fn f(&self, x: f64) -> f64 {
        x.relu()
    }
}

fn main() {
    Net.f_grad(2.0);
    burtorch::graph!(|x: f64| x.relu()).grad(2.0);
}
