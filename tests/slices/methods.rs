//! Methods over slices.

use crate::check::{Scalar, flat};
use burtorch::differentiable;

struct Springs {
    stiffness: f64,
    rest: Vec<f64>,
}

impl Springs {
    #[differentiable(method)]
    fn energy(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            let stretch = x[i] - x[i - 1] - self.rest[i - 1];
            sum += self.stiffness * stretch * stretch * x[0];
        }
        sum
    }

    #[differentiable(method)]
    fn twice(&self, x: &[f64], n: usize) -> f64 {
        let mut y = x.to_vec();
        let mut sum = 0.0;
        for _ in 0..n {
            sum += self.energy(&y) * Self::scale(&y);
            for v in y.iter_mut() {
                *v *= 0.5 + self.stiffness;
            }
        }
        sum
    }

    #[differentiable(method)]
    fn scale(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).sum::<f64>() + 1.0
    }
}

#[test]
fn methods() {
    let springs = Springs { stiffness: 0.7, rest: vec![0.1, -0.4, 0.3, 0.2, 0.1, 0.6] };
    Scalar {
        name: "energy",
        value: &|x| springs.energy(x),
        value_and_grad: &|x| springs.energy_value_and_grad(x),
        grad: &|x| springs.energy_grad(x),
        vjp: &|x, seed| springs.energy_vjp(x, seed),
        jvp: &|x, v| springs.energy_jvp(x, v),
        hvp: Some(&|x, v| springs.energy_hvp(x, v)),
        hessian: None,
        exact: true,
    }
    .check(crate::cases::ANY);
    Scalar {
        name: "twice",
        value: &|x| springs.twice(x, 2),
        value_and_grad: &|x| springs.twice_value_and_grad(x, 2),
        grad: &|x| springs.twice_grad(x, 2),
        vjp: &|x, seed| springs.twice_vjp((x, 2), seed),
        jvp: &|x, v| springs.twice_jvp((x, 2), v),
        hvp: Some(&|x, v| springs.twice_hvp((x, 2), v)),
        hessian: None,
        exact: true,
    }
    .check(crate::cases::SOME);
    Scalar {
        name: "scale",
        value: &|x| Springs::scale(x),
        value_and_grad: &|x| Springs::scale_value_and_grad(x),
        grad: &|x| Springs::scale_grad(x),
        vjp: &|x, seed| Springs::scale_vjp(x, seed),
        jvp: &|x, v| Springs::scale_jvp(x, v),
        hvp: Some(&|x, v| flat(Springs::scale_hvp(x, v))),
        hessian: None,
        exact: true,
    }
    .check(crate::cases::ANY);
}

#[test]
fn methods_with_a_scratch() {
    let springs = Springs { stiffness: 0.7, rest: vec![0.1, -0.4, 0.3] };
    let x = [0.3, -0.2, 1.1, 0.7];
    let mut scratch = burtorch::Scratch::new();
    let mut gradient = [0.0; 4];
    let value = springs.twice_grad_into(&x, 2, &mut gradient, &mut scratch);
    assert_eq!(value, springs.twice(&x, 2));
    assert_eq!(gradient.to_vec(), springs.twice_grad(&x, 2));
}
