//! `#[differentiable(tape)]`: what the compiler refuses runs on numbers that record themselves, with the same derivatives.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::f64::consts::{FRAC_PI_2, PI as HALF_A_TURN};
use std::ops::{Add, Mul};

use burtorch::{Reduce as _, check_gradient, differentiable};

use crate::check::{Flat, scalar, several};

const WEIGHTS: [f64; 3] = [0.5, -1.5, 2.0];
const SCALE: f64 = 2.0 / 3.0;
const BINS: usize = 4;

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Sphere { r: f64 },
    Cuboid { size: [f64; 3], corners: usize },
    Pair(Box<Shape>, Box<Shape>),
    Nothing,
}

impl Flat for Shape {
    fn flatten(&self, into: &mut Vec<f64>) {
        match self {
            Shape::Sphere { r } => r.flatten(into),
            Shape::Cuboid { size, .. } => size.flatten(into),
            Shape::Pair(a, b) => {
                a.flatten(into);
                b.flatten(into);
            }
            Shape::Nothing => {}
        }
    }
}

impl Shape {
    const UNIT: f64 = 1.0;

    fn volume(&self) -> f64 {
        match self {
            Self::Sphere { r } => 4.0 / 3.0 * HALF_A_TURN * r.powi(3) * Self::UNIT,
            Self::Cuboid { size: [a, b, c], corners } => a * b * c * *corners as f64,
            Self::Pair(a, b) => a.volume() * b.volume(),
            Self::Nothing => 0.0,
        }
    }

    fn grown(&self, by: f64) -> Shape {
        match self {
            Shape::Sphere { r } => Shape::Sphere { r: r * by },
            other => other.clone(),
        }
    }
}

#[differentiable(tape)]
fn volume(shape: &Shape, by: f64) -> f64 {
    let grown = shape.grown(by);
    if let Shape::Cuboid { size: [first, ..], .. } = &grown {
        return grown.volume() * by * first;
    }
    grown.volume() + by.sin()
}

#[test]
fn enums_carry_differentiated_values() {
    let pair = |x: &[f64]| {
        let cuboid = Shape::Cuboid { size: [x[1], x[2], x[3]], corners: 8 };
        Shape::Pair(Box::new(Shape::Sphere { r: x[0] }), Box::new(cuboid))
    };
    scalar!(|x| volume(&pair(x), x[4]); no hessian; at [1.2, 0.5, 0.7, 0.9, 1.1]);
    scalar!(|x| volume(&Shape::Sphere { r: x[0] }, x[1]); no hessian; at [1.2, 0.5]);
    scalar!(|x| volume(&Shape::Cuboid { size: [x[0], x[1], x[2]], corners: 8 }, x[3]); no hessian; at [1.2, 0.5, 0.3, 0.4]);
    let gradient = volume::grad(&Shape::Cuboid { size: [1.0, 2.0, 3.0], corners: 8 }, 1.0);
    assert_eq!(gradient, (Shape::Cuboid { size: [96.0, 24.0, 16.0], corners: 8 }, 48.0));
    assert_eq!(volume::grad(&Shape::Nothing, 0.0), (Shape::Nothing, 1.0));
}

#[differentiable(tape)]
fn larger(a: Shape, b: Shape) -> Shape {
    let all = vec![a, b, Shape::Nothing];
    let best = all.iter().max_by(|a, b| a.volume().partial_cmp(&b.volume()).unwrap());
    best.map(|best| best.grown(3.0)).unwrap_or(Shape::Nothing)
}

#[test]
fn an_enum_is_a_result() {
    let (small, large) = (Shape::Sphere { r: 1.0 }, Shape::Sphere { r: 2.0 });
    let (value, tangent) = larger::jvp((small.clone(), large.clone()), (small.clone(), Shape::Sphere { r: 0.5 }));
    assert_eq!((value, tangent), (Shape::Sphere { r: 6.0 }, Shape::Sphere { r: 1.5 }));
    let (_, (first, second)) = larger::vjp((small, large), Shape::Sphere { r: 10.0 });
    assert_eq!((first, second), (Shape::Sphere { r: 0.0 }, Shape::Sphere { r: 30.0 }));
}

