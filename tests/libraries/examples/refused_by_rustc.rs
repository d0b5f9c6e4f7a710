//! The same for what rustc is asked about: each line with an `error` in its comment is refused with these words.
#![allow(unused)]

use burtorch::differentiable;
use nalgebra::{Rotation3, Vector3};

#[differentiable] // error: `Rotation<f64, 3>` is not the float type of this function
fn what_is_not_differentiated_has_another_type(x: Vector3<f64>) -> f64 {
    let r = Rotation3::from_euler_angles(1.0, 0.0, 0.0);
    (r * x).norm()
}

mod inner {
    #[derive(Clone, Copy)]
    pub struct Vector3<T> {
        pub x: T,
    }

    impl Vector3<f64> {
        pub fn new(x: f64, y: f64, z: f64) -> Self {
            Vector3 { x }
        }

        pub fn norm(&self) -> f64 {
            self.x
        }
    }
}

#[differentiable]
// error: `Vector3` here is not that of `nalgebra`
fn a_type_of_the_same_name(x: f64, #[constant] v: &Vector3<f64>) -> f64 {
    use inner::Vector3;
    Vector3::new(x, x, x).norm() + v.x
}

fn main() {}
