//! Cases that fail, to be moved to their modules once they pass; `main.rs` does not include this file.

use crate::check::{close, scalar, several};
use burtorch::{derivative, differentiable};

// Wrong values and derivatives.

/// The inner loop overwrites `u`, which is still read as `old`.
#[differentiable(unroll = 0)]
fn stencil_from_copy(x: &[f64; 4]) -> f64 {
    let mut u = *x;
    for _ in 0..2 {
        let old = u;
        for i in 1..3 {
            u[i] = old[i - 1] * old[i] + old[i + 1];
        }
    }
    u[1] * u[2]
}

/// Both arrays end up in one variable when `flip` is false.
#[differentiable]
fn two_arrays_of_one_branch(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = *x;
    b[0] *= x[1];
    if flip {
        b[0] = x[1] * 3.0;
    } else {
        a = b;
    }
    a[0] * b[1] + a[1] * b[0]
}

#[differentiable(unroll = 0)]
fn arrays_through_branches(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = [0.5; 2];
    for _ in 0..2 {
        if flip {
            b[1] = a[0];
            a = b;
        }
    }
    a[0] * b[1]
}

#[differentiable(unroll = 0)]
fn one_or_the_other(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = [0.5; 2];
    for _ in 0..2 {
        if flip {
            a = b;
        } else {
            b = a;
        }
    }
    a[0] * b[1] * x[0]
}

#[differentiable]
fn named_direction(direction: [f64; 2]) -> f64 {
    direction[0] * direction[0] * direction[1]
}

#[differentiable]
fn named_at(x: f64, at: usize) -> f64 {
    x * x * at as f64
}

#[differentiable]
fn named_rows(rows: [[f64; 1]; 1]) -> f64 {
    rows[0][0] * rows[0][0] * rows[0][0]
}

#[differentiable]
fn named_tangent(tangent_0: f64, tangent_1: f64) -> f64 {
    tangent_0 * tangent_0 * tangent_1
}

macro_rules! hygienic {
    ($name:ident, $arg:ident, $body:expr) => {
        #[differentiable]
        fn $name($arg: f64) -> f64 {
            let t = 2.0 * $arg;
            let y = $body;
            y * t
        }
    };
}

hygienic!(same_name_from_two_places, t, t.sin());

macro_rules! product {
    ($name:ident, $e:expr) => {
        #[differentiable]
        fn $name(x: f64) -> f64 {
            x * $e
        }
    };
}

// The plain function itself becomes `x * 1.0 + 2.0`.
product!(invisible_group, 1.0 + 2.0);

/// The annotation is forgotten: −1 in place of 255, −8 in place of 248.
#[differentiable]
fn integers_of_a_type(x: f64) -> f64 {
    let k: i32 = -1;
    let a: u8 = 7;
    let b = !a;
    x * (k as u8) as f64 + x * x * f64::from(b)
}

/// The annotation is forgotten: a shift of an `i32` overflows.
#[differentiable]
fn shift_of_a_type(x: f64, n: u64) -> f64 {
    let k = 1 << n;
    let m: u64 = k;
    x * m as f64
}

/// The suffix is forgotten: 0.1 in place of the nearest number of single precision.
#[differentiable]
fn literal_of_single_precision(x: f64) -> f64 {
    f64::from(0.1_f32) * x + (0.2_f32 as f64) * x * x
}

// What panics or does not compile.

#[differentiable]
fn method_of_a_typed_integer(x: f64) -> f64 {
    let n: u8 = 200;
    x * f64::from(n.wrapping_add(100))
}

#[differentiable]
fn closure_over_integers(x: f64) -> f64 {
    let next = |n: i32| n + 1;
    x * f64::from(next(2))
}

#[differentiable]
fn raw_argument(r#in: f64) -> f64 {
    r#in * r#in
}

#[differentiable]
fn named_seed(seed: f64) -> f64 {
    seed * seed
}

#[differentiable]
fn named_tangents(tangents: f64, seed_tangent: f64) -> f64 {
    tangents * seed_tangent
}

#[differentiable]
fn named_matrix(matrix: f64, column: f64) -> [f64; 2] {
    [matrix * column, matrix]
}

struct Spring;

impl Spring {
    #[differentiable(method)]
    fn free(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn calls_a_sibling_without_self(&self, x: f64) -> f64 {
        Self::free(x) * x
    }
}

fn rough(x: f64) -> f64 {
    x.exp()
}

/// A rule of first order is not differentiated, so it may be any code.
#[derivative(of = rough, first_order)]
fn rough_slope(x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 0.0);
    while k < 30.0 {
        k += 1.0;
        term *= x / k;
        sum += term;
    }
    sum
}

#[test]
fn pending() {
    scalar!(|x| stencil_from_copy(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    for flip in [true, false] {
        scalar!(|x| two_arrays_of_one_branch(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
        scalar!(|x| arrays_through_branches(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
        scalar!(|x| one_or_the_other(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
    }
    scalar!(|x| named_direction([x[0], x[1]]); at [0.7, 1.2]);
    scalar!(|x| named_at(x[0], 2); along (x[0]); at [0.7]);
    scalar!(|x| named_rows([[x[0]]]); at [0.7]);
    scalar!(|x| named_tangent(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| same_name_from_two_places(x[0]); at [0.7]);
    close("an invisible group", &[invisible_group(2.0)], &[6.0]);
    scalar!(|x| invisible_group(x[0]); at [0.7]);
    scalar!(|x| integers_of_a_type(x[0]); at [0.7]);
    scalar!(|x| shift_of_a_type(x[0], 40); along (x[0]); at [0.7]);
    scalar!(|x| literal_of_single_precision(x[0]); at [0.7]);
    scalar!(|x| method_of_a_typed_integer(x[0]); at [0.7]);
    scalar!(|x| closure_over_integers(x[0]); at [0.7]);
    scalar!(|x| raw_argument(x[0]); at [0.7]);
    scalar!(|x| named_seed(x[0]); at [0.7]);
    scalar!(|x| named_tangents(x[0], x[1]); at [0.7, 1.2]);
    several!(|x, y| named_matrix(x[0], x[1]) -> [y[0], y[1]]; at [0.7, 1.2]);
    assert_eq!(Spring.calls_a_sibling_without_self_grad(2.0).to_bits(), 12.0_f64.to_bits());
}

// To be added to the functions of `unrolled.rs`: gradients that differ in the last bit.
//
//     products(x: &[f64; 2]) {
//         let mut sum = 0.0;
//         for i in 0..2 {
//             sum += x[i] * x[0];
//         }
//         sum
//     }
//     two_loops(x: &[f64; 2]) {
//         let mut a = 0.5;
//         for i in 0..2 {
//             a = a * x[i] + x[i];
//         }
//         for i in 0..2 {
//             a += x[i] * a;
//         }
//         a
//     }
