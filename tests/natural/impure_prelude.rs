use burtorch::eager::Tape;
use burtorch::{Scratch, differentiable};
use std::cell::Cell;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use std::sync::atomic::{AtomicUsize, Ordering};

type Var<'t> = burtorch::eager::Var<'t, f64>;

thread_local! {
    /// Which sources were asked, in which order.
    static ORDER: Cell<u64> = const { Cell::new(0) };
    static GLOBAL: Cell<u64> = const { Cell::new(0) };
}

fn asked(source: u64) {
    ORDER.set(ORDER.get().wrapping_mul(31).wrapping_add(source));
}

/// Some number in `[0, 1)`.
fn scrambled(count: u64) -> f64 {
    (count.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / (1u64 << 24) as f64
}

struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> f64 {
        asked(1);
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }

    fn coin(&mut self) -> bool {
        self.next() < 0.5
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

fn bump(cell: &Cell<u64>) -> f64 {
    asked(2);
    cell.set(cell.get() + 1);
    scrambled(cell.get())
}

fn tick(atom: &AtomicUsize) -> f64 {
    asked(3);
    scrambled(atom.fetch_add(1, Ordering::Relaxed) as u64)
}

fn global() -> f64 {
    asked(4);
    GLOBAL.set(GLOBAL.get() + 1);
    scrambled(GLOBAL.get())
}

/// The sources of one call.
struct World {
    rng: Rng,
    cell: Cell<u64>,
    atom: AtomicUsize,
    hits: u64,
}

impl World {
    fn new() -> Self {
        ORDER.set(0);
        GLOBAL.set(0);
        Self { rng: Rng::new(42), cell: Cell::new(0), atom: AtomicUsize::new(0), hits: 0 }
    }

    /// All that a call leaves behind: generator, cell, atomic, counter, global, order.
    fn left(&self) -> [u64; 6] {
        let atom = self.atom.load(Ordering::Relaxed) as u64;
        [self.rng.0, self.cell.get(), atom, self.hits, GLOBAL.get(), ORDER.get()]
    }
}

const POINT: [f64; 2] = [0.7, -0.4];
const ALONG: [f64; 2] = [0.3, 0.9];

/// A number with its derivatives in two directions and the second derivative in both: exact, however wild a function is.
#[derive(Clone, Copy)]
struct Jet {
    value: f64,
    first: [f64; 2],
    second: f64,
}

impl Jet {
    fn constant(value: f64) -> Self {
        Self { value, first: [0.0; 2], second: 0.0 }
    }

    /// A function of it, given its value and its first two derivatives there.
    fn chain(self, value: f64, slope: f64, curvature: f64) -> Self {
        let [a, b] = self.first;
        Self { value, first: [slope * a, slope * b], second: slope * self.second + curvature * a * b }
    }

    fn sin(self) -> Self {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        self.chain(sin, cos, -sin)
    }

    fn cos(self) -> Self {
        let (sin, cos) = (self.value.sin(), self.value.cos());
        self.chain(cos, -sin, -cos)
    }

    fn tanh(self) -> Self {
        let tanh = self.value.tanh();
        let slope = 1.0 - tanh * tanh;
        self.chain(tanh, slope, -2.0 * tanh * slope)
    }
}

impl Add for Jet {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let first = [self.first[0] + other.first[0], self.first[1] + other.first[1]];
        Self { value: self.value + other.value, first, second: self.second + other.second }
    }
}

impl Mul for Jet {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.first, other.first);
        let first = [a * other.value + self.value * c, b * other.value + self.value * d];
        let second = self.second * other.value + a * d + b * c + self.value * other.second;
        Self { value: self.value * other.value, first, second }
    }
}

impl Sub for Jet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Add<f64> for Jet {
    type Output = Self;

    fn add(self, other: f64) -> Self {
        self + Self::constant(other)
    }
}

impl Sub<f64> for Jet {
    type Output = Self;

    fn sub(self, other: f64) -> Self {
        self - Self::constant(other)
    }
}

impl Mul<f64> for Jet {
    type Output = Self;

    fn mul(self, other: f64) -> Self {
        self * Self::constant(other)
    }
}

impl Mul<Jet> for f64 {
    type Output = Jet;

    fn mul(self, other: Jet) -> Jet {
        other * self
    }
}

impl AddAssign for Jet {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Jet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl PartialEq<f64> for Jet {
    fn eq(&self, other: &f64) -> bool {
        self.value == *other
    }
}

impl PartialOrd<f64> for Jet {
    fn partial_cmp(&self, other: &f64) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(other)
    }
}

