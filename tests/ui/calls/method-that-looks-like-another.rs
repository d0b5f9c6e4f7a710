use burtorch::differentiable;
use waves::Waves;

mod waves {
    pub trait Waves {
        fn sine(self) -> f64;
    }

    impl Waves for f64 {
        fn sine(self) -> f64 {
            self.sin()
        }
    }
}

#[differentiable]
fn f(x: f64) -> f64 {
    x.sine()
}

fn main() {
    f::value_and_grad(1.0);
}
