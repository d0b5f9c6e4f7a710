//! What is claimed of every function here, and the macros that make a line of a table a case.
//!
//! Beside the claims of [`check`](crate::check): forms with memory of the caller's give the bits of those without, with
//! a scratch that has seen other sizes before, and add to what is in the buffer.

use burtorch::{Scratch, check_gradient};

use crate::check::{Scalar, bits, close};

/// Slices of any length.
pub const ANY: &[&[f64]] = &[&[], &[0.3], SOME[1], SOME[2], SOME[3]];
/// Slices of any length but zero.
pub const SOME: &[&[f64]] = &[&[0.3], &[0.45, -0.2], LONG[0], LONG[1]];
/// Slices with at least four elements.
pub const LONG: &[&[f64]] = &[&[0.3, -0.2, 1.1, 0.7], &[0.25, 0.35, 0.2, 0.4, 0.6, -0.7, 0.9]];

/// The forms of a function that take a scratch; over flat vectors. Each adds to the vector.
pub struct WithScratch<'a> {
    pub grad_into: &'a dyn Fn(&[f64], &mut Scratch) -> (f64, Vec<f64>),
    pub vjp_into: &'a dyn Fn(&[f64], f64, &mut Scratch) -> (f64, Vec<f64>),
    pub jvp_with: &'a dyn Fn(&[f64], &[f64], &mut Scratch) -> (f64, f64),
    pub hvp_into: Option<&'a dyn Fn(&[f64], &[f64], &mut Scratch) -> Vec<f64>>,
}

pub fn check(plain: &Scalar, with: &WithScratch, points: &[&[f64]]) {
    plain.check(points);
    let mut scratch = Scratch::new();
    for x in points.iter().chain(points.iter().rev()) {
        let at = |what: &str| format!("{what} of {} at {x:?}", plain.name);
        let v: Vec<f64> = x.iter().enumerate().map(|(i, x)| 0.4 - x * i as f64).collect();
        let (value, gradient) = (plain.value_and_grad)(x);
        let (same, into) = (with.grad_into)(x, &mut scratch);
        assert_eq!(value.to_bits(), same.to_bits(), "{}", at("value by grad_into"));
        close(&at("grad_into"), &into, &gradient);
        let (same, into) = (with.vjp_into)(x, 0.75, &mut scratch);
        assert_eq!(value.to_bits(), same.to_bits(), "{}", at("value by vjp_into"));
        close(&at("vjp_into"), &into, &(plain.vjp)(x, 0.75).1);
        let ((a, b), (c, d)) = ((with.jvp_with)(x, &v, &mut scratch), (plain.jvp)(x, &v));
        assert_eq!(bits(&[a, b]), bits(&[c, d]), "{}", at("jvp_with"));
        if let (Some(into), Some(plain)) = (with.hvp_into, plain.hvp) {
            close(&at("hvp_into"), &into(x, &v, &mut scratch), &plain(x, &v));
        }
        if !x.is_empty() {
            let checked = check_gradient(|x: &[f64]| (plain.value)(x), *x, &gradient);
            assert!(checked.is_ok(), "{}: {}", at("gradient"), checked.unwrap_err());
        }
    }
}

/// `cases! { |x| f(x, 3); |x| g(&x[..2], x[2], 3), along (&x[..2], x[2]); at LONG }`
///
/// `along` lists the differentiated arguments where there are others.
macro_rules! cases {
    ($(|$x:ident| $($f:ident)::+ ($($arg:expr),* $(,)?) $(, along ($($v:expr),* $(,)?))?;)* at $points:expr $(,)?) => {$(
        $crate::cases::case!([second] [$x] [$($f)::+] [$($arg),*] [$points] $([$($v),*])?);
    )*};
}

/// As [`cases`], for functions without second derivatives.
macro_rules! first_order {
    ($(|$x:ident| $($f:ident)::+ ($($arg:expr),* $(,)?) $(, along ($($v:expr),* $(,)?))?;)* at $points:expr $(,)?) => {$(
        $crate::cases::case!([first] [$x] [$($f)::+] [$($arg),*] [$points] $([$($v),*])?);
    )*};
}

macro_rules! second {
    ([second] $($derivative:tt)*) => { Some(&$($derivative)*) };
    ([first] $($derivative:tt)*) => { None };
}

