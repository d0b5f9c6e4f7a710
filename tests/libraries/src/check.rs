//! All derivatives of a function against finite differences of the function itself.

/// Finite differences of fourth order: a row for each number of the arguments.
pub fn differences(f: &dyn Fn(&[f64]) -> Vec<f64>, at: &[f64]) -> Vec<Vec<f64>> {
    (0..at.len())
        .map(|i| {
            let h = 1e-3 * at[i].abs().max(0.1);
            let moved = |by: f64| {
                let mut at = at.to_vec();
                at[i] += by * h;
                f(&at)
            };
            let all = [moved(1.0), moved(-1.0), moved(2.0), moved(-2.0)];
            (0..all[0].len()).map(|k| (8.0 * (all[0][k] - all[1][k]) - (all[2][k] - all[3][k])) / (12.0 * h)).collect()
        })
        .collect()
}

pub fn close(what: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{what}: how many numbers there are");
    for (at, (got, want)) in got.iter().zip(want).enumerate() {
        assert!((got - want).abs() <= 1e-6 * (1.0 + want.abs()), "{what}: number {at} is {got}, not {want}");
    }
}

/// Directions without a pattern.
pub fn direction(numbers: usize) -> Vec<f64> {
    (0..numbers).map(|at| ((at * at + 3 * at + 1) as f64).sin()).collect()
}

/// The product of a direction and the rows of differences.
pub fn along(rows: &[Vec<f64>], direction: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; rows.first().map_or(0, Vec::len)];
    for (row, by) in rows.iter().zip(direction) {
        sum.iter_mut().zip(row).for_each(|(sum, slope)| *sum += by * slope);
    }
    sum
}

/// `check!(f(a: value, b: value) -> number)` looks at values, gradients, tangents and second derivatives; `-> many` at
/// tangents and adjoints.
#[macro_export]
macro_rules! check {
    ($f:ident($($x:ident: $value:expr),+ $(,)?) -> number) => {{
        use $crate::check::{along, close, differences, direction};
        #[allow(unused_imports)]
        use $crate::flat::Flat;
        let at = ($($value,)+);
        let numbers = at.flat();
        let value = |numbers: &[f64]| { let ($($x,)+) = at.of(numbers); vec![$f($($x),+)] };
        let grad = |numbers: &[f64]| { let ($($x,)+) = at.of(numbers); $f::grad($($x),+).flat() };
        let by_differences = differences(&value, &numbers);
        let want = by_differences.concat();
        close(concat!(stringify!($f), ": gradient"), &grad(&numbers), &want);
        let step = direction(numbers.len());
        let (y, both) = { let ($($x,)+) = at.clone(); $f::value_and_grad($($x),+) };
        close(concat!(stringify!($f), ": value"), &[y], &value(&numbers));
        close(concat!(stringify!($f), ": gradient with value"), &both.flat(), &want);
        let ($($x,)+) = at.clone();
        let point = $crate::single!($($x),+);
        let ($($x,)+) = at.of(&step);
        let moving = $crate::single!($($x),+);
        let (y, slope) = $f::jvp(point.clone(), moving.clone());
        close(concat!(stringify!($f), ": value of the tangent"), &[y], &value(&numbers));
        close(concat!(stringify!($f), ": tangent"), &[slope], &along(&by_differences, &step));
        let (_, adjoint) = $f::vjp(point.clone(), 2.0);
        let twice: Vec<f64> = want.iter().map(|slope| 2.0 * slope).collect();
        close(concat!(stringify!($f), ": adjoint"), &adjoint.flat(), &twice);
        let product = $f::hvp(point.clone(), moving.clone());
        close(concat!(stringify!($f), ": second derivative"), &product.flat(), &along(&differences(&grad, &numbers), &step));
    }};
    ($f:ident($($x:ident: $value:expr),+ $(,)?) -> many) => {{
        use $crate::check::{along, close, differences, direction};
        #[allow(unused_imports)]
        use $crate::flat::Flat;
        let at = ($($value,)+);
        let numbers = at.flat();
        let value = |numbers: &[f64]| { let ($($x,)+) = at.of(numbers); $f($($x),+).flat() };
        let rows = differences(&value, &numbers);
        let step = direction(numbers.len());
        let ($($x,)+) = at.clone();
        let y = $f($($x),+);
        let ($($x,)+) = at.clone();
        let point = $crate::single!($($x),+);
        let ($($x,)+) = at.of(&step);
        let moving = $crate::single!($($x),+);
        let (same, slope) = $f::jvp(point.clone(), moving);
        close(concat!(stringify!($f), ": value of the tangent"), &same.flat(), &y.flat());
        close(concat!(stringify!($f), ": tangent"), &slope.flat(), &along(&rows, &step));
        let seed = direction(y.flat().len());
        let (same, adjoint) = $f::vjp(point, y.of(&seed));
        close(concat!(stringify!($f), ": value of the adjoint"), &same.flat(), &y.flat());
        let want: Vec<f64> = rows.iter().map(|row| row.iter().zip(&seed).map(|(slope, by)| slope * by).sum()).collect();
        close(concat!(stringify!($f), ": adjoint"), &adjoint.flat(), &want);
    }};
}

/// One argument is not wrapped in a tuple.
#[macro_export]
macro_rules! single {
    ($x:ident) => { $x };
    ($($x:ident),+) => { ($($x),+) };
}
