//! Functions, methods, operators and constants of the same module that have no attribute: what they compute is differentiated
//! where they are called.

use crate::check::{scalar, several};
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Div, Index, Mul, MulAssign, Neg, Sub};

const SCALE: f64 = 1.5;

fn plain(x: f64, n: i32) -> f64 {
    x.sin() * SCALE + f64::from(n)
}

/// Leaves early, from inside of loops too.
fn leaving(x: f64, table: &[f64; 3]) -> f64 {
    if x < 0.0 {
        return x * x;
    }
    for (i, &entry) in table.iter().enumerate() {
        if x < entry {
            return x * x * entry + i as f64;
        }
    }
    let mut y = x;
    loop {
        y *= 0.5;
        if y < 0.3 {
            return y * x;
        }
    }
}

#[differentiable(wrt(x, y))]
fn calls(x: f64, y: f64, table: &[f64; 3]) -> f64 {
    // The names of the helpers are their own.
    let n = 3;
    let entry = y * y;
    plain(x * y, n) * entry + leaving(x, table) * leaving(-y, table)
}

#[differentiable(wrt(x, y))]
fn calls_in_loops(x: f64, y: f64, table: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..table.len() {
        if table[i] > 1.8 {
            continue;
        }
        sum += leaving(x * table[i], table) * plain(y, i as i32);
    }
    sum
}

#[test]
fn functions() {
    let table = [0.5, 1.7, 2.0];
    scalar!(|x| calls(x[0], x[1], &table); along (x[0], x[1]); no hessian; at [0.3, 0.9], [1.1, 0.4], [4.1, -0.7], [-0.8, 0.5]);
    scalar!(|x| calls_in_loops(x[0], x[1], &table); along (x[0], x[1]); no hessian; at [0.3, 0.9], [1.3, 0.4], [4.1, -0.7], [-0.8, 0.5]);
}

fn scaled<const N: usize>(x: [f64; N], by: f64) -> [f64; N] {
    let mut y = x;
    for i in 0..N {
        y[i] = by * x[i] * i as f64 + x[N - 1 - i];
    }
    y
}

fn add_to(total: &mut f64, parts: &mut [f64; 2], x: f64) {
    *total += x * x;
    parts[1] *= x;
}

fn quadrature(f: impl Fn(f64) -> f64, pieces: usize) -> f64 {
    let h = 1.0 / pieces as f64;
    (0..pieces).map(|i| f((i as f64 + 0.5) * h) * h).sum()
}

fn twice<F: Fn(f64) -> f64>(f: &F, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn generic_helpers(x: f64, y: f64) -> f64 {
    let three = scaled([x, y, x * y], y);
    let two = scaled([x, y], 0.5);
    let mut total = three[0] * three[2];
    let mut parts = [two[0], two[1]];
    add_to(&mut total, &mut parts, x * y);
    total + parts[1]
}

#[differentiable]
fn closures_for_helpers(x: f64, y: f64) -> f64 {
    let total = y * y;
    let bent = |t: f64| (t * x).sin() + total;
    quadrature(|t| (x * t + y).exp(), 4) + twice(&bent, y) * quadrature(bent, 3)
}

#[test]
fn generic_functions_and_closures() {
    scalar!(|x| generic_helpers(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4]);
    scalar!(|x| closures_for_helpers(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4]);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

const UNIT: V2 = V2 { x: 1.0, y: 0.0 };

impl V2 {
    const UP: V2 = V2 { x: 0.0, y: 1.0 };
    const HALF: f64 = 0.5;

    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
    fn norm(&self) -> f64 {
        let n2 = self.dot(*self);
        if n2 < 1e-12 {
            return 0.0;
        }
        n2.sqrt()
    }
    fn rotated(&self, angle: f64) -> V2 {
        let (s, c) = angle.sin_cos();
        Self::new(c * self.x - s * self.y, s * self.x + c * self.y)
    }
    fn shift(&mut self, by: f64) -> f64 {
        let old = self.x;
        self.x += by * Self::HALF;
        self.y *= old;
        old
    }
}

impl Add for V2 {
    type Output = V2;
    fn add(self, other: V2) -> V2 {
        V2::new(self.x + other.x, self.y + other.y)
    }
}
impl Sub for V2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self::Output {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}
impl Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, by: f64) -> V2 {
        V2 { x: self.x * by, y: self.y * by }
    }
}
impl Mul<V2> for f64 {
    type Output = V2;
    fn mul(self, v: V2) -> V2 {
        v * self
    }
}
impl Mul for V2 {
    type Output = f64;
    fn mul(self, other: V2) -> f64 {
        self.dot(other)
    }
}
impl Div<f64> for V2 {
    type Output = V2;
    fn div(self, by: f64) -> V2 {
        self * (1.0 / by)
    }
}
impl Neg for V2 {
    type Output = V2;
    fn neg(self) -> V2 {
        V2 { x: -self.x, y: -self.y }
    }
}
impl AddAssign for V2 {
    fn add_assign(&mut self, other: V2) {
        *self = *self + other;
    }
}
impl MulAssign<f64> for V2 {
    fn mul_assign(&mut self, by: f64) {
        self.x *= by;
        self.y *= by;
    }
}
impl Index<usize> for V2 {
    type Output = f64;
    fn index(&self, at: usize) -> &f64 {
        match at {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("there is no coordinate {at}"),
        }
    }
}