macro_rules! case {
    ($order:tt $x:tt $f:tt $args:tt $points:tt) => { $crate::cases::case!($order $x $f $args $points $args) };
    ($order:tt [$x:ident] [$($f:tt)*] [$($arg:expr),*] [$points:expr] [$($v:expr),*]) => {{
        use $crate::check::{Scalar, flat};
        let plain = Scalar {
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
            hvp: $crate::cases::second!($order |$x, v| {
                let point = ($($arg),*);
                let $x = v;
                flat($($f)*::hvp(point, ($($v),*)))
            }),
            hessian: None,
            exact: true,
        };
        let zeros = |$x: &[f64]| $($f)*::grad($($arg),*);
        let with = $crate::cases::WithScratch {
            grad_into: &|$x, scratch| {
                use $crate::cases::Buffer;
                let (mut sums, before) = (zeros($x), flat(zeros($x)));
                let value = $($f)*::grad_into($($arg,)* sums.lent(), scratch);
                (value, $crate::cases::minus(flat(sums), before))
            },
            vjp_into: &|$x, seed, scratch| {
                use $crate::cases::Buffer;
                let (mut sums, before) = (zeros($x), flat(zeros($x)));
                let value = $($f)*::vjp_into(($($arg),*), seed, sums.lent(), scratch);
                (value, $crate::cases::minus(flat(sums), before))
            },
            jvp_with: &|$x, v, scratch| {
                let point = ($($arg),*);
                let $x = v;
                $($f)*::jvp_with(point, ($($v),*), scratch)
            },
            hvp_into: $crate::cases::second!($order |$x, v, scratch| {
                use $crate::cases::Buffer;
                let (mut sums, before) = (zeros($x), flat(zeros($x)));
                let (mut gradient, mut product, value) = (zeros($x), zeros($x), $($f)*($($arg),*));
                let (point, again) = (($($arg),*), ($($arg),*));
                let $x = v;
                $($f)*::hvp_into(point, ($($v),*), sums.lent(), scratch);
                let same = $($f)*::value_grad_hvp_into(again, ($($v),*), gradient.lent(), product.lent(), scratch);
                $crate::check::close("value and gradient in one pass", &[vec![same], $crate::cases::minus(flat(gradient), before.clone())].concat(), &[vec![value], before.clone()].concat());
                assert_eq!($crate::check::bits(&flat(product)), $crate::check::bits(&flat(sums.clone())));
                $crate::cases::minus(flat(sums), before)
            }),
        };
        $crate::cases::check(&plain, &with, $points);
    }};
}

/// `several! { |x, y| f(x) -> y; at SOME }`: functions whose result is several numbers; `y` is their adjoint.
macro_rules! several {
    ($(|$x:ident, $y:ident| $($f:ident)::+ ($($arg:expr),* $(,)?) -> $seed:expr $(, along ($($v:expr),* $(,)?))?;)* at $points:expr $(,)?) => {$(
        $crate::cases::several_case!([$x $y] [$($f)::+] [$($arg),*] [$seed] [$points] $([$($v),*])?);
    )*};
}

macro_rules! several_case {
    ($x:tt $f:tt $args:tt $seed:tt $points:tt) => { $crate::cases::several_case!($x $f $args $seed $points $args) };
    ([$x:ident $y:ident] [$($f:tt)*] [$($arg:expr),*] [$seed:expr] [$points:expr] [$($v:expr),*]) => {{
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
            jacobian: None,
        }
        .check($points);
    }};
}

/// `in_place! { f g; at SOME }`: functions of one `&mut` slice. The point is the state before, the result that after.
macro_rules! in_place {
    ($($f:ident)*; at $points:expr) => {$(
        $crate::check::Several {
            name: stringify!($f),
            value: &|x| {
                let mut y = x.to_vec();
                $f(&mut y);
                y
            },
            vjp: &|x, seed| {
                let (mut y, mut adjoint) = (x.to_vec(), seed.to_vec());
                $f::vjp_into(&mut y, (), &mut adjoint, &mut burtorch::Scratch::new());
                (y, adjoint)
            },
            jvp: &|x, v| {
                let (mut y, mut tangent) = (x.to_vec(), v.to_vec());
                let ((), ()) = $f::jvp(&mut y, &mut tangent);
                (y, tangent)
            },
            jacobian: None,
        }
        .check($points);
    )*};
}

/// What a derivative is added to: the gradient, with a slice for each vector in it.
pub trait Buffer {
    type Lent<'a>
    where
        Self: 'a;

    fn lent(&mut self) -> Self::Lent<'_>;
}

impl<T: 'static> Buffer for Vec<T> {
    type Lent<'a> = &'a mut [T];

    fn lent(&mut self) -> &mut [T] {
        self
    }
}

impl<T: 'static, const N: usize> Buffer for [T; N] {
    type Lent<'a> = &'a mut Self;

    fn lent(&mut self) -> &mut Self {
        self
    }
}

impl Buffer for f64 {
    type Lent<'a> = &'a mut Self;

    fn lent(&mut self) -> &mut Self {
        self
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),+))*) => {$(
        impl<$($name: Buffer + 'static),+> Buffer for ($($name,)+) {
            type Lent<'a> = ($($name::Lent<'a>,)+);

            fn lent(&mut self) -> Self::Lent<'_> {
                ($(self.$at.lent(),)+)
            }
        }
    )*};
}

tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

pub fn minus(mut after: Vec<f64>, before: Vec<f64>) -> Vec<f64> {
    after.iter_mut().zip(before).for_each(|(after, before)| *after -= before);
    after
}

pub(crate) use {case, cases, first_order, in_place, second, several, several_case};
