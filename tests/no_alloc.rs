//! Derivatives never allocate: a counting allocator sees nothing.

#![allow(clippy::needless_range_loop, reason = "loops over indices are part of what is differentiated")]

use std::hint::black_box;

use burtorch::{Real as _, differentiable, graph, io};
use counting::allocations;

#[path = "common/allocations.rs"]
mod counting;
#[path = "common/folder.rs"]
mod folder;

/// Asserts that none of the expressions allocates.
macro_rules! never_allocates {
    ($($work:expr),* $(,)?) => { $(assert_eq!(allocations(|| $work), 0, "{}", stringify!($work));)* };
}

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

/// A loop of a length that is not unrolled, with a branch inside: every step's state is kept for the way back.
#[differentiable(unroll = 0)]
fn pendulum(start: &[f64; 2], damping: f64) -> f64 {
    let mut angle = start[0];
    let mut speed = start[1];
    let mut energy = 0.0;
    for _ in 0..500 {
        let force = if speed > 0.0 { -damping * speed } else { damping * speed * speed };
        speed += 0.01 * (force - angle.sin());
        angle += 0.01 * speed;
        energy += speed * speed;
    }
    energy
}

/// Arrays of any length: `x` smoothed three times, then its squares summed.
#[differentiable]
fn smoothness<const N: usize>(x: &[f64; N]) -> f64 {
    let mut current = *x;
    for _ in 0..3 {
        let mut next = current;
        for i in 1..N - 1 {
            next[i] = 0.25 * current[i - 1] + 0.5 * current[i] + 0.25 * current[i + 1];
        }
        current = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += current[i] * current[i];
    }
    sum
}

/// A loop that settles when the data say so.
#[differentiable(unroll = 0)]
fn square_root(x: f64) -> f64 {
    let mut root = x.max(1.0);
    for _ in 0..60 {
        let next = 0.5 * (root + x / root);
        if (next - root).abs() > 1e-15 * root {
            root = next;
        }
    }
    root
}

#[differentiable]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

#[differentiable]
fn layer(weights: &[[f32; 8]; 4], bias: &[f32; 4], input: &[f32; 8]) -> [f32; 4] {
    let mut output = *bias;
    for row in 0..4 {
        for column in 0..8 {
            output[row] += weights[row][column] * input[column];
        }
        output[row] = output[row].relu();
    }
    output
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| Box::new(black_box(1.0))), 1);
}

#[test]
fn scalars_never_allocate() {
    let (x, y) = black_box((-1.2, 1.0));
    never_allocates! {
        rosenbrock(x, y),
        rosenbrock::grad(x, y),
        rosenbrock::value_and_grad(x, y),
        rosenbrock::vjp((x, y), 2.0),
        rosenbrock::jvp((x, y), (1.0, 0.0)),
        rosenbrock::hvp((x, y), (1.0, 0.0)),
        rosenbrock::hessian(x, y),
        rosenbrock::DOT.len(),
    }
}

#[test]
fn kept_loops_never_allocate() {
    let start = black_box([1.0, 0.5]);
    never_allocates! {
        pendulum(&start, 0.1),
        pendulum::grad(&start, 0.1),
        pendulum::value_and_grad(&start, 0.1),
        pendulum::jvp((&start, 0.1), (&[1.0, 0.0], 0.5)),
        pendulum::hvp((&start, 0.1), (&[1.0, 0.0], 0.5)),
        pendulum::hessian(&start, 0.1),
    }
    let x = black_box(2.0);
    never_allocates! {
        square_root(x),
        square_root::grad(x),
        square_root::value_and_grad(x),
        square_root::jvp(x, 1.0),
        square_root::hvp(x, 1.0),
        square_root::hessian(x),
    }
}

#[test]
fn arrays_never_allocate() {
    let x: [f64; 64] = black_box(std::array::from_fn(|i| f64::from(u8::try_from(i).unwrap()).sin()));
    never_allocates! {
        smoothness(&x),
        smoothness::grad(&x),
        smoothness::value_and_grad(&x),
        smoothness::jvp(&x, &x),
        smoothness::hvp(&x, &x),
        smoothness::hessian(&x),
    }
}

#[test]
fn jacobians_never_allocate() {
    let (x, y) = black_box((3.0, 4.0));
    never_allocates! {
        polar(x, y),
        polar::jacobian(x, y),
        polar::jvp((x, y), (1.0, 0.0)),
        polar::vjp((x, y), (1.0, 0.0)),
    }
    let (weights, bias, input) = black_box(([[0.5; 8]; 4], [0.1; 4], [1.0; 8]));
    never_allocates! {
        layer(&weights, &bias, &input),
        layer::jacobian(&weights, &bias, &input),
        layer::jvp((&weights, &bias, &input), (&weights, &bias, &input)),
        layer::vjp((&weights, &bias, &input), [1.0; 4]),
    }
}

#[test]
fn expressions_never_allocate() {
    let scale = black_box(3.0);
    let graph = graph!(|x: f64| scale * x.sin().exp());
    let x = black_box(0.5);
    never_allocates! {
        graph.value(x),
        graph.grad(x),
        graph.value_and_grad(x),
        graph.jvp(x, 1.0),
        graph.hvp(x, 1.0),
        graph.hessian(x),
        graph.dot().len(),
    }
}

#[test]
fn raw_files_never_allocate() {
    let folder = folder::Folder::new("no-alloc");
    let path = folder.path().join("values");
    let mut values = black_box([1.5; 7]);
    never_allocates! {
        io::save_raw(&path, &values),
        io::load_raw(&path, &mut values),
    }
    assert_eq!(folder.names(), ["values"]);
}
