//! Methods whose receiver is differentiated: `self` is an argument like the others, and the gradient with respect to it is such
//! a struct.

use burtorch::{Differentiable, Scratch, check_gradient, differentiable};

/// Links of an arm, hanging.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain<const N: usize> {
    lengths: [f64; N],
    masses: [f64; N],
}

impl<const N: usize> Chain<N> {
    const GRAVITY: f64 = 9.81;

    #[differentiable]
    fn potential(&self, q: &[f64; N]) -> f64 {
        let (mut y, mut angle, mut energy) = (0.0, 0.0, 0.0);
        for ((l, m), q) in self.lengths.iter().zip(self.masses.iter()).zip(q) {
            angle += q;
            energy += m * Self::GRAVITY * (y + 0.5 * l * angle.sin());
            y += l * angle.sin();
        }
        energy
    }

    #[differentiable(wrt(self))]
    fn inertia(&self, #[constant] scale: f64) -> f64 {
        scale * self.lengths.iter().zip(&self.masses).map(|(l, m)| l * l * m * m).sum::<f64>()
    }

    #[differentiable]
    fn grown(&self, by: f64) -> Self {
        Self { lengths: self.lengths.map(|l| l * by * by), masses: self.masses }
    }

    #[differentiable]
    fn inertia_grown(self, by: f64) -> f64 {
        let grown = self.grown(by);
        grown.inertia(by) * by
    }
}

fn chain() -> Chain<3> {
    Chain { lengths: [1.0, 0.8, 0.5], masses: [2.0, 1.0, 0.4] }
}

#[test]
fn a_receiver_and_arguments_are_differentiated_together() {
    let at = (chain(), [0.3, -0.2, 0.6]);
    let along = (Chain { lengths: [0.2, -0.4, 1.0], masses: [0.1, 0.7, -0.3] }, [1.0, 0.5, -0.25]);
    let (value, gradient) = at.0.potential_value_and_grad(&at.1);
    assert_eq!(value, at.0.potential(&at.1));
    assert_eq!(gradient, at.0.potential_grad(&at.1));
    check_gradient(|(chain, q): &(Chain<3>, [f64; 3])| chain.potential(q), &at, &gradient).unwrap();

    let moved = |(chain, q): &(Chain<3>, [f64; 3])| chain.potential_jvp(q, (&along.0, &along.1)).1;
    let product: f64 = (0..3)
        .map(|i| {
            gradient.0.lengths[i] * along.0.lengths[i]
                + gradient.0.masses[i] * along.0.masses[i]
                + gradient.1[i] * along.1[i]
        })
        .sum();
    assert!((moved(&at) - product).abs() < 1e-12);
    check_gradient(moved, &at, &at.0.potential_hvp(&at.1, (&along.0, &along.1))).unwrap();
    let (value, beside, curved) = at.0.potential_value_grad_hvp(&at.1, (&along.0, &along.1));
    assert_eq!((value, beside.0.masses, beside.1), (at.0.potential(&at.1), gradient.0.masses, gradient.1));
    assert_eq!(curved.1, at.0.potential_hvp(&at.1, (&along.0, &along.1)).1);
    assert_eq!(at.0.potential_vjp(&at.1, 2.0).1.0.masses[1], 2.0 * gradient.0.masses[1]);
}

