use burtorch::{Differentiable, differentiable};
mod other {

    pub trait Norm {
        fn norm(self) -> f64;
    }
    impl Norm for super::V2 {
        fn norm(self) -> f64 {
            7.0 * self.x
        }
    }
}
use other::Norm;
#[derive(Clone, Copy, Debug, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}
impl V2 {
    fn norm(&self) -> f64 {
        self.x * self.x + self.y
    }
}
#[differentiable]
fn f(x: f64) -> f64 {
    let v = V2 { x, y: x };
    v.norm()
}
fn main() {
    println!("{} {:?}", f(3.0), f::value_and_grad(3.0));
}
