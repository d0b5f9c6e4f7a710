//! Bugs that were found, each with the function that showed it.

use burtorch::{Float, differentiable};

use crate::check::scalar;

#[differentiable]
fn squares(a: &[f64; 2]) -> [f64; 2] {
    [a[0] * a[0], a[1] * a[1]]
}

#[differentiable]
fn result_of_a_call_changed_in_place(x: &[f64; 2], flip: bool) -> f64 {
    let mut b = *x;
    if flip {
        b = squares(x);
        b[1] = b[1].sin();
    }
    b[1] * x[0]
}

#[differentiable(unroll = 0)]
fn row_of_a_matrix_of_equal_rows(x: &[f64; 2], _flip: bool) -> f64 {
    let mut m = [[x[0]; 2]; 2];
    let mut b = m[1];
    for i in 0..2 {
        b[i] = b[i] * x[1];
    }
    for i in 0..2 {
        m[1][i] = x[1];
    }
    b[1] + m[1][0] + b[0] * m[0][1]
}

#[differentiable]
fn product<T: Float>(x: T, y: T) -> T {
    x * y
}

#[differentiable]
fn call_on_constants_in_a_branch<T: Float>(x: T, flip: bool) -> T {
    let c = T::from(0.5).unwrap();
    let mut a = x;
    if flip {
        a = product(c, c);
    }
    a * x
}

#[differentiable]
fn pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x + y)
}

const N: usize = 3;

#[differentiable]
fn tuple_from_a_call_on_constants(x: f64) -> f64 {
    let mut p = (x, x * x);
    for _ in 0..N {
        p = pair(0.5, 0.25);
        p.1 = x.sin();
    }
    p.0 * p.1 * x
}

#[differentiable(unroll = 0)]
fn bounds_below_a_constant(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N - i {
            for k in 0..3 - j {
                sum += (x[i] * x[j] + x[k]).sin();
            }
        }
    }
    for i in 0..N - 1 {
        sum *= x[i].cos();
    }
    sum
}

#[test]
fn values_that_share_storage_are_copied() {
    for flip in [true, false] {
        check_flip(flip);
    }
}

fn check_flip(flip: bool) {
    let point = [0.7, 1.2];
    let h = 1e-6;
    let difference = |f: &dyn Fn(&[f64; 2]) -> f64, k: usize| {
        let (mut up, mut down) = (point, point);
        up[k] += h;
        down[k] -= h;
        (f(&up) - f(&down)) / (2.0 * h)
    };
    let cases: [(&dyn Fn(&[f64; 2]) -> f64, (f64, [f64; 2])); 2] = [
        (
            &|x| result_of_a_call_changed_in_place(x, flip),
            result_of_a_call_changed_in_place::value_and_grad(&point, flip),
        ),
        (&|x| row_of_a_matrix_of_equal_rows(x, flip), row_of_a_matrix_of_equal_rows::value_and_grad(&point, flip)),
    ];
    for (f, (value, gradient)) in cases {
        assert_eq!(value.to_bits(), f(&point).to_bits());
        for k in 0..2 {
            assert!((gradient[k] - difference(f, k)).abs() < 1e-8, "{gradient:?} {k} {}", difference(f, k));
        }
    }
}

#[test]
fn calls_on_constants_have_the_type_of_what_they_are_assigned_to() {
    assert_eq!(call_on_constants_in_a_branch::grad(2.0_f64, true), 0.25);
    assert_eq!(call_on_constants_in_a_branch::grad(2.0_f32, false), 4.0);
    let (x, expected) = (0.3_f64, 0.125 * (0.3_f64.sin() + 0.3 * 0.3_f64.cos()));
    assert!((tuple_from_a_call_on_constants::grad(x) - expected).abs() < 1e-15);
}

#[test]
fn loops_end_below_a_constant() {
    scalar!(|x| bounds_below_a_constant(&[x[0], x[1], x[2]]); at [0.3, -0.4, 1.1]);
}

#[differentiable]
fn raise(x: &mut [f64], by: f64) {
    for i in 0..x.len() {
        x[i] += by * x[i];
    }
}

/// The adjoint of a `Vec` that a call changed was empty where its elements were read by constant indices.
#[differentiable]
fn constant_indices_after_a_change(x: &[f64; 2], by: f64) -> f64 {
    let mut raised = x.to_vec();
    raise(&mut raised, by);
    raised[0] * raised[1]
}

#[test]
fn constant_indices_after_a_call_that_changes() {
    assert_eq!(constant_indices_after_a_change::grad(&[1.0, 2.0], 0.5), ([4.5, 2.25], 6.0));
}