#[derive(Clone, Debug)]
enum Expr {
    Const(f64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Call(fn(f64) -> f64, Box<Expr>),
}

impl Expr {
    fn at(&self, x: &[f64]) -> f64 {
        match self {
            Expr::Const(c) => *c,
            Expr::Var(i) => x[*i],
            Expr::Add(a, b) => a.at(x) + b.at(x),
            Expr::Mul(a, b) => a.at(x) * b.at(x),
            Expr::Call(f, a) => f(a.at(x)),
        }
    }
}

/// A tree that the function makes itself.
#[differentiable(tape)]
fn expression(x: &[f64]) -> f64 {
    let var = |i| Box::new(Expr::Var(i));
    let wave = Expr::Call(f64::sin, Box::new(Expr::Mul(var(0), var(1))));
    Expr::Add(Box::new(wave), Box::new(Expr::Mul(var(1), Box::new(Expr::Const(SCALE))))).at(x)
}

#[test]
fn expression_trees_recurse() {
    scalar!(|x| expression(x); no hessian; at [0.4, 1.3]);
}

/// A first-in-first-out list, maps, boxed closures, arrays of functions, sorting, casts and tables.
#[differentiable(tape)]
fn natural(x: &[f64], bins: usize) -> f64 {
    const THIRD: f64 = 1.0 / 3.0;
    let mut queue: VecDeque<f64> = VecDeque::with_capacity(bins);
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    let mut best: HashMap<&str, f64> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        queue.push_back(v * v);
        if queue.len() > 2 {
            let out = queue.pop_front().unwrap();
            *sums.entry(i % 2).or_insert(0.0) += out / x.len() as f64;
        }
        let kind = if *v > 0.5 { "large" } else { "small" };
        best.entry(kind).and_modify(|b| *b = b.max(*v)).or_insert(*v);
    }
    let functions: [fn(f64) -> f64; 3] = [f64::sin, |v| v * v, f64::exp];
    let gain = x[0];
    let closures: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(move |v| v * gain), Box::new(f64::cosh)];
    let mut sorted: Vec<f64> = x.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    // A table: the integer is flat, what is left over is not.
    let place = x[1] * bins as f64;
    let bin = place as usize;
    let table = WEIGHTS[bin % 3] * (1.0 - (place - bin as f64)) + WEIGHTS[(bin + 1) % 3] * (place - bin as f64);
    let called: f64 = functions.iter().map(|f| f(sorted[0])).sum();
    let boxed = closures.iter().fold(THIRD, |sum, f| sum + f(sorted[1]));
    let total: f64 = sums.values().sum::<f64>() + best["large"] * best["small"];
    total + table + called * boxed + queue.iter().product::<f64>() + x.mean() + 2.0f64.sqrt() - -1.0_f64
}

#[test]
fn natural_code_runs_as_it_is() {
    scalar!(|x| natural(x, BINS); along (x); no hessian; inexact; at [0.3, 0.62, 0.71, 0.93], [1.4, 0.2, 0.35, 0.8]);
}

trait Potential {
    fn energy(&self, r: f64) -> f64;

    fn doubled(&self, r: f64) -> f64 {
        2.0 * self.energy(r)
    }
}

struct Morse {
    depth: f64,
}

struct Spring;

impl Potential for Morse {
    fn energy(&self, r: f64) -> f64 {
        self.depth * (1.0 - (-r).exp()).powi(2)
    }
}

impl Potential for Spring {
    fn energy(&self, r: f64) -> f64 {
        0.5 * r * r
    }

    fn doubled(&self, r: f64) -> f64 {
        r.powi(2)
    }
}

trait Cubed {
    fn cubed(self) -> Self;
}

impl Cubed for f64 {
    fn cubed(self) -> f64 {
        self * self * self
    }
}

#[differentiable(tape)]
fn bonds(depth: f64, r: f64) -> f64 {
    let all: Vec<Box<dyn Potential>> = vec![Box::new(Morse { depth }), Box::new(Spring)];
    all.iter().map(|bond| bond.doubled(r)).sum::<f64>() + r.cubed() * FRAC_PI_2 + std::f64::consts::E * f64::EPSILON
}

