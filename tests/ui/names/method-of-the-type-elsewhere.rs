use burtorch::{Differentiable, differentiable};
mod other {
    impl super::V2 {
        pub fn norm(&self) -> f64 {
            7.0 * self.x
        }
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}
trait Norm {
    fn norm(&self) -> f64;
}
impl Norm for V2 {
    fn norm(&self) -> f64 {
        self.x * self.x + self.y
    }
}
#[differentiable]
fn f(v: &V2) -> f64 {
    v.norm()
}
#[differentiable]
fn g(v: &V2) -> f64 {
    V2::norm(v)
}
fn main() {
    let v = V2 { x: 3.0, y: 3.0 };
    Norm::norm(&v);
    println!("{} {:?} {:?}", f(&v), f::value_and_grad(&v), g::grad(&v));
}
