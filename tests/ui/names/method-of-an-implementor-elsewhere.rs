//! A type that has the trait has a method of that name itself, in another module: Rust calls that one.

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
    impl super::Harmonic {
        pub fn energy(&self, r: f64) -> f64 {
            r * 3.0
        }
    }
}

#[differentiable(wrt(r))]
fn f(bond: &[Harmonic], r: f64) -> f64 {
    bond.iter().map(|bond| bond.energy(r)).sum()
}

fn main() {
    println!("{}", f::grad(&[Harmonic], 2.0));
}
