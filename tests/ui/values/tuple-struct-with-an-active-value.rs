use burtorch::differentiable;

mod other {
    pub struct Meters(pub f64);
}

use other::Meters;

#[differentiable]
fn f(x: f64) -> f64 {
    let m = Meters(x);
    m.0 * m.0
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
