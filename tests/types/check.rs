//! Derivatives of a function of one argument of any type against finite differences.

/// A value that is made of numbers.
pub trait Numbers: Clone {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64));

    fn numbers(&self) -> Vec<f64> {
        let mut all = Vec::new();
        self.clone().each(&mut |number| all.push(*number));
        all
    }

    /// The same shape with other numbers.
    fn with(&self, numbers: &[f64]) -> Self {
        let (mut new, mut at) = (self.clone(), 0);
        new.each(&mut |number| {
            *number = numbers[at];
            at += 1;
        });
        assert_eq!(at, numbers.len(), "the shape is another");
        new
    }

    /// Numbers between -1 and 1, no two alike, that `seed` decides.
    fn filled(&self, seed: u32) -> Self {
        let count = self.numbers().len();
        let numbers: Vec<f64> = (0..count).map(|at| (1.7 * at as f64 + 0.3 + f64::from(seed)).sin()).collect();
        self.with(&numbers)
    }
}

impl Numbers for f64 {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        visit(self);
    }
}

impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.0.each(visit);
        self.1.each(visit);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|element| element.each(visit));
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|element| element.each(visit));
    }
}

const STEP: f64 = 1e-5;

/// Holds numbers against the central differences of `value` at `x`, in the order of the numbers of `x`.
pub fn against_differences<X: Numbers>(what: &str, x: &X, gradient: &[f64], value: impl Fn(X) -> f64) {
    let at = x.numbers();
    assert_eq!(at.len(), gradient.len(), "{what}: as many numbers as the argument has");
    for (k, &slope) in gradient.iter().enumerate() {
        let moved = |step: f64| {
            let mut numbers = at.clone();
            numbers[k] += step;
            value(x.with(&numbers))
        };
        let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
        assert!(
            (difference - slope).abs() < 1e-6 * (1.0 + slope.abs()),
            "{what}, number {k}: {slope}, by differences {difference}"
        );
    }
}

/// Holds a derivative in a direction against a difference.
pub fn along_direction<X: Numbers>(
    what: &str,
    x: &X,
    direction: &X,
    derivative: &[f64],
    value: impl Fn(X) -> Vec<f64>,
) {
    let moved = |step: f64| {
        let numbers: Vec<f64> = x.numbers().iter().zip(direction.numbers()).map(|(x, d)| x + step * d).collect();
        value(x.with(&numbers))
    };
    let (after, before) = (moved(STEP), moved(-STEP));
    assert_eq!(after.len(), derivative.len(), "{what}: as many numbers as there are results");
    for (k, &slope) in derivative.iter().enumerate() {
        let difference = (after[k] - before[k]) / (2.0 * STEP);
        assert!(
            (difference - slope).abs() < 1e-6 * (1.0 + slope.abs()),
            "{what}, number {k}: {slope}, by differences {difference}"
        );
    }
}

/// A function of what `_x` is.
pub fn same<X, Y>(_x: &X, function: impl Fn(X) -> Y) -> impl Fn(X) -> Y {
    function
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "both have as many numbers");
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// How a function takes its argument.
macro_rules! passed {
    (value $x:expr) => {
        $x.clone()
    };
    (reference $x:expr) => {
        &$x
    };
    (slice $x:expr) => {
        &$x[..]
    };
}

/// The derivatives of `f(x) -> f64`, in all modes.
macro_rules! check_argument {
    ($name:ident, $kind:ident, $into:ident, $at:expr) => {
        #[test]
        fn $name() {
            #[allow(unused_imports, reason = "where nothing is of any length, there is no scratch")]
            use burtorch::Scratch;
            use $crate::check::{Numbers, against_differences, along_direction, passed, same};
            let x = $at.filled(1);
            let direction = x.filled(5);
            let value = same(&x, |x| super::$name(passed!($kind x)));
            let (result, gradient) = super::$name::value_and_grad(passed!($kind x));
            assert_eq!(result, value(x.clone()), "value");
            against_differences("value_and_grad", &x, &gradient.numbers(), &value);
            let gradient = gradient.numbers();
            assert_eq!(super::$name::grad(passed!($kind x)).numbers(), gradient, "grad");
            let (_, adjoint) = super::$name::vjp(passed!($kind x), 1.0);
            assert_eq!(adjoint.numbers(), gradient, "vjp");
            let (result, derivative) = super::$name::jvp(passed!($kind x), passed!($kind direction));
            assert!((result - value(x.clone())).abs() < 1e-12, "the value of jvp");
            along_direction("jvp", &x, &direction, &[derivative], |x| vec![value(x)]);
            $crate::check::check_second!($into, $name, $kind, x, direction, gradient);
        }
    };
}

/// Second derivatives, and the modes that add to memory of the caller's, where there are any.
macro_rules! check_second {
    (first, $name:ident, $kind:ident, $x:ident, $direction:ident, $gradient:ident) => {
        let (scratch, mut sum) = (&mut Scratch::new(), $x.filled(9));
        super::$name::grad_into(passed!($kind $x), &mut sum, scratch);
        for (sum, (before, gradient)) in sum.numbers().into_iter().zip($x.filled(9).numbers().into_iter().zip($gradient)) {
            assert!((sum - before - gradient).abs() < 1e-12, "grad_into");
        }
    };
    ($into:ident, $name:ident, $kind:ident, $x:ident, $direction:ident, $gradient:ident) => {
        let product = super::$name::hvp(passed!($kind $x), passed!($kind $direction));
        along_direction("hvp", &$x, &$direction, &product.numbers(), |x| {
            super::$name::grad(passed!($kind x)).numbers()
        });
        $crate::check::check_into!($into, $name, $kind, $x, $direction, $gradient, product);
    };
}

