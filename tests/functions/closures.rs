//! `graph!`: closures with the same derivatives.

use crate::check::{Scalar, flat};
use burtorch::{differentiable, graph};

/// A case of a graph `$g`.
macro_rules! closure {
    (|$x:ident| $g:ident($($arg:expr),*); at $([$($at:expr),*]),*) => {
        Scalar {
            name: stringify!($g),
            value: &|$x| $g.value($($arg),*),
            value_and_grad: &|$x| {
                let (value, gradient) = $g.value_and_grad($($arg),*);
                (value, flat(gradient))
            },
            grad: &|$x| flat($g.grad($($arg),*)),
            vjp: &|$x, seed| {
                let (value, gradient) = $g.vjp(($($arg),*), seed);
                (value, flat(gradient))
            },
            jvp: &|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                $g.jvp(point, ($($arg),*))
            },
            hvp: Some(&|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                flat($g.hvp(point, ($($arg),*)))
            }),
            hessian: Some(Box::new(|$x| $g.hessian($($arg),*).map(|row| flat(row)).to_vec())),
            exact: true,
        }
        .check(&[$(&[$($at),*]),*]);
    };
}

#[differentiable]
fn helper(x: f64) -> f64 {
    x * x.sin()
}

#[test]
fn closures_without_captures() {
    let expression = graph!(|x: f64| x * x + x.sin());
    closure!(|x| expression(x[0]); at [0.7], [-1.3]);
    let block = graph!(|a: f64, b: f64| {
        let c = a + b;
        let d = a * b + b.powi(3);
        let e = c - d;
        e * e / 2.0
    });
    closure!(|x| block(x[0], x[1]); at [0.7, 1.2], [-4.1, 2.0]);
    let arrays = graph!(|x: &[f64; 3], m: [[f64; 2]; 1]| -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            sum += x[i] * m[0][i % 2];
        }
        sum * sum
    });
    closure!(|x| arrays(&[x[0], x[1], x[2]], [[x[3], x[4]]]); at [0.7, 1.2, -0.3, 0.5, 2.0]);
    let calls = graph!(|x: f64| helper(x) * burtorch::math::relu(x));
    closure!(|x| calls(x[0]); at [0.7], [-1.3]);
    let branch = graph!(|x: f64, y: f64| if x > y { x * y } else { y });
    closure!(|x| branch(x[0], x[1]); at [0.7, 1.2], [1.7, 1.2]);
}

#[test]
fn closures_with_captures() {
    let (scale, table, n) = (2.5, [0.5, 1.5, -2.0], 3);
    let borrowed = graph!(|x: f64| {
        let mut sum = 0.0;
        for i in 0..3 {
            sum += table[i] * x.powi(2) * scale;
        }
        sum * f64::from(n)
    });
    closure!(|x| borrowed(x[0]); at [0.7], [-1.3]);
    let owned = graph!(move |x: f64, y: f64| x * y * scale + table[1] * x * x);
    closure!(|x| owned(x[0], x[1]); at [0.7, 1.2]);
    let copy = owned;
    assert_eq!(copy.value(1.0, 2.0).to_bits(), owned.value(1.0, 2.0).to_bits());
    let weights = vec![0.5, 2.0];
    let from_heap = graph!(|x: f64| x * weights[0] + x * x * weights[1]);
    closure!(|x| from_heap(x[0]); at [0.7]);
    assert!(weights.len() == 2 && owned.dot().contains("digraph") && owned.ops().value > 0);
}

#[test]
fn closures_of_other_types() {
    let single = graph!(|x: f32, y: f32| x * y * y);
    assert_eq!(single.value_and_grad(2.0, 3.0), (18.0, (9.0, 12.0)));
    let several = graph!(|x: f64, y: f64| -> (f64, f64) {
        let sum = x + y;
        (x * y, sum)
    });
    assert_eq!(several.jacobian(2.0, 3.0), [[3.0, 2.0], [1.0, 1.0]]);
    let with_integer = graph!(|x: f64, n: i32| x * f64::from(n));
    assert_eq!(with_integer.value_and_grad(2.0, 3), (6.0, 3.0));
    let with_bool = graph!(|x: f64, yes: bool| if yes { x * x } else { x });
    assert_eq!(with_bool.hvp((2.0, true), 1.0).to_bits(), 2.0_f64.to_bits());
}

#[test]
fn a_graph_can_be_passed_and_returned() {
    fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) + f(x)
    }
    let square = graph!(|x: f64| x * x);
    assert_eq!(twice(|x| square.grad(x), 3.0).to_bits(), 12.0_f64.to_bits());
}
