use burtorch::differentiable;
mod other {
    pub struct W(pub super::Spring);
    impl std::ops::Deref for W {
        type Target = super::Spring;
        fn deref(&self) -> &super::Spring {
            &self.0
        }
    }
    impl W {
        pub fn force(&self, x: f64) -> f64 {
            7.0 * x
        }
    }
}
struct Spring {
    k: f64,
}
impl Spring {
    fn force(&self, x: f64) -> f64 {
        self.k * x * x
    }
}
#[differentiable]
fn f(x: f64, #[constant] w: &other::W) -> f64 {
    w.force(x)
}
fn main() {
    let w = other::W(Spring { k: 2.0 });
    w.0.force(1.0);
    println!("{} {:?}", f(3.0, &w), f::value_and_grad(3.0, &w));
}
