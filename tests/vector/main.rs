//! With the option `vector` and without: the same numbers but for rounding, with every instruction set.

#![allow(clippy::float_cmp, reason = "infinities are equal or not")]

#[path = "../common/random.rs"]
mod random;
#[path = "../common/witness.rs"]
#[allow(dead_code, reason = "its other users take a part of it")]
mod witness;

mod forms;
mod functions;

use burtorch::Scratch;
use burtorch_runtime::kernel::{Level, force};
use functions::{plain, plain_f32, vector, vector_f32};
use random::Random;
use std::fmt::Debug;
use std::sync::Mutex;

type Gradient<T> = (Vec<T>, Vec<T>, T);
/// Adds the gradient to buffers.
type Sweep<T> = fn(&[T], &[T], T, (&mut [T], &mut [T], &mut T), &mut Scratch) -> T;
/// A derivative at a point, in a direction.
type Along<T, R> = fn((&[T], &[T], T), (&[T], &[T], T)) -> R;

/// The derivatives of a function of two slices and a number.
pub struct Form<T: 'static> {
    value: fn(&[T], &[T], T) -> T,
    gradient: Sweep<T>,
    forward: Along<T, (T, T)>,
    second: Along<T, Gradient<T>>,
}

/// The derivatives of a function.
macro_rules! form {
    ($name:ident) => {
        Form { value: $name, gradient: $name::grad_into, forward: $name::jvp, second: $name::hvp }
    };
}
pub(crate) use form;

/// Runs `check` with every instruction set that the machine has, one after the other.
pub fn with_every_level(check: impl Fn(Level)) {
    // The choice is one for the whole program.
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let best = force(Level::V4);
    for level in [Level::Baseline, Level::V3, Level::V4] {
        if level <= best {
            check(force(level));
        }
    }
    force(best);
    drop(guard);
}

/// What the two precisions need here.
pub trait Number: Copy + Debug + Into<f64> + 'static {
    /// How far results may be apart, in parts of the sum of the magnitudes of all terms.
    const TOLERANCE: f64;
    /// Arguments beyond which `exp` is infinite.
    const LARGE: f64;
    /// Zero.
    const ZERO: Self;

    /// The nearest number.
    fn of(value: f64) -> Self;
}

impl Number for f64 {
    const TOLERANCE: f64 = 1e-13;
    const LARGE: f64 = 720.0;
    const ZERO: f64 = 0.0;

    fn of(value: f64) -> f64 {
        value
    }
}

impl Number for f32 {
    const TOLERANCE: f64 = 2e-5;
    const LARGE: f64 = 90.0;
    const ZERO: f32 = 0.0;

    #[allow(clippy::cast_possible_truncation, reason = "any number near it will do")]
    fn of(value: f64) -> f32 {
        value as f32
    }
}

fn numbers<T: Number>(n: usize, random: &mut Random) -> Vec<T> {
    (0..n).map(|_| T::of(random.between(-1.5, 1.5))).collect()
}

/// The value and the gradient.
fn gradient<T: Number>(form: &Form<T>, x: &[T], w: &[T], b: T) -> (T, Gradient<T>) {
    let (mut dx, mut dw, mut db) = (vec![T::ZERO; x.len()], vec![T::ZERO; x.len()], T::ZERO);
    let value = (form.gradient)(x, w, b, (&mut dx, &mut dw, &mut db), &mut Scratch::new());
    (value, (dx, dw, db))
}

/// All numbers of a gradient, as `f64`.
fn flat<T: Number>((dx, dw, db): &Gradient<T>) -> Vec<f64> {
    dx.iter().chain(dw).chain([db]).map(|&number| number.into()).collect()
}

/// The magnitudes of the terms that a function adds up: what it is of single elements, and of none.
fn magnitude<T: Number>(form: &Form<T>, x: &[T], w: &[T], b: T) -> f64 {
    let mut sum = 1.0;
    for (x, w) in x.iter().zip(w) {
        let (value, derivatives) = gradient(form, &[*x], &[*w], b);
        let largest = flat(&derivatives).into_iter().fold(value.into().abs(), |a, b| a.max(b.abs()));
        sum += largest;
    }
    sum
}

/// Equal but for rounding; not a number, or infinite, both at once.
fn close(a: f64, b: f64, allowed: f64) -> bool {
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= allowed
}

/// Compares both forms at random points of all lengths.
fn compare<T: Number>(plain: &[(&str, Form<T>)], vector: &[(&str, Form<T>)]) {
    with_every_level(|level| {
        let mut random = Random::seeded(31);
        for ((name, plain), (_, vector)) in plain.iter().zip(vector) {
            for n in 0..=70 {
                let (x, w) = (numbers::<T>(n, &mut random), numbers::<T>(n, &mut random));
                let (dx, dw) = (numbers::<T>(n, &mut random), numbers::<T>(n, &mut random));
                let (b, db) = (T::of(random.between(-1.0, 1.0)), T::of(random.between(-1.0, 1.0)));
                if *name == "rows" && n == 0 {
                    // It has nothing to read.
                    continue;
                }
                let allowed = T::TOLERANCE * magnitude(plain, &x, &w, b);
                let say = |what: &str| format!("{what} of {name} with {level:?} at {x:?}, {w:?}, {b:?}");
                let check = |what: &str, ours: f64, theirs: f64, allowed: f64| {
                    assert!(close(ours, theirs, allowed), "{}: {ours}, without {theirs}", say(what));
                };

                let ((value, slopes), (other, others)) = (gradient(vector, &x, &w, b), gradient(plain, &x, &w, b));
                check("value", value.into(), other.into(), allowed);
                for (ours, theirs) in flat(&slopes).into_iter().zip(flat(&others)) {
                    check("gradient", ours, theirs, allowed);
                }
                let (point, along) = ((&x[..], &w[..], b), (&dx[..], &dw[..], db));
                let ((value, slope), (other, theirs)) = ((vector.forward)(point, along), (plain.forward)(point, along));
                check("value with the tangent", value.into(), other.into(), allowed);
                check("tangent", slope.into(), theirs.into(), 4.0 * allowed);
                let (ours, theirs) = ((vector.second)(point, along), (plain.second)(point, along));
                let allowed = 64.0 * allowed;
                for (ours, theirs) in flat(&ours).into_iter().zip(flat(&theirs)) {
                    check("second derivative", ours, theirs, allowed);
                }
            }
        }
    });
}

