//! What derefs to an implementation has a method of that name itself, in another module: Rust calls that one.

use burtorch::differentiable;

#[differentiable]
trait Potential {
    fn energy(&self, r: f64) -> f64;
}

pub struct Harmonic;

impl Potential for Harmonic {
    fn energy(&self, r: f64) -> f64 {
        r * r
    }
}

mod other {
    pub struct Damped(pub super::Harmonic);

    impl std::ops::Deref for Damped {
        type Target = super::Harmonic;

        fn deref(&self) -> &super::Harmonic {
            &self.0
        }
    }

    impl Damped {
        pub fn energy(&self, r: f64) -> f64 {
            r * 3.0
        }
    }
}

#[differentiable(wrt(r))]
fn f(bond: &other::Damped, r: f64) -> f64 {
    bond.energy(r)
}

fn main() {
    println!("{}", f::grad(&other::Damped(Harmonic), 2.0));
}
