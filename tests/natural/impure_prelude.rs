use burtorch::eager::Tape;
use burtorch::{Scratch, differentiable};
use std::cell::Cell;
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

/// Differences of the tape's gradient: two steps, as a branch may lie between the points of one.
fn products(f: OnTape) -> [Vec<f64>; 2] {
    [1e-4, 1e-6].map(|step| {
        let at = |s: f64| by_tape(f, std::array::from_fn(|i| POINT[i] + s * step * ALONG[i])).1;
        let (a, b, c, d) = (at(1.0), at(-1.0), at(2.0), at(-2.0));
        (0..2).map(|i| (8.0 * (a[i] - b[i]) - (c[i] - d[i])) / (12.0 * step)).collect()
    })
}

fn compare(f: OnTape, forms: &[Form]) {
    let (value, gradient, left) = by_tape(f, POINT);
    let tangent = gradient[0] * ALONG[0] + gradient[1] * ALONG[1];
    let with_value = |rest: &[f64]| [&[value], rest].concat();
    for (name, part, form) in forms {
        let mut world = World::new();
        let got = form(&mut world);
        let now = world.left();
        assert!(now == left, "{name} leaves other counters: generator, cell, atomic, counter, global, order are {now:?}, were {left:?}");
        let (want, tolerance) = match part {
            Part::Value => (vec![vec![value]], 1e-12),
            Part::Gradient => (vec![gradient.to_vec()], 1e-9),
            Part::ValueAndGradient => (vec![with_value(&gradient)], 1e-9),
            Part::ValueAndTangent => (vec![with_value(&[tangent])], 1e-9),
            Part::Product => (products(f).to_vec(), 1e-4),
        };
        let close = |want: &Vec<f64>| got.iter().zip(want).all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + b.abs()));
        assert!(want.iter().any(close), "{name} is another number than on the tape: {got:?}, was {:?}", want[0]);
    }
}

macro_rules! numbers {
    ($f:ident, $tape:path, $n:expr) => {
        compare(
            &|tape, [x, y], w| $tape(tape, x, y, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
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
    ($f:ident, $tape:path, $n:expr) => {
        compare(
            &|tape, x, w| $tape(tape, &x, $n, &mut w.rng, &w.cell, &w.atom, &mut w.hits),
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
