//! What is claimed of every function here, and the macros that make a case of one.
//!
//! The witness is the plain function: its differences are the first derivatives, and differences of
//! the gradient, once that is trusted, the second ones.

use crate::witness;

/// Relative to the size of the derivative, or to one where that is smaller.
const AGREEMENT: f64 = 1.0e-7;

/// How far the witness steps from a point, at most. Points lie further from kinks and jumps than that.
const REACH: f64 = 0.01;

/// The numbers inside a value, in order.
pub trait Flat {
    fn flatten(&self, into: &mut Vec<f64>);
}

impl Flat for f64 {
    fn flatten(&self, into: &mut Vec<f64>) {
        into.push(*self);
    }
}

impl Flat for f32 {
    fn flatten(&self, into: &mut Vec<f64>) {
        into.push(f64::from(*self));
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    fn flatten(&self, into: &mut Vec<f64>) {
        self.iter().for_each(|element| element.flatten(into));
    }
}

impl<T: Flat> Flat for Vec<T> {
    fn flatten(&self, into: &mut Vec<f64>) {
        self.iter().for_each(|element| element.flatten(into));
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),+))*) => {$(
        impl<$($name: Flat),+> Flat for ($($name,)+) {
            fn flatten(&self, into: &mut Vec<f64>) {
                $(self.$at.flatten(into);)+
            }
        }
    )*};
}

tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }

pub fn flat(value: impl Flat) -> Vec<f64> {
    let mut numbers = Vec::new();
    value.flatten(&mut numbers);
    numbers
}

type Vector = Vec<f64>;

/// A function with one number as result, and what was compiled from it; all over flat vectors.
pub struct Scalar<'a> {
    pub name: &'static str,
    pub value: &'a dyn Fn(&[f64]) -> f64,
    pub value_and_grad: &'a dyn Fn(&[f64]) -> (f64, Vector),
    pub grad: &'a dyn Fn(&[f64]) -> Vector,
    pub vjp: &'a dyn Fn(&[f64], f64) -> (f64, Vector),
    pub jvp: &'a dyn Fn(&[f64], &[f64]) -> (f64, f64),
    /// None for a function without second derivatives.
    pub hvp: Option<&'a dyn Fn(&[f64], &[f64]) -> Vector>,
    pub hessian: Option<Box<dyn Fn(&[f64]) -> Vec<Vector> + 'a>>,
    /// Whether the value comes out with the bits of the plain function.
    pub exact: bool,
}

impl Scalar<'_> {
    pub fn check(&self, points: &[&[f64]]) {
        for x in points {
            self.check_at(x);
        }
    }

    fn check_at(&self, x: &[f64]) {
        let at = |what: &str| format!("{what} of {} at {x:?}", self.name);
        let value = (self.value)(x);
        let (compiled, gradient) = (self.value_and_grad)(x);
        self.same_value(&at("value"), compiled, value);
        assert_eq!(bits(&(self.grad)(x)), bits(&gradient), "{}", at("grad and value_and_grad"));
        let v = direction(x.len());
        let along = |f: &dyn Fn(&[f64]) -> f64| slope(|s| f(&moved(x, s, &v)));
        let units = (0..x.len()).map(|j| {
            let unit: Vector = (0..x.len()).map(|i| f64::from(u8::from(i == j))).collect();
            slope(|s| (self.value)(&moved(x, s, &unit)))
        });
        close(&at("gradient"), &gradient, &units.collect::<Vector>());

        let (compiled, tangent) = (self.jvp)(x, &v);
        self.same_value(&at("value by jvp"), compiled, value);
        close(&at("jvp"), &[tangent], &[dot(&gradient, &v)]);
        let (compiled, adjoint) = (self.vjp)(x, -1.75);
        self.same_value(&at("value by vjp"), compiled, value);
        close(&at("vjp"), &adjoint, &gradient.iter().map(|g| -1.75 * g).collect::<Vector>());

        let Some(hvp) = self.hvp else { return };
        let hv = hvp(x, &v);
        let witness: Vector = (0..x.len()).map(|j| along(&|x| (self.grad)(x)[j])).collect();
        close(&at("hvp"), &hv, &witness);
        if let Some(hessian) = &self.hessian {
            let rows = hessian(x);
            close(&at("hessian"), &rows.iter().map(|row| dot(row, &v)).collect::<Vector>(), &hv);
            for (i, row) in rows.iter().enumerate() {
                close(&at("row of the hessian"), row, &rows.iter().map(|row| row[i]).collect::<Vector>());
            }
        }
    }

    fn same_value(&self, what: &str, compiled: f64, value: f64) {
        if self.exact {
            assert_eq!(compiled.to_bits(), value.to_bits(), "{what}: {compiled} is not {value} to the bit");
        } else {
            close(what, &[compiled], &[value]);
        }
    }
}

