//! Generic floats, single precision, where clauses.

use crate::check::{flat, scalar};
use burtorch::{Float, Real, differentiable};

#[differentiable]
fn generic<T: Float>(x: T, y: T) -> T {
    let two = T::from(2.0).unwrap();
    let half = T::one() / two;
    if x > T::zero() { (x * y).sin() * half + x.powi(3) } else { y * y * two - x }
}

#[differentiable]
fn by_full_path<T: burtorch::Float>(x: &[T; 2]) -> T {
    x[0] * T::from(3).unwrap() + x[1].exp() * T::from(0.25_f32).unwrap() + T::epsilon() * x[0]
}

#[differentiable]
fn with_where_clause<T, const N: usize>(x: &[T; N]) -> T
where
    T: Float + std::fmt::Debug,
{
    let mut sum = T::zero();
    for i in 0..N {
        sum = sum + x[i] * x[i] * T::from(i).unwrap();
    }
    assert!(sum == sum, "{sum:?}");
    sum.sqrt()
}

#[differentiable]
fn with_real<T: Real>(x: T) -> T {
    x.relu() * x.sigmoid() + x.sqr()
}

#[differentiable]
fn literals<T: Float + Send>(x: T) -> T {
    let a: T = T::from(1.5).unwrap();
    a * x * x + T::one()
}

#[differentiable]
fn max_of<T: Float>(x: T, y: T) -> T {
    T::max(x, y) * x.min(y) - T::sin(x)
}

#[differentiable]
fn other_parameter<T: Float, S: AsRef<str>>(x: T, s: &S) -> T {
    if s.as_ref().is_empty() { x * x } else { x.cos() }
}

#[differentiable]
fn with_lifetimes<'a, 'b, T: Float>(x: &'a [T; 2], y: &'b T) -> T {
    x[0] * x[1] * *y
}

#[differentiable]
fn calls_generic<T: Float + std::fmt::Debug>(x: T) -> T {
    generic(x, x * x) + generic::<T>(x, T::one()) * with_where_clause::<T, 2>(&[x, x + T::one()])
}

#[differentiable]
fn calls_generic_at_f64(x: f64) -> f64 {
    let p = [x, x * x, 1.0];
    generic(x, 2.0) * with_where_clause(&p) + with_where_clause::<f64, 2>(&[x, 3.0])
}

#[test]
fn generic_floats() {
    scalar!(|x| generic(x[0], x[1]); at [0.7, 1.2], [-0.7, 1.2]);
    scalar!(|x| by_full_path(&[x[0], x[1]]); at [0.7, 1.2], [-0.7, 1.2]);
    scalar!(|x| with_where_clause(&[x[0], x[1], x[2]]); at [0.7, 1.2, 0.3]);
    scalar!(|x| with_real(x[0]); at [0.7], [-0.7]);
    scalar!(|x| max_of(x[0], x[1]); at [0.7, 1.2], [1.7, 1.2]);
    scalar!(|x| other_parameter(x[0], &"s"); along (x[0]); at [0.7]);
    scalar!(|x| other_parameter(x[0], &String::new()); along (x[0]); at [0.7]);
    scalar!(|x| with_lifetimes(&[x[0], x[1]], &x[2]); at [0.7, 1.2, -0.3]);
    scalar!(|x| calls_generic(x[0]); at [0.7], [0.3]);
    scalar!(|x| calls_generic_at_f64(x[0]); at [0.7], [0.3]);
    scalar!(|x| literals(x[0]); at [0.7], [0.3]);
}

/// A function in both precisions, and the test that the two agree.
macro_rules! both_precisions {
    ($($test:ident: fn $name:ident($($x:ident),*) $body:tt)*) => {$(
        mod $name {
            pub mod single {
                #[burtorch::differentiable]
                pub fn f($($x: f32),*) -> f32 $body
            }

            pub mod double {
                #[burtorch::differentiable]
                pub fn f($($x: f64),*) -> f64 $body
            }
        }

        #[test]
        fn $test() {
            let point = [0.6, 1.3, 0.4];
            let mut coordinates = point.into_iter();
            $(let $x: f64 = coordinates.next().unwrap();)*
            let (value, gradient) = $name::double::f::value_and_grad($($x),*);
            let second = $name::double::f::hvp(($($x),*), ($($x),*));
            #[allow(clippy::cast_possible_truncation, reason = "that is the test")]
            let ($($x,)*) = ($($x as f32,)*);
            let (value_32, gradient_32) = $name::single::f::value_and_grad($($x),*);
            let second_32 = $name::single::f::hvp(($($x),*), ($($x),*));
            assert_eq!(value_32.to_bits(), $name::single::f($($x),*).to_bits());
            let near = |a: Vec<f64>, b: Vec<f64>| {
                assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 2e-5 * (1.0 + b.abs())), "{a:?} {b:?}");
            };
            near(flat(value_32), flat(value));
            near(flat(gradient_32), flat(gradient));
            near(flat(second_32), flat(second));
        }
    )*};
}

both_precisions! {
    loops_agree: fn polynomial(x, y) {
        let mut sum = 0.1;
        let mut k = 0.3;
        for _ in 0..4 {
            sum = sum * x + y * k;
            k += 0.7;
        }
        sum
    }
    functions_agree: fn functions(x, y, z) {
        x.sin() * y.exp() + (x / z).atan2(y) - z.powi(-2) + x.powf(0.3) + y.ln_1p() * x.tanh().max(0.1)
    }
    branches_agree: fn branches(x, y, z) {
        if x * y > 0.1 {
            let t = y - z;
            return t * t * 0.1 + x.hypot(y);
        }
        x * y * z
    }
}
