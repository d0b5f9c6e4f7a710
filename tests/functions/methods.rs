//! Methods: sibling methods in an `impl`, with and without `self`.

use crate::check::{Scalar, Several, flat};
use burtorch::{Float, differentiable};

/// A case of a method `$f` of `$this`, whose derivatives are named in brackets.
macro_rules! method {
    (|$x:ident| $this:expr => $f:ident [$vg:ident $g:ident $vjp:ident $jvp:ident $hvp:ident $hessian:ident]
        ($($arg:expr),*) along ($($v:expr),*) at $([$($at:expr),*]),*) => {
        Scalar {
            name: stringify!($f),
            value: &|$x| $this.$f($($arg),*),
            value_and_grad: &|$x| {
                let (value, gradient) = $this.$vg($($arg),*);
                (value, flat(gradient))
            },
            grad: &|$x| flat($this.$g($($arg),*)),
            vjp: &|$x, seed| {
                let (value, gradient) = $this.$vjp(($($arg),*), seed);
                (value, flat(gradient))
            },
            jvp: &|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                $this.$jvp(point, ($($v),*))
            },
            hvp: Some(&|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                flat($this.$hvp(point, ($($v),*)))
            }),
            hessian: Some(Box::new(|$x| $this.$hessian($($arg),*).map(|row| flat(row)).to_vec())),
            exact: true,
        }
        .check(&[$(&[$($at),*]),*]);
    };
}

/// A spring.
#[derive(Clone, Copy)]
pub struct Spring {
    pub stiffness: f64,
    rest: [f64; 2],
    order: usize,
}

impl Spring {
    const DAMPING: f64 = 0.25;

    /// Half the stiffness times the square of the stretch.
    #[differentiable]
    pub fn energy(&self, x: f64) -> f64 {
        let stretch = x - self.rest[0];
        0.5 * self.stiffness * stretch * stretch + Self::DAMPING * x.sin()
    }

    #[differentiable]
    fn consumed(self, x: &[f64; 2]) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            sum += x[i] * self.rest[i] * x[self.order];
        }
        sum * self.stiffness
    }

    #[differentiable]
    fn total(&self, x: f64, y: f64) -> f64 {
        let first = self.energy(x * y);
        let mut sum = first * self.energy(y);
        for i in 0..2 {
            sum += self.energy(x) * self.rest[i];
        }
        sum + self.plain(2)
    }

    fn plain(&self, n: i32) -> f64 {
        self.stiffness * f64::from(n)
    }

    #[differentiable(method)]
    fn free(x: f64, n: i32) -> f64 {
        x * x * Self::DAMPING + x * f64::from(n)
    }

    #[differentiable(method)]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn calls_a_sibling_without_self(&self, x: f64) -> f64 {
        Self::square(x) * x
    }

    #[differentiable(method, wrt(x))]
    pub(crate) fn picked(&self, x: f64, y: f64) -> f64 {
        x * x * y * self.stiffness
    }

    #[differentiable]
    fn scaled<T: Float>(&self, x: T, y: T) -> T {
        if self.order > 0 { x * y * y } else { y }
    }

    #[differentiable]
    fn several(&self, x: f64, y: f64) -> (f64, [f64; 2]) {
        (x * self.stiffness, [x * y, y.exp() * self.rest[1]])
    }

    #[differentiable]
    fn uses_several(&self, x: f64) -> f64 {
        let (a, b): (f64, [f64; 2]) = self.several(x, x * x);
        a * b[0] + b[1]
    }
}

struct Network<const N: usize, T> {
    weights: [T; N],
    shift: T,
}

impl<const N: usize> Network<N, f64> {
    #[differentiable]
    fn output(&self, x: &[f64; N]) -> f64 {
        let mut sum = self.shift;
        for i in 0..N {
            sum += self.weights[i] * x[i] * x[i];
        }
        sum.tanh()
    }
}

