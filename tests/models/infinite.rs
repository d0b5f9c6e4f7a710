//! Infinite, equal and missing logits: PyTorch's values and gradients.
//!
//! `infinite.txt` is what PyTorch answers, as written by `infinite.py`.

use burtorch::Workspace;

burtorch::graph! {
    type Scalar = f64;

    pub struct Logits { x: Param<3> }

    impl Logits {
        pub fn both(&self) -> Tensor<2, 3> { stack([softmax(self.x), log_softmax(self.x)], 0) }

        pub fn soft(&self) -> f64 { sum(softmax(self.x) * (iota(3) + 1.0)) }

        pub fn log_soft(&self) -> f64 { sum(log_softmax(self.x) * (iota(3) + 1.0)) }

        pub fn logsumexp(&self) -> f64 { logsumexp(self.x) }

        pub fn cross_entropy(&self, t: u8) -> f64 { cross_entropy(self.x, t) }
    }
}

/// The values and then the gradient.
fn found(name: &str, x: [f64; 3]) -> Vec<f64> {
    let mut gradient = [0.0; 3];
    let (room, own) = (&mut Workspace::boxed(), &mut Workspace::boxed());
    let values = match name {
        "softmax" => {
            Logits::soft_grad(&x, &mut gradient, room).unwrap();
            Logits::both(&x, own).unwrap()[0].to_vec()
        }
        "log_softmax" => {
            Logits::log_soft_grad(&x, &mut gradient, room).unwrap();
            Logits::both(&x, own).unwrap()[1].to_vec()
        }
        "logsumexp" => vec![Logits::logsumexp_grad(&x, &mut gradient, room).unwrap()],
        _ => vec![Logits::cross_entropy_grad(&x, &mut gradient, room, 0).unwrap()],
    };
    [values, gradient.to_vec()].concat()
}

/// Equal up to rounding; NaN equals NaN, and an infinity only itself.
fn agree(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || a == b || (a - b).abs() <= 1e-12
}

#[test]
fn infinite_logits_are_as_in_pytorch() {
    let numbers = |text: &str| text.split_whitespace().map(|number| number.parse().unwrap()).collect::<Vec<f64>>();
    let mut wrong = Vec::new();
    for line in include_str!("infinite.txt").lines().filter(|line| !line.starts_with('#')) {
        let (call, results) = line.split_once(" = ").unwrap();
        let (name, logits) = call.split_once(' ').unwrap();
        let found = found(name, numbers(logits).try_into().unwrap());
        let results = numbers(results);
        // A loss of NaN has a gradient with NaN in it; of a target beside `∞` it is −1, where PyTorch has NaN.
        if name == "cross_entropy" && results[0].is_nan() {
            assert!(found[0].is_nan() && found[1..].iter().any(|slope| slope.is_nan()), "{line}, and ours {found:?}");
            continue;
        }
        if !found.iter().zip(results).all(|(&a, b)| agree(a, b)) {
            wrong.push(format!("{line}, and ours {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What the old form lost: `ln(1 + eˣ) − x` is 7 % off at 12, and zero from 17 on.
#[test]
fn confident_predictions_have_a_loss_and_a_slope() {
    burtorch::graph! {
        pub struct Single { x: Param }

        impl Single {
            pub fn logistic(&self, t: f32) -> f32 { logistic_loss(self.x, t) }

            pub fn entropy(&self, t: u8) -> f32 { cross_entropy(stack([self.x, 0.0 * self.x], 0), t) }
        }
    }
    for x in [5.0_f32, 12.0, 15.0, 17.0, 40.0, 80.0] {
        let exact = (-f64::from(x)).exp().ln_1p();
        let slope = -1.0 / (1.0 + f64::from(x).exp());
        let close = |found: f32, exact: f64| (f64::from(found) - exact).abs() <= 1e-6 * exact.abs();
        let mut gradient = [0.0];
        let loss = Single::logistic_grad(&[x], &mut gradient, &mut Workspace::boxed(), 1.0).unwrap();
        assert!(close(loss, exact) && close(gradient[0], slope), "{x}: {loss:e} and {:e}", gradient[0]);
        gradient = [0.0];
        let loss = Single::logistic_grad(&[-x], &mut gradient, &mut Workspace::boxed(), 0.0).unwrap();
        assert!(close(loss, exact) && close(gradient[0], -slope), "{x}: {loss:e} and {:e}", gradient[0]);
        gradient = [0.0];
        let loss = Single::entropy_grad(&[x], &mut gradient, &mut Workspace::boxed(), 0).unwrap();
        assert!(close(loss, exact) && close(gradient[0], slope), "{x}: {loss:e} and {:e}", gradient[0]);
    }
}