#[differentiable(wrt(x, y))]
fn methods(x: f64, y: f64, steps: usize) -> f64 {
    let mut p = V2::new(x, y * y);
    let mut path = 0.0;
    for k in 0..steps {
        let old = p.shift(0.3 * p.norm());
        p = p.rotated(x + k as f64);
        path += old * p.dot(V2::UP) + p[0];
    }
    path + V2::dot(p, UNIT) + p[1]
}

#[differentiable]
fn operators(a: V2, b: V2, s: f64) -> f64 {
    let mut c = a + b * s - 2.0 * a;
    c += -b;
    c *= s;
    let mut list = [V2::default(); 3];
    list[1] += c / (1.0 + s * s);
    list[2] = list[1] + a;
    c * (list[1] + list[2]) + (a - b).norm()
}

#[differentiable]
fn of_a_struct(v: V2) -> V2 {
    -v.rotated(v.x) / v.norm()
}

#[test]
fn methods_and_operators() {
    scalar!(|x| methods(x[0], x[1], 4); along (x[0], x[1]); no hessian; at [0.3, 0.9], [1.3, -0.4]);
    let v = |x: f64, y: f64| V2 { x, y };
    let f = |x: &[f64]| operators(v(x[0], x[1]), v(x[2], x[3]), x[4]);
    let at = [0.3, 0.9, -1.2, 0.4, 0.7];
    let (a, b, s) = operators::grad(v(at[0], at[1]), v(at[2], at[3]), at[4]);
    let gradient = [a.x, a.y, b.x, b.y, s];
    let ahead = |k: usize, h: f64| {
        let mut x = at;
        x[k] += h;
        x
    };
    for k in 0..5 {
        let difference = (f(&ahead(k, 1e-5)) - f(&ahead(k, -1e-5))) / 2e-5;
        assert!((gradient[k] - difference).abs() < 1e-8, "{k}: {} {difference}", gradient[k]);
        let one = |x: [f64; 5]| (v(x[0], x[1]), v(x[2], x[3]), x[4]);
        let mut e = [0.0; 5];
        e[k] = 1.0;
        assert!((operators::jvp(one(at), one(e)).1 - gradient[k]).abs() < 1e-12);
        let (a, b, s) = operators::hvp(one(at), one(e));
        let product = [a.x, a.y, b.x, b.y, s];
        for j in 0..5 {
            let grad = |x: [f64; 5]| {
                let (a, b, s) = operators::grad(v(x[0], x[1]), v(x[2], x[3]), x[4]);
                [a.x, a.y, b.x, b.y, s][j]
            };
            let difference = (grad(ahead(k, 1e-5)) - grad(ahead(k, -1e-5))) / 2e-5;
            assert!((product[j] - difference).abs() < 1e-7, "{k} {j}: {} {difference}", product[j]);
        }
    }
    let (_, tangent) = of_a_struct::jvp(v(0.4, 0.8), v(1.0, -0.5));
    let along = |h: f64| of_a_struct(v(0.4 + h, 0.8 - 0.5 * h));
    assert!((tangent.x - (along(1e-6).x - along(-1e-6).x) / 2e-6).abs() < 1e-8);
    assert!((tangent.y - (along(1e-6).y - along(-1e-6).y) / 2e-6).abs() < 1e-8);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Grid<const N: usize> {
    cells: [f64; N],
}

impl<const N: usize> Grid<N> {
    const WEIGHT: f64 = 0.25;

    fn at(&self, i: usize) -> f64 {
        self.cells[i % N] * Self::WEIGHT
    }
    fn folded(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += self.at(i) * self.at(i + 1);
        }
        sum
    }
}

#[differentiable]
fn sized(x: [f64; 3]) -> f64 {
    let grid = Grid::<3> { cells: x };
    let pair = Grid::<2> { cells: [x[0] * x[1], x[2]] };
    grid.folded() * pair.folded() + pair.at(3)
}

#[test]
fn methods_of_generic_structs() {
    scalar!(|x| sized([x[0], x[1], x[2]]); at [0.3, 0.9, -1.2]);
}