impl<T: Float> Network<1, T> {
    #[differentiable]
    fn narrow<S: Float>(&self, x: S) -> S {
        x * x * x
    }
}

trait Energy {
    fn value(&self, x: f64) -> f64;
}

impl Energy for Spring {
    fn value(&self, x: f64) -> f64 {
        self.energy(x)
    }
}

const SPRING: Spring = Spring { stiffness: 1.5, rest: [0.3, 0.8], order: 1 };

#[test]
fn methods_have_sibling_methods() {
    method!(|x| SPRING => energy [energy_value_and_grad energy_grad energy_vjp energy_jvp energy_hvp energy_hessian]
        (x[0]) along (x[0]) at [0.7], [-1.2]);
    method!(|x| SPRING => consumed
        [consumed_value_and_grad consumed_grad consumed_vjp consumed_jvp consumed_hvp consumed_hessian]
        (&[x[0], x[1]]) along (&[x[0], x[1]]) at [0.7, 1.2]);
    method!(|x| SPRING => total [total_value_and_grad total_grad total_vjp total_jvp total_hvp total_hessian]
        (x[0], x[1]) along (x[0], x[1]) at [0.7, 1.2]);
    method!(|x| SPRING => uses_several
        [uses_several_value_and_grad uses_several_grad uses_several_vjp uses_several_jvp uses_several_hvp uses_several_hessian]
        (x[0]) along (x[0]) at [0.7], [-1.2]);
    method!(|x| SPRING => picked
        [picked_value_and_grad picked_grad picked_vjp picked_jvp picked_hvp picked_hessian]
        (x[0], 2.0) along (x[0]) at [0.7], [-1.2]);
    method!(|x| SPRING => scaled
        [scaled_value_and_grad scaled_grad scaled_vjp scaled_jvp scaled_hvp scaled_hessian]
        (x[0], x[1]) along (x[0], x[1]) at [0.7, 1.2]);
    let network = Network { weights: [0.5, -0.25, 0.75], shift: 0.1 };
    method!(|x| network => output [output_value_and_grad output_grad output_vjp output_jvp output_hvp output_hessian]
        (&[x[0], x[1], x[2]]) along (&[x[0], x[1], x[2]]) at [0.7, 1.2, -0.3]);
    let network = Network { weights: [0.5_f32], shift: 0.1_f32 };
    method!(|x| network => narrow [narrow_value_and_grad narrow_grad narrow_vjp narrow_jvp narrow_hvp narrow_hessian]
        (x[0]) along (x[0]) at [0.7]);
    assert!((SPRING.value(0.5) - SPRING.energy(0.5)).abs() < 1e-15 && network.weights.len() == 1);
    assert!(network.shift > 0.0);
    Several {
        name: "several",
        value: &|x| flat(SPRING.several(x[0], x[1])),
        vjp: &|x, y| {
            let (value, adjoint) = SPRING.several_vjp((x[0], x[1]), (y[0], [y[1], y[2]]));
            (flat(value), flat(adjoint))
        },
        jvp: &|x, v| {
            let (value, tangent) = SPRING.several_jvp((x[0], x[1]), (v[0], v[1]));
            (flat(value), flat(tangent))
        },
        jacobian: Some(Box::new(|x| SPRING.several_jacobian(x[0], x[1]).map(|row| flat(row)).to_vec())),
    }
    .check(&[&[0.7, 1.2]]);
}

#[test]
fn associated_functions_have_siblings_too() {
    assert_eq!(SPRING.calls_a_sibling_without_self_grad(2.0).to_bits(), 12.0_f64.to_bits());
    assert_eq!(Spring::free_value_and_grad(2.0, 3), (7.0, 4.0));
    assert_eq!(Spring::free_hvp((2.0, 3), 1.0).to_bits(), 0.5_f64.to_bits());
    assert!(Spring::ENERGY_DOT.contains("digraph") && Spring::ENERGY_OPS.value > 0);
}
