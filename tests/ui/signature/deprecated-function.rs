#![deny(deprecated)]

use burtorch::differentiable;

mod library {
    #[deprecated(note = "use `new`")]
    #[burtorch::differentiable]
    pub fn old(x: f64) -> f64 {
        x * x
    }

    pub struct Model;

    impl Model {
        #[deprecated]
        #[burtorch::differentiable]
        pub fn energy(&self, x: f64) -> f64 {
            x * x
        }
    }
}

// Once, where it is written.
#[differentiable]
fn caller(x: f64) -> f64 {
    library::old(x)
}

fn main() {
    let _ = library::old::grad(1.0);
    let _ = library::Model.energy_grad(1.0);
    let _ = caller::hvp(1.0, 1.0);
}