/// The modes that add to memory of the caller's, if there are any.
macro_rules! check_into {
    (plain, $name:ident, $kind:ident, $x:ident, $direction:ident, $gradient:ident, $product:ident) => {};
    (into, $name:ident, $kind:ident, $x:ident, $direction:ident, $gradient:ident, $product:ident) => {
        let scratch = &mut Scratch::new();
        let start = $x.filled(9);
        for _ in 0..2 {
            let added = |sum: &dyn Fn(usize) -> f64, what: &str, all: Vec<f64>| {
                assert_eq!(all.len(), $gradient.len(), "{what}: as many numbers");
                for (k, number) in all.into_iter().enumerate() {
                    assert!((number - sum(k)).abs() < 1e-12, "{what}, number {k}: {number}, not {}", sum(k));
                }
            };
            let (before, gradient, product) = (start.numbers(), &$gradient, $product.numbers());
            let mut sum = start.clone();
            super::$name::grad_into(passed!($kind $x), &mut sum, scratch);
            added(&|k| before[k] + gradient[k], "grad_into", sum.numbers());
            let mut sum = start.clone();
            super::$name::vjp_into(passed!($kind $x), 2.0, &mut sum, scratch);
            added(&|k| before[k] + 2.0 * gradient[k], "vjp_into", sum.numbers());
            let mut sum = start.clone();
            super::$name::hvp_into(passed!($kind $x), passed!($kind $direction), &mut sum, scratch);
            added(&|k| before[k] + product[k], "hvp_into", sum.numbers());
            let (_, derivative) = super::$name::jvp_with(passed!($kind $x), passed!($kind $direction), scratch);
            let expected = $crate::check::dot(gradient, &$direction.numbers());
            assert!((derivative - expected).abs() < 1e-9, "jvp_with");
        }
    };
}

/// The derivatives of `f(x: &mut T) -> f64`: of its result and of what becomes of the argument, each with a weight.
macro_rules! check_changed {
    ($name:ident, $kind:ident, $at:expr) => {
        #[test]
        fn $name() {
            use burtorch::Scratch;
            use $crate::check::{Numbers, against_differences, along_direction, changed, dot, same};
            let x = $at.filled(1);
            let (direction, weights) = (x.filled(5), x.filled(7));
            let value = same(&x, |mut x| {
                let result = super::$name(changed!($kind x));
                let mut all = vec![result];
                all.extend(x.numbers());
                all
            });
            let weighted = same(&x, |x| {
                let all = value(x);
                2.0 * all[0] + dot(&all[1..], &weights.numbers())
            });
            let scratch = &mut Scratch::new();
            for _ in 0..2 {
                let (mut changed, mut adjoint) = (x.clone(), weights.clone());
                let result =
                    super::$name::vjp_into(changed!($kind changed), 2.0, changed!($kind adjoint), scratch);
                let all = value(x.clone());
                assert_eq!((result, changed.numbers()), (all[0], all[1..].to_vec()), "vjp_into: what becomes of it");
                against_differences("vjp_into", &x, &adjoint.numbers(), &weighted);
                let (mut changed, mut adjoint) = (x.clone(), weights.filled(8));
                super::$name::grad_into(changed!($kind changed), changed!($kind adjoint), scratch);
                against_differences("grad_into", &x, &adjoint.numbers(), |x| {
                    let all = value(x);
                    all[0] + dot(&all[1..], &weights.filled(8).numbers())
                });
                let (mut changed, mut moving) = (x.clone(), direction.clone());
                let (_, derivative) =
                    super::$name::jvp_with(changed!($kind changed), changed!($kind moving), scratch);
                let mut derivatives = vec![derivative];
                derivatives.extend(moving.numbers());
                along_direction("jvp_with", &x, &direction, &derivatives, &value);
            }
            let mut changed = x.clone();
            let gradient = super::$name::grad(changed!($kind changed));
            against_differences("grad", &x, &gradient.numbers(), |x| value(x)[0]);
        }
    };
}

macro_rules! changed {
    (reference $x:expr) => {
        &mut $x
    };
    (slice $x:expr) => {
        &mut $x[..]
    };
}

/// The derivatives of `f(x: &[f64]) -> T`.
macro_rules! check_result {
    ($name:ident, $seed:ident) => {
        #[test]
        fn $name() {
            use $crate::check::{Numbers, against_differences, along_direction, dot, passed};
            let x = vec![0.0; 3].filled(1);
            let direction = x.filled(5);
            let value = |x: Vec<f64>| super::$name(&x);
            let seed = value(x.clone()).filled(7);
            let weights = seed.numbers();
            let (result, adjoint) = super::$name::vjp(&x, passed!($seed seed));
            assert_eq!(result.numbers(), value(x.clone()).numbers(), "value");
            against_differences("vjp", &x, &adjoint, |x| dot(&value(x).numbers(), &weights));
            let (_, derivative) = super::$name::jvp(&x, &direction);
            along_direction("jvp", &x, &direction, &derivative.numbers(), |x| value(x).numbers());
            let (scratch, mut sum) = (&mut burtorch::Scratch::new(), vec![0.0; 3]);
            for times in 1..3 {
                super::$name::vjp_into(&x, passed!($seed seed), &mut sum, scratch);
                for (sum, once) in sum.iter().zip(&adjoint) {
                    assert!((sum - f64::from(times) * once).abs() < 1e-12, "vjp_into");
                }
            }
        }
    };
}

pub(crate) use {changed, check_argument, check_changed, check_into, check_result, check_second, passed};
