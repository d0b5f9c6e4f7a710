//! Methods of traits: on a generic parameter, on `dyn`, without a receiver, and those that a trait has by itself.

use burtorch::{Differentiable, check_gradient, differentiable};
use std::ops::{Add, AddAssign, Mul};

#[differentiable]
pub trait Potential {
    fn energy(&self, r: f64) -> f64;

    /// Not all implementations have their own.
    fn stiff(&self, r: f64) -> f64 {
        2.0 * self.energy(r) + r
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Harmonic {
    k: f64,
    rest: f64,
}

struct Morse {
    depth: f64,
    width: f64,
}

struct Series(Vec<f64>);

impl Potential for Harmonic {
    #[differentiable]
    fn energy(&self, r: f64) -> f64 {
        0.5 * self.k * (r - self.rest).powi(2)
    }
}

#[differentiable]
impl Potential for Morse {
    fn energy(&self, r: f64) -> f64 {
        let e = (-self.width * r).exp();
        self.depth * (1.0 - e).powi(2)
    }

    fn stiff(&self, r: f64) -> f64 {
        if r > 2.0 {
            return r;
        }
        self.energy(r) * r * damped(r)
    }
}

impl Potential for Series {
    fn energy(&self, r: f64) -> f64 {
        self.0.iter().enumerate().map(|(i, c)| c * r.powi(i as i32)).sum()
    }
}

fn damped(r: f64) -> f64 {
    r.sin()
}

#[differentiable(wrt(x))]
fn generic<P: Potential>(x: &[f64], bond: &P) -> f64 {
    x.windows(2).map(|w| bond.energy((w[1] - w[0]).abs())).sum::<f64>() + bond.stiff(x[0])
}

#[differentiable(wrt(x))]
fn boxed(x: &[f64], bonds: &[Box<dyn Potential>]) -> f64 {
    let mut energy = 0.0;
    for bond in bonds {
        for w in x.windows(2) {
            energy += bond.energy(w[1] - w[0]);
        }
    }
    bonds.iter().map(|bond| bond.stiff(x[1])).sum::<f64>() + energy
}

#[differentiable(wrt(r))]
fn lent(bond: &dyn Potential, r: f64) -> f64 {
    bond.energy(r) * r
}

#[differentiable(wrt(r))]
fn implied(bond: &impl Potential, r: f64) -> f64 {
    bond.energy(r) * r
}

struct System<P: Potential> {
    bond: P,
    scale: f64,
}

impl<P: Potential> System<P> {
    #[differentiable]
    fn total(&self, r: f64) -> f64 {
        self.scale * self.bond.energy(r)
    }
}

fn bonds() -> Vec<Box<dyn Potential>> {
    let harmonic = Harmonic { k: 2.0, rest: 1.0 };
    vec![
        Box::new(harmonic),
        Box::new(Morse { depth: 1.5, width: 0.9 }),
        Box::new(Series(vec![1.0, 2.0, -0.5])),
        Box::new(harmonic),
    ]
}

/// Gradient and Hessian of a function of a slice, against differences of its values and of its tangents.
macro_rules! check_slice {
    ($f:ident, $x:expr, $bond:expr) => {{
        let (x, along) = ($x, [0.3, -1.0, 0.5, 0.25]);
        check_gradient(|x: &[f64; 4]| $f(x, $bond), &x, &$f::grad(&x, $bond)).unwrap();
        let moved = |x: &[f64; 4]| $f::jvp((x, $bond), &along).1;
        check_gradient(moved, &x, &$f::hvp((&x, $bond), &along)).unwrap();
        let product: f64 = $f::grad(&x, $bond).iter().zip(along).map(|(a, b)| a * b).sum();
        assert!((moved(&x) - product).abs() < 1e-12);
    }};
}

#[test]
fn a_trait_with_the_attribute_is_called_on_generic_parameters() {
    let x = [0.1, 1.1, 1.9, 3.2];
    check_slice!(generic, x, &Harmonic { k: 2.0, rest: 1.0 });
    check_slice!(generic, x, &Morse { depth: 1.5, width: 0.9 });
    check_slice!(generic, x, &Series(vec![1.0, 2.0, -0.5]));
    let morse = Morse { depth: 1.5, width: 0.9 };
    check_gradient(|r: &f64| implied(&morse, *r), &0.7, &implied::grad(&morse, 0.7)).unwrap();
    let system = System { bond: morse, scale: 3.0 };
    check_gradient(|r: &f64| system.total(*r), &0.7, &system.total_grad(0.7)).unwrap();
}

#[test]
fn a_trait_with_the_attribute_is_called_on_trait_objects() {
    check_slice!(boxed, [0.1, 1.1, 1.9, 3.2], &bonds());
    for bond in bonds() {
        check_gradient(|r: &f64| lent(&*bond, *r), &0.7, &lent::grad(&*bond, 0.7)).unwrap();
        check_gradient(|r: &f64| lent::grad(&*bond, *r), &0.7, &lent::hvp((&*bond, 0.7), 1.0)).unwrap();
    }
}

/// Without the attribute, a trait of the module is known to generic functions.
trait Activation {
    const SLOPE: f64;

    fn apply(x: f64) -> f64;
}

struct Leaky;

impl Activation for Leaky {
    const SLOPE: f64 = 0.1;

    fn apply(x: f64) -> f64 {
        if x > 0.0 { x } else { Self::SLOPE * x }
    }
}

struct Smooth;

impl Activation for Smooth {
    const SLOPE: f64 = 2.0;

    fn apply(x: f64) -> f64 {
        (1.0 + x.exp()).ln() * Self::SLOPE
    }
}

#[differentiable]
fn activated<A: Activation>(x: f64, y: f64) -> f64 {
    A::apply(x * y - 0.5) * A::SLOPE + A::apply(y)
}

#[test]
fn functions_of_a_generic_parameter_are_those_of_its_type() {
    let at = (0.7, -0.4);
    check_gradient(|&(x, y)| activated::<Leaky>(x, y), &at, &activated::grad::<Leaky>(0.7, -0.4)).unwrap();
    check_gradient(|&(x, y)| activated::<Smooth>(x, y), &at, &activated::grad::<Smooth>(0.7, -0.4)).unwrap();
    let moved = |&(x, y): &(f64, f64)| activated::jvp::<Smooth>((x, y), (1.0, 0.5)).1;
    check_gradient(moved, &at, &activated::hvp::<Smooth>(at, (1.0, 0.5))).unwrap();
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    x: f64,
    v: f64,
}

impl Add for State {
    type Output = State;

    #[differentiable]
    fn add(self, o: State) -> State {
        State { x: self.x + o.x, v: self.v + o.v }
    }
}

#[differentiable]
impl Mul<f64> for State {
    type Output = State;

    fn mul(self, s: f64) -> State {
        State { x: self.x * s, v: self.v * s }
    }
}

impl AddAssign for State {
    #[differentiable]
    fn add_assign(&mut self, o: State) {
        *self = *self + o;
    }
}

#[differentiable(wrt(s, dt))]
fn swing(mut s: State, dt: f64) -> f64 {
    for _ in 0..3 {
        let slope = State { x: s.v, v: -s.x.sin() };
        s += slope * dt;
    }
    s.x * s.v
}

#[test]
fn operators_may_have_the_attribute() {
    let at = (State { x: 0.4, v: 1.0 }, 0.2);
    check_gradient(|&(s, dt): &(State, f64)| swing(s, dt), &at, &swing::grad(at.0, at.1)).unwrap();
}

/// Which implementation is asked for does not run effects twice.
#[differentiable(wrt(r))]
fn counted(bonds: &[Box<dyn Potential>], calls: &mut usize, r: f64) -> f64 {
    let mut energy = 0.0;
    for bond in bonds {
        *calls += 1;
        energy += bond.energy(r * *calls as f64);
    }
    energy
}

#[test]
fn effects_beside_trait_objects_are_exact() {
    let (bonds, mut calls) = (bonds(), 0);
    let slope = counted::grad(&bonds, &mut calls, 0.3);
    assert_eq!(calls, 4);
    check_gradient(|r: &f64| counted(&bonds, &mut 0, *r), &0.3, &slope).unwrap();
}

/// What a trait of the module gives floats.
trait Eased {
    fn smooth(self) -> Self;
    fn blended(&self, with: f64, part: f64) -> f64;
}

impl Eased for f64 {
    fn smooth(self) -> Self {
        self * self * (3.0 - 2.0 * self)
    }

    fn blended(&self, with: f64, part: f64) -> f64 {
        self + (with - self) * part.smooth()
    }
}

#[differentiable(compiled)]
fn eased(x: f64, y: f64) -> f64 {
    (x * y).smooth() + x.blended(y, 0.5 * x).sin()
}

#[test]
fn methods_that_a_trait_gives_floats_are_differentiated_where_they_are_called() {
    crate::check::scalar!(|x| eased(x[0], x[1]); at [0.7, 0.4]);
}
