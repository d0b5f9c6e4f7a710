//! burtorch under another name, and calls across crates.

#![deny(warnings)]

use burtorch_no_std::softened;
use derivatives::{derivative, differentiable, graph};

/// Calls a generic function of another crate, by name and by path.
#[differentiable(crate = derivatives)]
pub fn both(x: f64, y: f64) -> f64 {
    softened(x, 0.5) * burtorch_no_std::softened(y, 0.25) + derivatives::math::relu(x * y)
}

fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = cube, crate = derivatives)]
fn cube_slope(x: f64) -> f64 {
    3.0 * x * x
}

/// Uses a rule that was given here.
#[differentiable(crate = derivatives)]
pub fn ruled(x: f64) -> f64 {
    cube(x).sin()
}

/// An alias and a function whose result is one, for other crates to use.
#[differentiable(crate = derivatives)]
pub fn spread(x: f64) -> Pair {
    [x * x, x.sin()]
}

/// Two numbers.
#[differentiable]
pub type Pair = [f64; 2];

/// Results of functions of this crate, of another one and of burtorch itself, without written types.
#[differentiable(crate = derivatives)]
pub fn unwritten(x: f64) -> f64 {
    let pair = spread(x);
    let all = [softened(x, 0.5), cube(x), derivatives::math::softplus(x)];
    let turned = burtorch_no_std::turned(pair, x);
    all[0] * turned[1] + all[1] * all[2]
}

graph! {
    #![graph(crate = derivatives)]

    type Scalar = f64;

    /// A model of a crate that knows burtorch by another name.
    pub struct Net {
        layer: Linear<2, 3>,
        #[init(ones)]
        scale: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<2>, target: Scalar) -> Scalar {
            let error = sum(tanh(self.layer.forward(x)) * self.scale) - target;
            error * error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Net, Pair, both, ruled, spread, unwritten};
    use derivatives::{BatchWorkspace, Model, Rng, graph};

    /// A central difference.
    fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
    }

    #[test]
    fn functions_of_another_crate_are_differentiated() {
        let (dx, dy) = both::grad(0.7, 0.3);
        assert!((dx - slope(|x| both(x, 0.3), 0.7)).abs() < 1e-8);
        assert!((dy - slope(|y| both(0.7, y), 0.3)).abs() < 1e-8);
        let [[dxx, dxy], _] = both::hessian(0.7, 0.3);
        assert!((dxx - slope(|x| both::grad(x, 0.3).0, 0.7)).abs() < 1e-7);
        assert!((dxy - slope(|y| both::grad(0.7, y).0, 0.3)).abs() < 1e-7);
    }

    #[test]
    fn an_expression_is_differentiated() {
        let scale = 2.0;
        let plain = graph!(#[differentiable(crate = derivatives)] |x: f64| (scale * x).sin() * x);
        assert!((plain.grad(0.7) - slope(|x| plain.value(x), 0.7)).abs() < 1e-8);
        // It asks functions of this crate and of another one for their signatures, and has another option, too.
        let asking = graph!(#[differentiable(factored, crate = derivatives)] |x: f64| {
            let pair = spread(x);
            let turned = burtorch_no_std::turned(pair, x);
            turned[0] * ruled(x) + derivatives::math::relu(x)
        });
        assert!((asking.grad(0.7) - slope(|x| asking.value(x), 0.7)).abs() < 1e-8);
        assert!((asking.hvp(0.7, 1.0) - slope(|x| asking.grad(x), 0.7)).abs() < 1e-7);
    }

    #[test]
    fn signatures_travel_between_crates() {
        assert!((unwritten::grad(0.7) - slope(unwritten, 0.7)).abs() < 1e-8);
        assert!((unwritten::hvp(0.7, 1.0) - slope(unwritten::grad, 0.7)).abs() < 1e-7);
    }

    #[test]
    fn a_model_is_differentiated_and_trained() -> Result<(), derivatives::Error> {
        let samples = [([0.5, -1.0], 0.3), ([0.25, 2.0], -0.4), ([-1.5, 0.75], 0.1)];
        let (mut params, mut gradient) = ([0.0; Net::PARAMS], [0.0; Net::PARAMS]);
        let mut workspace = BatchWorkspace::boxed();
        Net::init(&mut params, &mut Rng::seed(1))?;
        assert_eq!(<Net as Model>::PARAMETERS[0].name, "layer.weight");
        Net::loss_grad_batch(&params, &mut gradient, &mut workspace, samples)?;
        for at in 0..Net::PARAMS {
            let mut near = params;
            let mut loss = |value| {
                near[at] = value;
                Net::loss_batch(&near, &mut workspace, samples).unwrap_or(f64::NAN)
            };
            let step = (loss(params[at] + 1e-6) - loss(params[at] - 1e-6)) / 2e-6;
            assert!((gradient[at] - step).abs() < 1e-8, "{at}: {} {step}", gradient[at]);
        }
        let before = Net::loss_batch(&params, &mut workspace, samples)?;
        for _ in 0..100 {
            Net::loss_sgd_batch(&mut params, &mut gradient, 0.1, &mut workspace, samples)?;
        }
        assert!(Net::loss_batch(&params, &mut workspace, samples)? < 0.1 * before);
        Ok(())
    }

    #[test]
    fn a_rule_holds_to_the_second_order() {
        assert!((ruled::grad(0.9) - slope(ruled, 0.9)).abs() < 1e-8);
        assert!((ruled::hvp(0.9, 1.0) - slope(ruled::grad, 0.9)).abs() < 1e-7);
    }
}
