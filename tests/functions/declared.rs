//! Structs that do not derive `Differentiable`: what a function makes of them itself is differentiated, and the declarations of
//! the others say of which types their fields are.

use burtorch::{Differentiable, check_gradient, differentiable};
use std::ops::Mul;

#[derive(Clone, Copy, Debug)]
struct State {
    at: [f64; 2],
    v: (f64, f64),
    steps: usize,
    done: bool,
}

#[derive(Clone, Debug)]
struct Settings {
    dt: f64,
    count: usize,
}

impl State {
    fn energy(&self) -> f64 {
        0.5 * (self.v.0.powi(2) + self.v.1.powi(2)) + self.at[1]
    }
}

fn advance(s: State, dt: f64) -> State {
    let at = [s.at[0] + dt * s.v.0, s.at[1] + dt * s.v.1];
    State { at, v: (s.v.0, s.v.1 - dt), steps: s.steps + 1, done: s.done }
}

#[differentiable(wrt(x, v))]
fn flight(x: f64, v: f64, settings: &Settings, log: &mut Vec<usize>) -> f64 {
    let mut s = State { at: [x, 0.0], v: (v, 1.0), steps: 0, done: false };
    let mut all = Vec::new();
    while !s.done {
        s = advance(s, settings.dt);
        s.v.0 *= 0.9;
        all.push(s);
        log.push(s.steps);
        if s.steps >= settings.count {
            s.done = true;
        }
    }
    let last = all[all.len() - 1];
    s.energy() * s.at[0] + last.at[1] * last.at[0] + all.iter().map(|s| s.energy()).sum::<f64>()
}

#[test]
fn a_struct_of_numbers_that_a_function_makes_is_differentiated() {
    let (at, settings) = ((0.5, 1.5), Settings { dt: 0.1, count: 5 });
    let value = |&(x, v): &(f64, f64)| flight(x, v, &settings, &mut Vec::new());
    let mut log = Vec::new();
    check_gradient(value, &at, &flight::grad(0.5, 1.5, &settings, &mut log)).unwrap();
    assert_eq!(log, [1, 2, 3, 4, 5]);
    let moved = |&(x, v): &(f64, f64)| flight::jvp((x, v, &settings, &mut Vec::new()), (1.0, 0.3)).1;
    check_gradient(moved, &at, &flight::hvp((0.5, 1.5, &settings, &mut Vec::new()), (1.0, 0.3))).unwrap();
}

struct Emitter {
    position: [f64; 2],
    velocities: Vec<[f64; 2]>,
}

#[differentiable(wrt(drag))]
fn spread(emitter: &Emitter, drag: f64) -> f64 {
    let mut ends = 0.0;
    for start in &emitter.velocities {
        let mut p = emitter.position;
        let mut v = *start;
        for _ in 0..4 {
            for k in 0..2 {
                v[k] -= 0.1 * drag * v[k];
                p[k] += 0.1 * v[k];
            }
        }
        ends += p[0] * p[1];
    }
    ends
}

#[test]
fn variables_start_as_fields_of_declared_types() {
    let emitter = Emitter { position: [0.5, 2.0], velocities: vec![[1.0, 3.0], [-0.5, 2.0]] };
    check_gradient(|drag: &f64| spread(&emitter, *drag), &0.8, &spread::grad(&emitter, 0.8)).unwrap();
    let slope = |drag: &f64| spread::grad(&emitter, *drag);
    check_gradient(slope, &0.8, &spread::hvp((&emitter, 0.8), 1.0)).unwrap();
    assert_eq!(emitter.position, [0.5, 2.0]);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Turn {
    cos: f64,
    sin: f64,
}

impl Turn {
    fn inverse(self) -> Turn {
        Turn { cos: self.cos, sin: -self.sin }
    }
}

impl Mul for Turn {
    type Output = Turn;

    fn mul(self, o: Turn) -> Turn {
        Turn { cos: self.cos * o.cos - self.sin * o.sin, sin: self.sin * o.cos + self.cos * o.sin }
    }
}

struct Edge {
    from: usize,
    to: usize,
    measured: Turn,
}

#[differentiable(wrt(turns))]
fn misfit(turns: &[Turn], edges: &[Edge]) -> f64 {
    let mut total = 0.0;
    for edge in edges {
        let predicted = turns[edge.from].inverse() * turns[edge.to];
        let error = edge.measured.inverse() * predicted * edge.measured;
        total += error.sin.powi(2) + error.cos;
    }
    total
}

#[test]
fn operators_take_fields_of_declared_structs() {
    let turn = |angle: f64| Turn { cos: angle.cos(), sin: angle.sin() };
    let edges = [Edge { from: 0, to: 1, measured: turn(0.3) }, Edge { from: 1, to: 2, measured: turn(-0.7) }];
    let at = [0.1, 0.5, -0.2, 0.9, 0.4, 0.3];
    let turns = |x: &[f64; 6]| -> Vec<Turn> { x.chunks(2).map(|c| Turn { cos: c[0], sin: c[1] }).collect() };
    let gradient: Vec<f64> = misfit::grad(&turns(&at), &edges).iter().flat_map(|t| [t.cos, t.sin]).collect();
    check_gradient(|x: &[f64; 6]| misfit(&turns(x), &edges), &at, &gradient).unwrap();
}

struct Spring(f64);

struct Damper(f64);

impl Damper {
    fn force(&self, v: f64) -> f64 {
        -self.0 * v * v
    }
}

impl Spring {
    fn force(&self, x: f64) -> f64 {
        -self.0 * x
    }

    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        -0.5 * self.force(x) * x
    }
}

#[differentiable(wrt(x))]
fn both(spring: &Spring, damper: &Damper, x: f64) -> f64 {
    spring.force(x) * damper.force(x)
}

#[test]
fn methods_of_one_name_are_told_apart_by_declarations() {
    let (spring, damper) = (Spring(2.0), Damper(3.0));
    assert_eq!(spring.energy_grad(1.5), 3.0);
    check_gradient(|x: &f64| both(&spring, &damper, *x), &0.7, &both::grad(&spring, &damper, 0.7)).unwrap();
}