/// It is not differentiated, and need not be told so.
struct Spring {
    stiffness: f64,
    rest: f64,
}

impl Spring {
    fn stretch(&self, x: f64) -> f64 {
        (x - self.rest).tanh()
    }
    fn pull(&self, x: f64) -> f64 {
        let s = self.stretch(x);
        -self.stiffness * s * s
    }
}

#[differentiable(wrt(x))]
fn pulled(springs: &[Spring], x: &[f64; 2]) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for spring in springs {
        sum[0] += spring.pull(x[0]) * x[1];
        sum[1] += spring.pull(x[1] * x[0]);
    }
    sum
}

#[test]
fn methods_of_what_is_not_differentiated() {
    let springs = [Spring { stiffness: 1.3, rest: 0.2 }, Spring { stiffness: 0.4, rest: -1.0 }];
    several!(|x, y| pulled(&springs[..], &[x[0], x[1]]) -> [y[0], y[1]]; along (&[x[0], x[1]]); no jacobian; at [0.3, 0.9], [1.3, -0.4]);
}

#[differentiable]
fn closures_that_return(x: f64, y: f64) -> f64 {
    let bent = |t: f64| {
        if t > 1.0 {
            return t * y;
        }
        for k in 0..3 {
            if t < -(k as f64) {
                return t * t * k as f64;
            }
        }
        t + y
    };
    let mut sum = 0.0;
    [x, y].iter().for_each(|v| {
        if *v < 0.0 {
            return;
        }
        sum += v * v;
    });
    bent(x) * bent(y * 3.0) + sum
}

#[test]
fn returns_in_closures() {
    scalar!(|x| closures_that_return(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4], [-0.5, 0.1]);
}

fn shifted(x: f64) -> f64 {
    x + 1.0
}

mod elsewhere {
    #[burtorch::differentiable]
    pub fn shifted(x: f64) -> f64 {
        x * x * x
    }
}

/// Functions of a body go before those of the module, and are seen in the whole body.
#[differentiable(wrt(x))]
fn nested(x: f64, n: usize) -> f64 {
    const SCALE: f64 = 0.5;
    fn shifted(x: f64) -> f64 {
        scaled(&[x, x * x])[1] * x
    }
    fn next(n: usize) -> usize {
        n + 1
    }
    let mut sum = shifted(x);
    for k in 0..next(n) {
        sum += scaled(&[sum, k as f64])[0];
    }
    return sum;
    fn scaled(y: &[f64; 2]) -> [f64; 2] {
        [y[0] * SCALE, y[1] * y[0]]
    }
}

#[differentiable]
fn imported_in_the_body(x: f64) -> f64 {
    use elsewhere::*;
    shifted(x)
}

#[test]
fn names_of_a_body_go_before_those_of_its_module() {
    assert!((shifted(1.0) - 2.0).abs() < 1e-15);
    scalar!(|x| nested(x[0], 2); along (x[0]); no hessian; at [0.3], [-1.4]);
    scalar!(|x| imported_in_the_body(x[0]); at [0.3], [-1.4]);
}

/// Small functions with the attribute are differentiated in place as well: no call computes their value again.
mod in_place {
    use burtorch::differentiable;

    #[differentiable]
    fn inner(x: f64, y: f64) -> f64 {
        x * y + x.sin()
    }

    #[differentiable(wrt(x))]
    fn scaled(x: f64, by: f64) -> f64 {
        x * by
    }

    #[differentiable(fast)]
    fn fast(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn outer(x: f64) -> f64 {
        inner(x, x * x) + scaled(x, 2.0)
    }

    /// An option that changes bits is the callee's own.
    #[differentiable]
    fn of_fast(x: f64) -> f64 {
        fast(x) + x
    }

    /// The rule goes before the body.
    fn with_rule(x: f64) -> f64 {
        x * x
    }

    #[burtorch::derivative(of = with_rule)]
    fn derivative_of_with_rule(_x: f64) -> f64 {
        100.0
    }

    #[differentiable]
    fn by_rule(x: f64) -> f64 {
        with_rule(x)
    }

    #[test]
    fn operations_of_a_small_callee_are_those_of_the_caller() {
        assert!(outer::OPS.value >= 6, "{}", outer::OPS.value);
        assert!(of_fast::OPS.value <= 2, "{}", of_fast::OPS.value);
        let x = 0.7_f64;
        assert!((outer::grad(x) - (3.0 * x * x + x.cos() + 2.0)).abs() < 1e-15);
        assert!((outer::hvp(x, 1.0) - (6.0 * x - x.sin())).abs() < 1e-14);
        assert_eq!((of_fast::grad(x), by_rule::grad(x)), (2.0 * x + 1.0, 100.0));
    }
}