#[test]
fn in_double_precision_results_are_the_same_but_for_rounding() {
    compare(plain::ALL, vector::ALL);
}

#[test]
fn in_single_precision_results_are_the_same_but_for_rounding() {
    compare(plain_f32::ALL, vector_f32::ALL);
}

/// Compares both forms where some numbers are not finite, or lead to some that are not.
fn compare_special<T: Number>(plain: &[(&str, Form<T>)], vector: &[(&str, Form<T>)]) {
    let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, T::LARGE, -T::LARGE, 0.0, -0.0];
    with_every_level(|level| {
        let mut random = Random::seeded(32);
        for ((name, plain), (_, vector)) in plain.iter().zip(vector) {
            for round in 0..200 {
                let n = 1 + round % 37;
                let (mut x, mut w) = (numbers::<T>(n, &mut random), numbers::<T>(n, &mut random));
                let b = T::of(random.between(-1.0, 1.0));
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a small count")]
                let place = |random: &mut Random| random.between(0.0, 1e6) as usize;
                for _ in 0..=round % 3 {
                    x[place(&mut random) % n] = T::of(special[place(&mut random) % special.len()]);
                    w[place(&mut random) % n] = T::of(special[place(&mut random) % special.len()]);
                }
                let ((value, slopes), (other, others)) = (gradient(vector, &x, &w, b), gradient(plain, &x, &w, b));
                let pairs = flat(&slopes).into_iter().zip(flat(&others));
                for (ours, theirs) in [(value.into(), other.into())].into_iter().chain(pairs) {
                    let kind = |number: f64| (number.is_nan(), number.is_infinite(), number > 1.0);
                    let same = kind(ours) == kind(theirs) || ours.is_finite() && theirs.is_finite();
                    assert!(same, "{name} with {level:?} at {x:?}, {w:?}, {b:?}: {ours}, without {theirs}");
                }
            }
        }
    });
}

#[test]
fn what_is_not_finite_is_the_same() {
    compare_special(plain::ALL, vector::ALL);
    compare_special(plain_f32::ALL, vector_f32::ALL);
}

#[test]
fn gradients_agree_with_differences_of_the_values() {
    with_every_level(|level| {
        let mut random = Random::seeded(33);
        for (name, form) in vector::ALL.iter().filter(|(name, _)| *name != "kinks") {
            for n in [1, 2, 5, 11, 23] {
                let point = numbers::<f64>(2 * n + 1, &mut random);
                let parts = |point: &[f64]| (point[..n].to_vec(), point[n..2 * n].to_vec(), point[2 * n]);
                let value = |point: &[f64]| {
                    let (x, w, b) = parts(point);
                    (form.value)(&x, &w, b)
                };
                let (x, w, b) = parts(&point);
                let (_, ours) = gradient(form, &x, &w, b);
                let differences = witness::gradient(value, &point);
                let scale = differences.iter().fold(1.0, |a: f64, b| a.max(b.abs()));
                for (ours, theirs) in flat(&ours).into_iter().zip(differences) {
                    let close = (ours - theirs).abs() <= 1e-8 * scale;
                    assert!(close, "{name} with {level:?} at {point:?}: {ours}, by differences {theirs}");
                }
            }
        }
    });
}

#[test]
fn every_function_is_vector_code_somewhere() {
    // Or all of the above would compare a function with itself.
    with_every_level(|level| {
        for ((name, plain), (_, vector)) in plain::ALL.iter().zip(vector::ALL) {
            let mut random = Random::seeded(35);
            let differs = (20..40).any(|n| {
                let (x, w) = (numbers::<f64>(n, &mut random), numbers::<f64>(n, &mut random));
                let (ours, theirs) = (gradient(vector, &x, &w, 0.3), gradient(plain, &x, &w, 0.3));
                ours.0.to_bits() != theirs.0.to_bits() || flat(&ours.1) != flat(&theirs.1)
            });
            assert!(differs, "{name} with {level:?}");
        }
    });
}

#[test]
fn loops_that_cannot_be_vector_code_give_the_same_bits() {
    with_every_level(|level| {
        let mut random = Random::seeded(34);
        for n in 0..=70 {
            let (x, w) = (numbers::<f64>(n, &mut random), numbers::<f64>(n, &mut random));
            let b = random.between(-1.0, 1.0);
            let bits = |form: &Form<f64>| {
                let (value, slopes) = gradient(form, &x, &w, b);
                let mut all = flat(&slopes);
                all.push(value);
                all.into_iter().map(f64::to_bits).collect::<Vec<_>>()
            };
            assert_eq!(bits(&vector::NEVER), bits(&plain::NEVER), "with {level:?} at {x:?}, {w:?}, {b}");
        }
    });
}
