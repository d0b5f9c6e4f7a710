//! `&mut` arguments: what they are at the end is a result, what they were is an argument.

use burtorch::{Scratch, differentiable};

use crate::cases::{ANY, LONG, SOME, in_place};
use crate::check::{Scalar, Several};

#[differentiable]
fn squares(y: &mut [f64]) {
    for v in y.iter_mut() {
        *v *= *v;
    }
}

#[differentiable]
fn prefix_sums(y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] += y[i - 1] * y[i];
    }
}

#[differentiable]
fn sorted_pairs(y: &mut [f64]) {
    for i in 1..y.len() {
        if y[i] < y[i - 1] {
            y.swap(i, i - 1);
        }
        y[i] *= 1.5;
    }
}

#[differentiable]
fn overwritten(y: &mut [f64]) {
    let first = y[0];
    y.fill(first * first);
    y[0] = 1.0;
}

#[differentiable]
fn chunks(y: &mut [f64]) {
    for c in y.chunks_exact_mut(2) {
        let [a, b] = [c[0], c[1]];
        c[0] = a * b;
        c[1] += c[0].sin();
    }
}

#[differentiable]
fn enumerated(y: &mut [f64]) {
    for (i, v) in y.iter_mut().enumerate() {
        *v = v.sin() * i as f64;
    }
    for v in y.iter_mut().rev() {
        *v += 0.5 * *v;
    }
}

#[differentiable]
fn until_small(y: &mut [f64]) {
    let mut rounds = 0;
    while y[0] > 0.1 && rounds < 20 {
        for v in y.iter_mut() {
            *v *= 0.5 + 0.01 * *v;
        }
        rounds += 1;
    }
}

#[differentiable]
fn stops_early(y: &mut [f64]) {
    for i in 0..y.len() {
        if y[i] < 0.0 {
            return;
        }
        y[i] = y[i].sin() + y[0];
    }
    y[0] *= 3.0;
}

#[test]
fn slices_in_place() {
    in_place! { squares prefix_sums sorted_pairs chunks enumerated; at ANY }
    in_place! { overwritten until_small stops_early; at SOME }
}

#[differentiable]
fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = *y * *y + a * x.sin();
    }
}

#[test]
fn slices_beside_others() {
    let parts = |x: &[f64]| (x[0], x[1..=x.len() / 2].to_vec(), x[1 + x.len() / 2..].to_vec());
    Several {
        name: "axpy",
        value: &|x| {
            let (a, x, mut y) = parts(x);
            axpy(a, &x, &mut y);
            y
        },
        vjp: &|x, seed| {
            let (a, x, mut y) = parts(x);
            let (mut of_a, mut of_x, mut of_y) = (0.0, vec![0.0; x.len()], seed.to_vec());
            axpy::vjp_into((a, &x, &mut y), (), (&mut of_a, &mut of_x, &mut of_y), &mut Scratch::new());
            (y, [vec![of_a], of_x, of_y].concat())
        },
        jvp: &|x, v| {
            let ((a, x, mut y), (of_a, of_x, mut of_y)) = (parts(x), parts(v));
            let ((), ()) = axpy::jvp((a, &x, &mut y), (of_a, &of_x, &mut of_y));
            (y, of_y)
        },
        jacobian: None,
    }
    .check(LONG);
}

#[differentiable]
fn bump(s: &mut f64, k: &[f64; 2]) -> f64 {
    *s = *s * k[0] + k[1];
    *s * k[0]
}

#[differentiable]
fn settle(y: &mut [f64], rate: f64, rounds: usize) -> f64 {
    let mut work = 0.0;
    for _ in 0..rounds {
        for i in 1..y.len() {
            let d = y[i] - y[i - 1];
            y[i] -= rate * d;
            work += d * d;
        }
    }
    work * y[0]
}

#[test]
fn numbers_and_arrays() {
    const POINTS: &[&[f64]] = &[&[0.7, -0.3, 1.2], &[-0.4, 0.2, 0.9]];
    Several {
        name: "bump",
        value: &|x| {
            let mut s = x[0];
            let value = bump(&mut s, &[x[1], x[2]]);
            vec![value, s]
        },
        vjp: &|x, seed| {
            let (mut s, mut of_s, mut of_k) = (x[0], seed[1], [0.0; 2]);
            let value = bump::vjp_into((&mut s, &[x[1], x[2]]), seed[0], (&mut of_s, &mut of_k), &mut Scratch::new());
            (vec![value, s], vec![of_s, of_k[0], of_k[1]])
        },
        jvp: &|x, v| {
            let (mut s, mut t) = (x[0], v[0]);
            let (value, tangent) = bump::jvp((&mut s, &[x[1], x[2]]), (&mut t, &[v[1], v[2]]));
            (vec![value, s], vec![tangent, t])
        },
        jacobian: None,
    }
    .check(POINTS);
}

/// A number comes out and the state is thrown away: its adjoint at the end is zero.
#[test]
fn gradients_with_respect_to_the_state_before() {
    Scalar {
        name: "settle",
        value: &|x| settle(&mut x[1..].to_vec(), x[0], 3),
        value_and_grad: &|x| {
            let (value, (y, rate)) = settle::value_and_grad(&mut x[1..].to_vec(), x[0], 3);
            (value, [vec![rate], y].concat())
        },
        grad: &|x| {
            let (y, rate) = settle::grad(&mut x[1..].to_vec(), x[0], 3);
            [vec![rate], y].concat()
        },
        vjp: &|x, seed| {
            let (value, (y, rate)) = settle::vjp((&mut x[1..].to_vec(), x[0], 3), seed);
            (value, [vec![rate], y].concat())
        },
        jvp: &|x, v| settle::jvp((&mut x[1..].to_vec(), x[0], 3), (&mut v[1..].to_vec(), v[0])),
        hvp: Some(&|x, v| {
            let (y, rate) = settle::hvp((&mut x[1..].to_vec(), x[0], 3), (&mut v[1..].to_vec(), v[0]));
            [vec![rate], y].concat()
        }),
        hessian: None,
        exact: true,
    }
    .check(LONG);
}

/// What a function leaves behind is the state of the plain function, however it is called.
#[test]
fn derivatives_leave_the_state_of_the_function() {
    let start = [0.3, -0.2, 1.1, 0.7];
    let mut plain = start;
    let value = settle(&mut plain, 0.4, 2);
    let left = |call: &dyn Fn(&mut [f64])| {
        let mut state = start;
        call(&mut state);
        assert_eq!(state, plain);
    };
    left(&|y| assert_eq!(settle::value_and_grad(y, 0.4, 2).0, value));
    left(&|y| assert_eq!(settle::vjp((y, 0.4, 2), 3.0).0, value));
    left(&|y| assert_eq!(settle::jvp((y, 0.4, 2), (&mut [0.1; 4], 0.2)).0, value));
    left(&|y| drop(settle::hvp((y, 0.4, 2), (&mut [0.1; 4], 0.2))));
    left(&|y| {
        let gradient = settle::grad(&mut start.clone(), 0.4, 2);
        let product = settle::hvp((&mut start.clone(), 0.4, 2), (&mut [0.1; 4], 0.2));
        assert_eq!(settle::value_grad_hvp((y, 0.4, 2), (&mut [0.1; 4], 0.2)), (value, gradient, product));
    });
}