type OnJets<'a> = &'a dyn Fn([Jet; 2], &mut World) -> Jet;
type OnTape<'a> = &'a dyn for<'t> Fn(&'t Tape<f64>, [Var<'t>; 2], &mut World) -> Var<'t>;
/// A form of the derivative: its name, and value, gradient, tangent or product as it gives them.
type Form<'a> = (&'a str, Part, &'a dyn Fn(&mut World) -> Vec<f64>);

#[derive(Clone, Copy)]
enum Part {
    Value,
    Gradient,
    ValueAndGradient,
    ValueAndTangent,
    Product,
}

fn by_tape(f: OnTape, point: [f64; 2]) -> (f64, [f64; 2], [u64; 6]) {
    let (tape, mut world) = (Tape::new(), World::new());
    let x = point.map(|x| tape.leaf(x));
    let y = f(&tape, x, &mut world);
    y.backward();
    (y.value(), x.map(|x| x.adjoint()), world.left())
}

/// The Hessian times the direction: each element is a second derivative, in that direction and along an axis.
fn product(f: OnJets) -> Vec<f64> {
    let along_axis = |axis: usize| {
        let jet = |at: usize| Jet { value: POINT[at], first: [f64::from(at == axis), ALONG[at]], second: 0.0 };
        f([jet(0), jet(1)], &mut World::new()).second
    };
    vec![along_axis(0), along_axis(1)]
}

fn compare(f: OnTape, jets: OnJets, forms: &[Form]) {
    let (value, gradient, left) = by_tape(f, POINT);
    let tangent = gradient[0] * ALONG[0] + gradient[1] * ALONG[1];
    let with_value = |rest: &[f64]| [&[value], rest].concat();
    for (name, part, form) in forms {
        let mut world = World::new();
        let got = form(&mut world);
        let now = world.left();
        assert!(now == left, "{name} leaves other counters: generator, cell, atomic, counter, global, order are {now:?}, were {left:?}");
        let (want, tolerance) = match part {
            Part::Value => (vec![value], 1e-12),
            Part::Gradient => (gradient.to_vec(), 1e-9),
            Part::ValueAndGradient => (with_value(&gradient), 1e-9),
            Part::ValueAndTangent => (with_value(&[tangent]), 1e-9),
            Part::Product => (product(jets), 1e-9),
        };
        // A chaotic program may leave the range of floats, by sums in one order sooner than in another.
        if !want.iter().all(|number| number.is_finite()) {
            continue;
        }
        // Of the largest number: others may be what is left of a sum of large terms.
        let scale = want.iter().fold(1.0, |scale: f64, number| scale.max(number.abs()));
        let close = got.iter().zip(&want).all(|(a, b)| (a - b).abs() <= tolerance * scale);
        assert!(close, "{name} is another number than on the tape: {got:?}, was {want:?}");
    }
}

macro_rules! numbers {
    ($f:ident, $tape:path, $jets:path, $n:expr) => {
        compare(
            &|tape, [x, y], w| $tape(tape, x, y, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
            &|[x, y], w| $jets(x, y, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
            &[
                ("value", Part::Value, &|w| vec![$f(POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits)]),
                ("value_and_grad", Part::ValueAndGradient, &|w| {
                    let (v, g) = $f::value_and_grad(POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits);
                    vec![v, g.0, g.1]
                }),
                ("grad", Part::Gradient, &|w| {
                    let g = $f::grad(POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits);
                    vec![g.0, g.1]
                }),
                ("vjp", Part::ValueAndGradient, &|w| {
                    let (v, g) = $f::vjp((POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), 2.0);
                    vec![v, g.0 / 2.0, g.1 / 2.0]
                }),
                ("jvp", Part::ValueAndTangent, &|w| {
                    let (v, t) = $f::jvp((POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), (ALONG[0], ALONG[1]));
                    vec![v, t]
                }),
                ("hvp", Part::Product, &|w| {
                    let h = $f::hvp((POINT[0], POINT[1], $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), (ALONG[0], ALONG[1]));
                    vec![h.0, h.1]
                }),
            ],
        )
    };
}

macro_rules! slice {
    ($f:ident, $tape:path, $jets:path, $n:expr) => {
        compare(
            &|tape, x, w| $tape(tape, &x, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
            &|x, w| $jets(&x, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
            &[
                ("value", Part::Value, &|w| vec![$f(&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits)]),
                ("value_and_grad", Part::ValueAndGradient, &|w| {
                    let (v, g) = $f::value_and_grad(&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits);
                    vec![v, g[0], g[1]]
                }),
                ("grad", Part::Gradient, &|w| $f::grad(&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits)),
                ("grad_into", Part::ValueAndGradient, &|w| {
                    let mut g = [0.0; 2];
                    let v = $f::grad_into(&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits, &mut g, &mut Scratch::new());
                    vec![v, g[0], g[1]]
                }),
                ("vjp", Part::ValueAndGradient, &|w| {
                    let (v, g) = $f::vjp((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), 2.0);
                    vec![v, g[0] / 2.0, g[1] / 2.0]
                }),
                ("vjp_into", Part::ValueAndGradient, &|w| {
                    let mut g = [0.0; 2];
                    let v = $f::vjp_into((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), 2.0, &mut g, &mut Scratch::new());
                    vec![v, g[0] / 2.0, g[1] / 2.0]
                }),
                ("jvp", Part::ValueAndTangent, &|w| {
                    let (v, t) = $f::jvp((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), &ALONG);
                    vec![v, t]
                }),
                ("jvp_with", Part::ValueAndTangent, &|w| {
                    let (v, t) = $f::jvp_with((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), &ALONG, &mut Scratch::new());
                    vec![v, t]
                }),
                ("hvp", Part::Product, &|w| $f::hvp((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), &ALONG)),
                ("hvp_into", Part::Product, &|w| {
                    let mut h = [0.0; 2];
                    $f::hvp_into((&POINT, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits), &ALONG, &mut h, &mut Scratch::new());
                    h.to_vec()
                }),
            ],
        )
    };
}

use {numbers, slice};
