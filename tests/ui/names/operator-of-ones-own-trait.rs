use burtorch::{Differentiable, differentiable};
mod other {
    impl std::ops::Add for super::V2 {
        type Output = super::V2;
        fn add(self, o: super::V2) -> super::V2 {
            super::V2 { x: 7.0 * self.x + o.x, y: self.y }
        }
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}
trait Add {
    type Output;
    fn add(self, o: Self) -> Self::Output;
}
impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}
#[differentiable]
fn f(v: V2) -> f64 {
    let w = v + v;
    w.x * w.y
}
fn main() {
    let v = V2 { x: 3.0, y: 3.0 };
    let _ = Add::add(v, v);
    println!("{} {:?}", f(v), f::value_and_grad(v));
}
