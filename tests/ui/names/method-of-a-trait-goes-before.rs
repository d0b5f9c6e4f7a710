use burtorch::{Differentiable, differentiable};
mod other {
    pub trait Norm {
        fn norm(self) -> f64;
    }
    impl Norm for &super::V2 {
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
    fn norm(self) -> f64 {
        self.x * self.x + self.y
    }
}
#[differentiable]
fn f(v: &V2) -> f64 {
    v.norm()
}
fn main() {
    let v = V2 { x: 3.0, y: 3.0 };
    println!("{} {:?}", f(&v), f::value_and_grad(&v));
}