#[test]
fn a_receiver_may_be_all_that_is_differentiated() {
    let (at, along) = (chain(), Chain { lengths: [0.0, 1.0, 2.0], masses: [1.0, 0.0, -1.0] });
    check_gradient(|chain: &Chain<3>| chain.inertia(0.7), &at, &at.inertia_grad(0.7)).unwrap();
    let moved = |chain: &Chain<3>| chain.inertia_jvp(0.7, &along).1;
    check_gradient(moved, &at, &at.inertia_hvp(0.7, &along)).unwrap();
    let both = (at, 1.3);
    let value = |(chain, by): &(Chain<3>, f64)| chain.clone().inertia_grown(*by);
    check_gradient(value, &both, &both.0.clone().inertia_grown_grad(both.1)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

impl Pair {
    #[differentiable]
    fn curved(x: f64, y: f64) -> Self {
        Self { x, y: y * y * x }
    }

    #[differentiable]
    fn dot(self, other: Pair) -> f64 {
        self.x * other.x + self.y * other.y
    }

    #[differentiable]
    fn weigh(&self, weights: &[f64]) -> f64 {
        weights.iter().map(|w| w * self.x + self.y * self.y * w * w).sum()
    }

    /// Only what is named is differentiated.
    #[differentiable(wrt(weights))]
    fn weigh_by(&self, weights: &[f64]) -> f64 {
        self.weigh(weights)
    }

    /// Named as a method of `Vec` is.
    #[differentiable]
    fn push(&mut self, dt: f64) -> f64 {
        self.y -= dt * self.x;
        self.x += dt * self.y;
        self.x * self.y
    }

    #[differentiable]
    fn pushed(mut self, dt: f64) -> f64 {
        self.y -= dt * self.x;
        self.x += dt * self.y;
        self.x * self.y
    }

    #[differentiable(wrt(self))]
    fn norm(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

/// Elsewhere a method is called by its siblings, and its receiver is a constant.
mod elsewhere {
    use super::Pair;
    use burtorch::differentiable;

    #[differentiable(wrt(weights, k))]
    pub fn call(pair: Pair, weights: &[f64], k: f64) -> f64 {
        k * pair.weigh(weights) + pair.dot(Pair { x: 1.0, y: 2.0 }) * k * pair.norm()
    }

    #[differentiable(wrt(by))]
    pub fn turned(pair: Pair, by: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..by.len() {
            sum += by[i] * pair.weigh(by);
        }
        sum
    }
}

#[test]
fn a_receiver_by_value_and_one_beside_a_slice() {
    let (a, b) = (Pair { x: 0.5, y: -1.5 }, Pair { x: 2.0, y: 0.3 });
    check_gradient(|(a, b): &(Pair, Pair)| a.dot(*b), &(a, b), &a.dot_grad(b)).unwrap();
    let weights = [0.4, 1.2, -0.7];
    let (of_pair, of_weights) = a.weigh_grad(&weights);
    check_gradient(|a: &Pair| a.weigh(&weights), &a, &of_pair).unwrap();
    check_gradient(|w: &[f64; 3]| a.weigh(w), &weights, &of_weights).unwrap();
    let (mut pair, mut buffer) = (Pair { x: 0.0, y: 0.0 }, [0.0; 3]);
    let value = a.weigh_grad_into(&weights, (&mut pair, &mut buffer), &mut Scratch::new());
    assert_eq!((value, pair), (a.weigh(&weights), of_pair));
    assert_eq!(a.weigh_by_grad(&weights), buffer);
    let along = (&b, &weights[..]);
    let (by_pair, by_weights) = a.weigh_hvp(&weights, along);
    check_gradient(|a: &Pair| a.weigh_jvp(&weights, along).1, &a, &by_pair).unwrap();
    let moved = |w: &[f64; 3]| a.weigh_jvp(w, along).1;
    check_gradient(moved, &weights, &by_weights).unwrap();
    assert_eq!(Pair::curved_jacobian(2.0, 3.0), [[1.0, 0.0], [9.0, 12.0]]);
}

#[test]
fn a_receiver_that_is_changed_is_a_result_too() {
    let at = (Pair { x: 1.0, y: 0.5 }, 0.1);
    let value = |(pair, dt): &(Pair, f64)| pair.clone().push(*dt);
    check_gradient(value, &at, &at.0.clone().push_grad(at.1)).unwrap();
    assert_eq!(at.0.clone().push_grad(at.1), at.0.pushed_grad(at.1));
}

#[test]
fn methods_are_called_from_other_modules() {
    let (pair, at) = (Pair { x: 0.5, y: -1.5 }, ([0.3, 0.9], 1.7));
    let (of_weights, of_k) = elsewhere::call::grad(pair, &at.0, at.1);
    let gradient = ([of_weights[0], of_weights[1]], of_k);
    check_gradient(|(w, k): &([f64; 2], f64)| elsewhere::call(pair, w, *k), &at, &gradient).unwrap();
    let along = [1.0, -2.0];
    let moved = |by: &[f64; 2]| elsewhere::turned::jvp((pair, by), &along).1;
    check_gradient(|by: &[f64; 2]| elsewhere::turned(pair, by), &at.0, &elsewhere::turned::grad(pair, &at.0)).unwrap();
    check_gradient(moved, &at.0, &elsewhere::turned::hvp((pair, &at.0), &along)).unwrap();
}
