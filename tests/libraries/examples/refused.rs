//! Each line with an `error` in its comment is refused with these words, and no other line is.
#![allow(unused)]

use burtorch::differentiable;
use nalgebra::{Matrix3, Rotation3, Vector3};

#[differentiable]
fn a_method_that_is_not_known(x: Vector3<f64>) -> f64 {
    x.amax() // error: no derivative is known for `amax` of `SMatrix<f64, 3, 1>` of `nalgebra`
}

#[differentiable]
fn a_function_that_is_not_known(x: f64) -> f64 {
    Matrix3::new_scaling(x).m11 // error: no derivative is known for `new_scaling` of `SMatrix<f64, 3, 3>`
}

#[differentiable]
fn a_type_that_is_not_known(x: f64) -> f64 {
    let r = Rotation3::from_euler_angles(x, 0.0, 0.0); // error: no derivative is known for `Rotation3` of `nalgebra`
    (r * Vector3::new(1.0, x, 2.0)).norm()
}

#[differentiable]
// error: `Rotation3` of `nalgebra` cannot be differentiated
fn an_argument_that_is_not_known(r: Rotation3<f64>) -> f64 {
    0.0
}

#[differentiable]
fn an_index_out_of_bounds(v: Vector3<f64>) -> f64 {
    v[3] // error: index 3 is out of bounds
}

#[differentiable]
fn a_comparison(v: Vector3<f64>) -> f64 {
    if v == Vector3::zeros() { 1.0 } else { v.norm() } // error: `==` of `SMatrix<f64, 3, 1>` cannot be differentiated
}

mod own_trait {
    use burtorch::differentiable;
    use nalgebra::Vector3;

    trait Norm {
        fn norm(self) -> f64;
    }

    impl Norm for Vector3<f64> {
        fn norm(self) -> f64 {
            1.0
        }
    }

    #[differentiable]
    fn a_method_that_goes_before(x: Vector3<f64>) -> f64 {
        x.norm() // error: `norm` here is not the method of the library, because a trait has another one
    }
}

fn main() {}
