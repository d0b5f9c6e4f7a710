//! Names that generated code might use itself, and names that hide the standard ones.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn locals(x: f64, y: &[f64; 2]) -> f64 {
    let point = x;
    let direction = point * y[0];
    let tangents = direction + y[1];
    let rows = tangents * tangents;
    let tangent_0 = rows * x;
    let x_adjoint = tangent_0.sin();
    let x_tangent = x_adjoint + x;
    let moving_0 = x_tangent * 2.0;
    let along_seed = moving_0 * moving_0;
    let adjoints = along_seed + rows;
    let matrix = adjoints - x;
    matrix
}

#[differentiable]
fn adjoint_names(x: f64, x_adjoint: f64, x_tangent: f64) -> f64 {
    x * x_adjoint * x_tangent * x
}

#[differentiable]
fn several_names(adjoints: f64, tangent: f64) -> (f64, f64) {
    (adjoints * tangent, tangent)
}

#[differentiable]
fn indices<const N: usize>(x: &[f64; N]) -> f64 {
    let index_0 = x[0];
    let mut i = index_0 * index_0;
    for index_1 in 0..N {
        i += x[index_1] * index_0;
        let i_2 = i;
        i = i_2 * i_2;
    }
    i
}

#[differentiable]
fn underscores(_x: f64, __y: f64) -> f64 {
    let _z = _x * __y;
    _z * _x
}

#[differentiable]
fn unicode(λ: f64, größe: f64) -> f64 {
    let δx = λ * größe;
    δx * λ
}

#[allow(non_snake_case, reason = "that is the test")]
mod upper_case {
    #[burtorch::differentiable]
    pub fn Graph(Graph: f64, N: f64) -> f64 {
        let T = Graph * N;
        T * T
    }
}

/// Names of the standard library that mean something else here.
#[allow(non_camel_case_types, dead_code, reason = "that is the test")]
mod hidden {
    pub struct Result;
    pub struct Option;
    pub enum Some {}
    pub struct Vec;
    pub struct Box;
    pub trait Clone {}
    pub trait Default {}
    pub trait Copy {}
    pub trait Fn {}
    pub trait Float {}
    pub struct Tangent;

    #[burtorch::differentiable]
    pub fn plain(x: f64, n: i32, y: &[f64; 2]) -> f64 {
        x * y[0] * f64::from(n) + y[1].sin()
    }

    #[burtorch::differentiable]
    pub fn pair<const N: usize>(x: [f64; N], s: &str) -> (f64, [f64; N]) {
        let mut y = x;
        for i in 0..N {
            y[i] *= x[0];
        }
        (x[0] * s.len() as f64, y)
    }
}

/// Modules with the names of crates.
mod crates {
    pub mod core {}
    pub mod std {}
    pub mod burtorch {}
    pub mod alloc {}

    #[::burtorch::differentiable]
    pub fn f(x: f64, n: ::std::primitive::usize) -> f64 {
        x * x * n as f64
    }

    #[::burtorch::differentiable]
    pub fn g<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = *x;
        for i in 0..N {
            y[i] = f(x[i], 2);
        }
        y
    }
}

/// Other things called `f`, `sin`, `max` and `panic`.
mod functions {
    #[allow(dead_code)]
    pub fn max(_: i32) {}
    #[allow(dead_code)]
    pub fn sin(_: i32) {}
    #[allow(unused_macros)]
    macro_rules! panic {
        () => {};
    }
    #[allow(unused_macros)]
    macro_rules! unreachable {
        () => {};
    }

    #[burtorch::differentiable]
    pub fn f(x: f64, y: f64, n: u8) -> f64 {
        match n {
            0 => x.max(y) * x.sin(),
            1 => y,
            _ => std::panic!("too large"),
        }
    }
}

/// A type alias for the float.
#[differentiable]
fn local_types(x: f64) -> f64 {
    type Real = f64;
    let y: Real = x * 2.0;
    struct Pair(i32);
    let p = Pair(3);
    y * x * f64::from(p.0)
}

mod visibility {
    /// A documented function.
    ///
    /// With two paragraphs.
    #[burtorch::differentiable]
    #[must_use]
    #[inline]
    pub(crate) fn documented(x: f64) -> f64 {
        x * x
    }

    pub(in crate::names) mod deep {
        #[burtorch::differentiable]
        pub(in crate::names) fn restricted(x: f64) -> f64 {
            super::documented(x) * x
        }
    }
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

#[differentiable]
fn raw_argument(r#in: f64) -> f64 {
    r#in * r#in
}

#[test]
fn functions_inside_functions() {
    const SCALE: f64 = 3.0;

    #[differentiable]
    fn local(x: f64) -> f64 {
        x * x * SCALE
    }

    #[differentiable]
    fn calls_local(x: f64) -> f64 {
        local(x) * x
    }

    scalar!(|x| local(x[0]); at [0.7]);
    scalar!(|x| calls_local(x[0]); at [0.7]);
    {
        #[differentiable]
        fn local(x: f64) -> f64 {
            x.sin()
        }
        scalar!(|x| local(x[0]); at [0.7]);
    }
}

#[test]
fn names_of_generated_code() {
    scalar!(|x| locals(x[0], &[x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| adjoint_names(x[0], x[1], x[2]); at [0.7, 1.2, -0.3]);
    several!(|x, y| several_names(x[0], x[1]) -> (y[0], y[1]); at [0.7, 1.2]);
    scalar!(|x| named_direction([x[0], x[1]]); at [0.7, 1.2]);
    scalar!(|x| named_at(x[0], 2); along (x[0]); at [0.7]);
    scalar!(|x| named_rows([[x[0]]]); at [0.7]);
    scalar!(|x| named_tangent(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| named_seed(x[0]); at [0.7]);
    scalar!(|x| named_tangents(x[0], x[1]); at [0.7, 1.2]);
    several!(|x, y| named_matrix(x[0], x[1]) -> [y[0], y[1]]; at [0.7, 1.2]);
    scalar!(|x| indices(&[x[0], x[1], x[2]]); at [0.7, 0.2, -0.3]);
}

#[test]
fn unusual_names() {
    scalar!(|x| underscores(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| raw_argument(x[0]); at [0.7]);
    scalar!(|x| unicode(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| upper_case::Graph(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| local_types(x[0]); at [0.7]);
    scalar!(|x| visibility::documented(x[0]); at [0.7]);
    scalar!(|x| visibility::deep::restricted(x[0]); at [0.7]);
}

#[test]
fn hidden_names() {
    scalar!(|x| hidden::plain(x[0], 3, &[x[1], x[2]]); along (x[0], &[x[1], x[2]]); at [0.7, 1.2, -0.3]);
    several!(|x, y| hidden::pair([x[0], x[1]], "abc") -> (y[0], [y[1], y[2]]); along ([x[0], x[1]]); no jacobian;
        at [0.7, 1.2]);
    scalar!(|x| crates::f(x[0], 3); along (x[0]); at [0.7]);
    several!(|x, y| crates::g(&[x[0], x[1]]) -> [y[0], y[1]]; at [0.7, 1.2]);
    for n in 0..2 {
        scalar!(|x| functions::f(x[0], x[1], n); along (x[0], x[1]); at [0.7, 1.2]);
    }
}
