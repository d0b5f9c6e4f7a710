//! Structs with fields of other libraries' types.

use burtorch::{Differentiable, check::Flat as _, differentiable};
use glam::{DMat2, DVec2};
use nalgebra::{Point3, Vector3};
use num_complex::Complex;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Vector3<f64>,
    turned: DMat2,
    phase: Complex<f64>,
    marks: [f64; 2],
    #[no_derivative]
    target: Point3<f64>,
}

#[differentiable]
fn energy(body: &Body, pull: Vector3<f64>) -> f64 {
    let edge = body.turned * DVec2::new(body.marks[0], body.marks[1]);
    body.at.dot(&pull) * edge.length() + (body.phase * body.phase).re + body.at.norm_squared() * body.target.x
}

fn body() -> Body {
    Body {
        at: Vector3::new(1.0, -2.0, 0.5),
        turned: DMat2::from_cols_array(&[0.3, 0.4, -0.7, 1.2]),
        phase: Complex::new(0.6, -0.8),
        marks: [0.2, 1.1],
        target: Point3::new(2.0, 3.0, 4.0),
    }
}

/// A state that only the body makes needs no derive.
#[derive(Clone, Copy)]
struct State {
    at: Vector3<f64>,
    speed: Vector3<f64>,
}

fn step(state: State, dt: f64) -> State {
    State { at: state.at + state.speed * dt, speed: state.speed - state.at * dt }
}

#[differentiable]
fn run(at: Vector3<f64>, speed: Vector3<f64>) -> f64 {
    let mut state = State { at, speed };
    for _ in 0..10 {
        state = step(state, 0.1);
    }
    state.at.norm_squared() * state.speed.x
}

#[test]
fn a_struct_of_vectors_is_differentiated_as_all_of_its_numbers() {
    let pull = Vector3::new(0.3, 0.2, -9.81);
    let (by_body, by_pull) = energy::grad(&body(), pull);
    assert_eq!(body().count(), 3 + 4 + 2 + 2);
    for at in 0..body().count() {
        let moved = |by: f64| {
            let mut body = body();
            let number = body.at(at);
            body.put(at, number + by);
            energy(&body, pull)
        };
        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!((by_body.at(at) - slope).abs() < 1e-6 * (1.0 + slope.abs()), "number {at}: {} {slope}", by_body.at(at));
    }
    assert!(by_pull.norm() > 0.1);
    let zero = body().zero_like();
    assert_eq!((zero.at, zero.turned, zero.phase), (Vector3::zeros(), DMat2::ZERO, Complex::new(0.0, 0.0)));
    let mut sum = body();
    sum.add_scaled(-1.0, &body());
    assert_eq!((sum.at, sum.marks), (Vector3::zeros(), [0.0; 2]));
}

#[test]
fn a_local_struct_of_vectors_needs_no_derive() {
    use crate::check;
    check!(run(at: Vector3::new(1.0, -2.0, 0.5), speed: Vector3::new(0.3, 0.7, -1.1)) -> number);
}