/// A function with several numbers as result, and what was compiled from it; all over flat vectors.
pub struct Several<'a> {
    pub name: &'static str,
    pub value: &'a dyn Fn(&[f64]) -> Vector,
    pub vjp: &'a dyn Fn(&[f64], &[f64]) -> (Vector, Vector),
    pub jvp: &'a dyn Fn(&[f64], &[f64]) -> (Vector, Vector),
    pub jacobian: Option<Box<dyn Fn(&[f64]) -> Vec<Vector> + 'a>>,
}

impl Several<'_> {
    pub fn check(&self, points: &[&[f64]]) {
        for x in points {
            self.check_at(x);
        }
    }

    fn check_at(&self, x: &[f64]) {
        let at = |what: &str| format!("{what} of {} at {x:?}", self.name);
        let value = (self.value)(x);
        let (v, seed) = (direction(x.len()), direction(value.len()));
        let (compiled, tangent) = (self.jvp)(x, &v);
        assert_eq!(bits(&compiled), bits(&value), "{}", at("value by jvp"));
        let witness: Vector = (0..value.len()).map(|i| slope(|s| (self.value)(&moved(x, s, &v))[i])).collect();
        close(&at("jvp"), &tangent, &witness);
        let (compiled, adjoint) = (self.vjp)(x, &seed);
        assert_eq!(bits(&compiled), bits(&value), "{}", at("value by vjp"));
        let weighted = |x: &[f64]| dot(&(self.value)(x), &seed);
        let units = (0..x.len()).map(|j| {
            let unit: Vector = (0..x.len()).map(|i| f64::from(u8::from(i == j))).collect();
            slope(|s| weighted(&moved(x, s, &unit)))
        });
        close(&at("vjp"), &adjoint, &units.collect::<Vector>());
        if let Some(jacobian) = &self.jacobian {
            let rows = jacobian(x);
            close(&at("jacobian"), &rows.iter().map(|row| dot(row, &v)).collect::<Vector>(), &tangent);
            let columns = (0..x.len()).map(|j| rows.iter().zip(&seed).map(|(row, s)| row[j] * s).sum());
            close(&at("columns of the jacobian"), &columns.collect::<Vector>(), &adjoint);
        }
    }
}

/// `d/ds along(s)` at zero, by differences.
fn slope(along: impl Fn(f64) -> f64) -> f64 {
    // The witness steps by 1/8 at first.
    let scale = REACH * 8.0;
    witness::gradient(|s| along(s[0] * scale), &[0.0])[0] / scale
}

fn moved(x: &[f64], s: f64, v: &[f64]) -> Vector {
    x.iter().zip(v).map(|(x, v)| x + s * v).collect()
}