#[test]
fn traits_of_the_module_have_twins() {
    scalar!(|x| bonds(x[0], x[1]); at [1.5, 0.8]);
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct V2 {
    x: f64,
    y: f64,
}

impl Add for V2 {
    type Output = V2;
    fn add(self, other: V2) -> V2 {
        V2 { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Mul<V2> for f64 {
    type Output = V2;
    fn mul(self, v: V2) -> V2 {
        V2 { x: self * v.x, y: self * v.y }
    }
}

impl V2 {
    /// A method: its receiver is differentiated.
    #[differentiable(tape)]
    fn along(&self, t: f64) -> f64 {
        let moved = *self + t * V2 { x: self.y, y: t };
        moved.x.hypot(moved.y)
    }
}

#[test]
fn methods_have_siblings() {
    let at = V2 { x: 0.3, y: 0.8 };
    let (gradient, slope) = at.along_grad(0.7);
    let f = |x: &[f64; 3]| V2 { x: x[0], y: x[1] }.along(x[2]);
    assert!(check_gradient(f, &[0.3, 0.8, 0.7], &[gradient.x, gradient.y, slope]).is_ok());
    let (value, tangent) = at.along_jvp(0.7, (&V2 { x: 1.0, y: 0.0 }, 0.0));
    assert_eq!((value.to_bits(), tangent), (at.along(0.7).to_bits(), gradient.x));
    let (product, _) = at.along_hvp(0.7, (&V2 { x: 0.0, y: 1.0 }, 0.0));
    let by = |y| V2 { x: 0.3, y }.along_grad(0.7).0.x;
    assert!((product.x - (by(0.801) - by(0.799)) / 0.002).abs() < 1e-5);
}

#[differentiable(tape)]
fn scaled(x: [f64; 3], by: &[f64; 2]) -> Vec<f64> {
    let mut all: Vec<f64> = x.iter().flat_map(|x| by.iter().map(move |b| x * b.exp())).collect();
    all.dedup_by(|a, b| a == b);
    all
}

#[test]
fn results_may_be_lists() {
    several!(|x, y| scaled([x[0], x[1], x[2]], &[x[3], x[4]]) -> y; no jacobian; at [0.2, 0.5, 0.9, 1.1, 0.3]);
}

#[differentiable(tape)]
fn root(x: f64, low: f64) -> Result<f64, String> {
    let found = Some(x).filter(|x| *x > low).ok_or_else(|| format!("{x:.1} is low"))?;
    Ok((found - low).sqrt())
}

#[test]
fn results_and_options_have_derivatives_that_are() {
    assert_eq!(root::grad(5.0, 1.0), Ok((0.25, -0.25)));
    assert_eq!(root::value_and_grad(0.5, 1.0), Err("0.5 is low".to_string()));
    assert_eq!(root::hessian(5.0, 1.0), Ok([[-0.03125, 0.03125], [0.03125, -0.03125]]));
}

mod elsewhere {
    use burtorch::differentiable;

    #[differentiable]
    pub fn product(a: f64, b: &[f64; 2], n: usize) -> f64 {
        a * b[0] * b[1].sin() * n as f64
    }

    #[differentiable(tape)]
    pub fn recorded(a: f64, b: &[f64; 2]) -> f64 {
        let all: VecDeque<f64> = b.iter().copied().collect();
        a * all[0] * all[1].cos()
    }

    use std::collections::VecDeque;
}

/// Functions of another module are steps of their own, and may be called several times.
#[differentiable(tape)]
fn calls(x: f64, y: [f64; 2]) -> f64 {
    let list: VecDeque<f64> = VecDeque::from([x, elsewhere::product(x * x, &y, 3)]);
    list.iter().map(|v| v * elsewhere::recorded(*v, &y)).sum::<f64>() + elsewhere::product(2.0, &[x, 1.0], 1)
}

/// A compiled function calls one that is recorded.
#[differentiable]
fn called(x: f64, y: &[f64; 2]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += elsewhere::recorded(x * i as f64, y) * x;
    }
    sum * x.sin()
}

#[test]
fn recorded_and_compiled_functions_call_each_other() {
    scalar!(|x| calls(x[0], [x[1], x[2]]); no hessian; at [0.4, 1.3, 0.6]);
    scalar!(|x| called(x[0], &[x[1], x[2]]); at [0.4, 1.3, 0.6]);
}

/// The generator is asked as often as by the function, and keeps its state.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[differentiable(tape, wrt(x))]
fn noisy(x: f64, rng: &mut Rng, trace: &mut Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for _ in 0..10 {
        let noise = rng.next();
        trace.push(noise * x);
        sum += (x * noise).sin();
    }
    sum
}

#[test]
fn effects_happen_once() {
    let (mut a, mut b) = (Rng(7), Rng(7));
    let (mut trace, mut same) = (vec![], vec![]);
    let (value, slope) = noisy::value_and_grad(0.5, &mut a, &mut trace);
    assert_eq!(value.to_bits(), noisy(0.5, &mut b, &mut same).to_bits());
    assert_eq!((a.0, trace), (b.0, same));
    let (_, tangent) = noisy::jvp((0.5, &mut Rng(7), &mut vec![]), 1.0);
    assert_eq!(slope, tangent);
    let at = |x| noisy(x, &mut Rng(7), &mut vec![]);
    assert!((slope - (at(0.501) - at(0.499)) / 0.002).abs() < 1e-5);
}

/// Where a constant has an infinite slope, what does not move has no tangent, rather than NaN.
#[differentiable(tape)]
fn edges(x: f64, n: i32) -> f64 {
    x.powf(2.0) + x * 0.0_f64.sqrt() + x.powi(n) + f64::from(n) * (0.0_f64).powf(0.5)
}

#[test]
fn constants_have_no_tangent() {
    assert_eq!(edges::jvp((-1.5, 3), 1.0), (-1.125, -3.0 + 6.75));
    assert_eq!(edges::hvp((-1.5, 3), 1.0), 2.0 - 9.0);
}

#[test]
fn a_kept_number_is_noticed() {
    use std::cell::RefCell;

    #[differentiable(tape)]
    fn keeps(x: f64) -> f64 {
        thread_local! { static KEPT: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) }; }
        KEPT.with_borrow_mut(|kept| {
            kept.push(x * x);
            kept[0]
        })
    }
    assert_eq!(keeps::grad(2.0), 4.0);
    let again = std::panic::catch_unwind(|| keeps::grad(3.0)).unwrap_err();
    let message = again.downcast_ref::<String>().map_or("", |text| text.as_str());
    let message = again.downcast_ref::<&str>().copied().unwrap_or(message);
    assert!(message.contains("kept from another call"), "{message}");
}

/// Variants without the name of their enum, and a macro of the module that calls a function of the module.
mod brought {
    use Kind::*;

    #[derive(Clone, Debug, PartialEq)]
    pub enum Kind {
        Flat(f64),
        Steep { by: f64 },
    }

    fn squared(x: f64) -> f64 {
        x * x * 1.5
    }

    macro_rules! ensure {
        ($value:expr) => {
            if squared($value) < 0.0 {
                return -1.0 * squared($value);
            }
        };
    }

    #[burtorch::differentiable(tape)]
    pub fn slope(kind: &Kind, x: f64) -> f64 {
        ensure!(x);
        match kind {
            Flat(height) => *height * squared(x),
            Steep { by } if *by > 0.5 => by.powf(x),
            Steep { by } => by * squared(*by),
        }
    }
}

#[test]
fn variants_and_macros_of_the_module_are_found() {
    use brought::{Kind, slope};
    assert_eq!(slope::grad(&Kind::Flat(2.0), 3.0), (Kind::Flat(13.5), 18.0));
    assert_eq!(slope::grad(&Kind::Steep { by: 0.5 }, 3.0), (Kind::Steep { by: 1.125 }, 0.0));
    let (gradient, _) = slope::grad(&Kind::Steep { by: 2.0 }, 3.0);
    assert_eq!(gradient, Kind::Steep { by: 12.0 });
}

/// A name that is imported goes before one of the module around.
mod shadowed {
    use super::*;
    use there::Shape;

    mod there {
        pub struct Shape;
    }

    #[differentiable(tape)]
    fn flat(x: f64, #[constant] _shape: &Shape) -> f64 {
        x * WEIGHTS[1] * SCALE
    }

    #[test]
    fn the_nearer_name_is_meant() {
        assert_eq!(flat::grad(2.0, &Shape), -1.5 * SCALE);
    }
}

/// An enum that derives `Differentiable` is a point for steps and checks.
#[derive(Clone, Debug, PartialEq, burtorch::Differentiable)]
enum Curve {
    Line { slope: f64 },
    Wave(f64, [f64; 2], #[no_derivative] usize),
    Both(Box<Curve>, Box<Curve>),
}

impl Curve {
    #[differentiable(tape)]
    fn at(&self, x: f64) -> f64 {
        match self {
            Curve::Line { slope } => slope * x,
            Curve::Wave(height, [speed, shift], n) => height * (speed * x + shift).sin() * *n as f64,
            Curve::Both(a, b) => a.at(x) * b.at(x),
        }
    }
}

#[test]
fn enums_derive_differentiable() {
    use burtorch::Differentiable as _;

    let wave = || Box::new(Curve::Wave(2.0, [3.0, 0.2], 2));
    let curve = Curve::Both(Box::new(Curve::Line { slope: 0.7 }), wave());
    let (gradient, _) = curve.at_grad(0.4);
    check_gradient(|curve: &Curve| curve.at(0.4), &curve, &gradient).unwrap();
    let Curve::Both(_, second) = &gradient else { panic!("another variant") };
    assert!(matches!(**second, Curve::Wave(_, _, 0)), "what is not differentiated has its default");

    let mut moved = curve.clone();
    moved.add_scaled(-0.1, &gradient);
    assert!(moved.at(0.4) < curve.at(0.4));
    let Curve::Both(first, _) = curve.zero_like() else { panic!("another variant") };
    assert_eq!(*first, Curve::Line { slope: 0.0 });
}

/// Names that generated functions have for themselves, statics, blocks that are constants, and texts that are borrowed.
mod names {
    use burtorch::differentiable;

    static TABLE: [f64; 3] = [1.0, -0.5, 0.25];

    #[differentiable(tape)]
    fn odd(seed: f64, point: f64, direction: &[f64; 2], #[constant] value: &[(f64, &str)], tangent: u64) -> f64 {
        let numbers = const { 2.0 * 0.5_f64 };
        let mut sum = TABLE[0] + numbers;
        for (i, t) in TABLE.iter().enumerate() {
            sum += t * seed.powi(i as i32) * direction[i % 2];
        }
        sum * point + value.iter().map(|(v, name)| v * name.len() as f64).sum::<f64>() * tangent as f64
    }

    #[test]
    fn arguments_may_have_any_name() {
        const LIST: &[(f64, &str)] = &[(1.5, "one"), (0.25, "three")];
        crate::check::scalar!(
            |x| odd(x[0], x[1], &[x[2], x[3]], LIST, 3);
            along (x[0], x[1], &[x[2], x[3]]); no hessian; at [0.4, 1.2, 0.3, 0.8]
        );
    }
}

/// A method of the program's own that has the name of a row, and one that has the name of a method of floats.
mod own_names {
    use burtorch::differentiable;

    trait Ext {
        fn sqr(self) -> f64;
        fn midpoint(self, other: f64) -> f64;
        fn check(self) -> f64;
    }

    impl Ext for f64 {
        fn sqr(self) -> f64 {
            self * self * self
        }

        fn midpoint(self, other: f64) -> f64 {
            self - other
        }

        fn check(self) -> f64 {
            self * 2.0
        }
    }

    #[differentiable(tape)]
    fn cubed(x: f64) -> f64 {
        x.sqr() + x.midpoint(3.0) + x.check()
    }

    #[test]
    fn methods_of_the_program_are_called() {
        crate::check::scalar!(|x| cubed(x[0]); at [0.7]);
    }
}

/// A closure that has the name of a function that is imported.
mod hidden_by_a_variable {
    use burtorch::{Real as _, differentiable};
    use inner::helper;

    mod inner {
        #[burtorch::differentiable]
        pub fn helper(x: f64) -> f64 {
            x * x
        }
    }

    #[differentiable(tape)]
    fn shadowed(x: f64) -> f64 {
        let helper = |v: f64| v.sigmoid() * 3.0;
        helper(x)
    }

    #[differentiable(tape)]
    fn plain(x: f64) -> f64 {
        helper(x) * 2.0
    }

    #[test]
    fn the_variable_is_called() {
        crate::check::scalar!(|x| shadowed(x[0]); at [0.7]);
        crate::check::scalar!(|x| plain(x[0]); at [0.7]);
    }
}
