//! A fused step of a model is the gradient, and then the update, for every optimizer that works element by element.

use burtorch::Workspace;
use burtorch::optimizer::{AdaGrad, Adam, AdamW, Lion, Momentum, Nesterov, Optimizer, RmsProp, Sgd};

burtorch::graph! {
    type Scalar = f64;

    /// A gradient that is a product, and one that is a sum.
    pub struct Tiny { up: Linear<3, 5>, down: Param<5> }

    impl Tiny {
        pub fn loss(&self, x: Tensor<3>, y: f64) -> f64 {
            sqr(dot(self.down, tanh(self.up.forward(x))) - y)
        }
    }
}

/// Ten steps, fused and in two parts. Parameters and states are those of each other.
fn agree<O: Optimizer<f64>>(name: &str, make: impl Fn() -> O) {
    let (mut fused, mut parts) = (make(), make());
    let mut number = 0.0_f64;
    let mut params = [(); Tiny::PARAMS].map(|()| {
        number += 1.0;
        number.sin()
    });
    let mut expected = params;
    let mut workspace = Workspace::new();
    for step in 0..10 {
        let (x, y) = ([0.3, -0.7, 0.1 * f64::from(step)], 0.5);
        let mut gradient = [0.0; Tiny::PARAMS];
        let loss = Tiny::loss_grad(&expected, &mut gradient, &mut workspace, &x, y).expect("lengths that fit");
        parts.update(&mut expected, &gradient).expect("lengths that fit");
        let found = Tiny::loss_step(&mut params, &mut fused, &mut workspace, &x, y).expect("lengths that fit");
        assert!((found - loss).abs() < 1e-12, "{name}: {found} and {loss}");
        let numbers = params.iter().chain(&*fused.state());
        for (found, expected) in numbers.zip(expected.iter().chain(&*parts.state())) {
            assert!((found - expected).abs() < 1e-11, "{name}, step {step}: {found} and {expected}");
        }
    }
    assert_ne!(params[0], 1.0_f64.sin(), "{name}");
}

#[test]
fn a_fused_step_is_the_gradient_and_then_the_update() {
    const N: usize = Tiny::PARAMS;
    agree("sgd", || Sgd::new(0.05));
    agree("momentum", || Momentum::new(0.05, 0.9, [0.0; N]));
    agree("nesterov", || Nesterov::new(0.05, 0.9, [0.0; N]));
    agree("rmsprop", || RmsProp { epsilon: 1e-3, ..RmsProp::new(0.01, [0.0; N]) });
    agree("adagrad", || AdaGrad { epsilon: 1e-3, ..AdaGrad::new(0.01, [0.0; N]) });
    agree("adam", || Adam { epsilon: 1e-3, ..Adam::new(0.01, [0.0; 2 * N]) });
    agree("adamw", || AdamW { epsilon: 1e-3, decay: 0.5, ..AdamW::new(0.01, [0.0; 2 * N]) });
    agree("lion", || Lion { decay: 0.5, ..Lion::new(0.01, [0.0; N]) });
}