/// A direction in which no two components are alike.
fn direction(len: usize) -> Vector {
    [0.6, -0.35, 0.9, 0.25, -0.8, 0.45, -0.15, 0.7].into_iter().cycle().take(len).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

pub fn close(what: &str, ours: &[f64], theirs: &[f64]) {
    let size = theirs.iter().fold(1.0_f64, |size, number| size.max(number.abs()));
    let agree = |(a, b): (&f64, &f64)| (a - b).abs() <= AGREEMENT * size;
    assert!(ours.len() == theirs.len() && ours.iter().zip(theirs).all(agree), "{what}: {ours:?} should be {theirs:?}");
}

/// `scalar!(|x| f(x[0], 3, &[x[1], x[2]]); along (x[0], &[x[1], x[2]]); at [1.0, 2.0, 3.0])`
///
/// `along` lists the differentiated arguments where there are others; `no hessian` and `inexact` say so.
macro_rules! scalar {
    (|$x:ident| $($f:ident)::+ ($($arg:expr),* $(,)?); $($rest:tt)*) => {
        $crate::check::scalar!(@ [$x] [$($f)::+] [$($arg),*] [$($arg),*] [hessian] [true] $($rest)*)
    };
    (@ [$x:ident] [$($f:tt)*] [$($arg:expr),*] [$($old:expr),*] $h:tt $e:tt along ($($v:expr),* $(,)?); $($rest:tt)*) => {
        $crate::check::scalar!(@ [$x] [$($f)*] [$($arg),*] [$($v),*] $h $e $($rest)*)
    };
    (@ $x:tt $f:tt $a:tt $v:tt [hessian] $e:tt no hessian; $($rest:tt)*) => {
        $crate::check::scalar!(@ $x $f $a $v [] $e $($rest)*)
    };
    (@ $x:tt $f:tt $a:tt $v:tt $h:tt [true] inexact; $($rest:tt)*) => {
        $crate::check::scalar!(@ $x $f $a $v $h [false] $($rest)*)
    };
    (@ [$x:ident] [$($f:tt)*] [$($arg:expr),*] [$($v:expr),*] $hessian:tt [$exact:expr] at $([$($at:expr),* $(,)?]),* $(,)?) => {{
        use $crate::check::{Scalar, flat};
        Scalar {
            name: stringify!($($f)*),
            value: &|$x| flat($($f)*($($arg),*))[0],
            value_and_grad: &|$x| {
                let (value, gradient) = $($f)*::value_and_grad($($arg),*);
                (flat(value)[0], flat(gradient))
            },
            grad: &|$x| flat($($f)*::grad($($arg),*)),
            vjp: &|$x, seed| {
                let (value, gradient) = $($f)*::vjp(($($arg),*), seed);
                (flat(value)[0], flat(gradient))
            },
            jvp: &|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                $($f)*::jvp(point, ($($v),*))
            },
            hvp: Some(&|$x, v| {
                let (value, gradient) = $($f)*::value_and_grad($($arg),*);
                let (point, again) = (($($arg),*), ($($arg),*));
                let $x = v;
                let (same, beside, product) = $($f)*::value_grad_hvp(again, ($($v),*));
                let product = flat(product);
                $crate::check::close(concat!(stringify!($($f)*), ", in one pass"), &flat((same, beside)), &flat((value, gradient)));
                assert_eq!(product, flat($($f)*::hvp(point, ($($v),*))), "{} in one pass", stringify!($($f)*));
                product
            }),
            hessian: $crate::check::matrix!($hessian [$x] [$($f)*] [$($arg),*]),
            exact: $exact,
        }
        .check(&[$(&[$($at),*]),*]);
    }};
}

/// `several!(|x, y| f(&[x[0], x[1]]) -> [y[0], y[1]]; along (…); at [1.0, 2.0])`
macro_rules! several {
    (|$x:ident, $y:ident| $($f:ident)::+ ($($arg:expr),* $(,)?) -> $seed:expr; $($rest:tt)*) => {
        $crate::check::several!(@ [$x $y] [$($f)::+] [$($arg),*] [$seed] [$($arg),*] [jacobian] $($rest)*)
    };
    (@ $xy:tt $f:tt $a:tt $s:tt $old:tt $j:tt along ($($v:expr),* $(,)?); $($rest:tt)*) => {
        $crate::check::several!(@ $xy $f $a $s [$($v),*] $j $($rest)*)
    };
    (@ $xy:tt $f:tt $a:tt $s:tt $v:tt [jacobian] no jacobian; $($rest:tt)*) => {
        $crate::check::several!(@ $xy $f $a $s $v [] $($rest)*)
    };
    (@ [$x:ident $y:ident] [$($f:tt)*] [$($arg:expr),*] [$seed:expr] [$($v:expr),*] $jacobian:tt at $([$($at:expr),* $(,)?]),* $(,)?) => {{
        use $crate::check::{Several, flat};
        Several {
            name: stringify!($($f)*),
            value: &|$x| flat($($f)*($($arg),*)),
            vjp: &|$x, $y| {
                let (value, gradient) = $($f)*::vjp(($($arg),*), $seed);
                (flat(value), flat(gradient))
            },
            jvp: &|$x, v| {
                let point = ($($arg),*);
                let $x = v;
                let (value, tangent) = $($f)*::jvp(point, ($($v),*));
                (flat(value), flat(tangent))
            },
            jacobian: $crate::check::matrix!($jacobian [$x] [$($f)*] [$($arg),*]),
        }
        .check(&[$(&[$($at),*]),*]);
    }};
}

/// The matrix of first or second derivatives, if the function has it.
macro_rules! matrix {
    ([] $($rest:tt)*) => { None };
    ([$matrix:ident] [$x:ident] [$($f:tt)*] [$($arg:expr),*]) => {
        Some(Box::new(|$x: &[f64]| $($f)*::$matrix($($arg),*).map(|row| flat(row)).to_vec()))
    };
}

pub(crate) use {matrix, scalar, several};
