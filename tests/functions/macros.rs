//! Functions that `macro_rules!` writes: literals and types in invisible groups, names with hygiene.

use crate::check::{close, scalar};
use burtorch::differentiable;

macro_rules! polynomial {
    ($name:ident, $ty:ty, $len:literal, $scale:expr, $count:expr) => {
        #[differentiable]
        fn $name(x: &[$ty; $len]) -> $ty {
            let mut sum: $ty = 0.0;
            for i in 0..$len {
                sum += x[i] * $scale;
            }
            for _ in 0..$count {
                sum = sum * x[0];
            }
            let table: [$ty; $len] = [$scale; $len];
            sum * x[$len - 1].powi($count) + table[0]
        }
    };
}

polynomial!(third, f64, 3, 0.5, 2);
polynomial!(second, f64, 2, -1.25, 3);
polynomial!(single, f32, 2, 0.5, 2);

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

hygienic!(sine, x, x.sin());
hygienic!(same_name_from_two_places, t, t.sin());
hygienic!(square, y, y * y + 1.0);
hygienic!(blocks, x, {
    let y = x * x;
    let t = y + 1.0;
    t * y
});

macro_rules! ty_and_ops {
    ($($name:ident: $arg:ident => $e:expr;)*) => {$(
        #[differentiable]
        fn $name($arg: f64) -> f64 {
            2.0 * $e - $e * -$e / $e
        }
    )*};
}

ty_and_ops! {
    comparison: x => if x > 0.0 { x } else { 1.0 };
    call: x => sine(x);
    index: x => [x, 2.0][0];
}

macro_rules! in_a_module {
    ($module:ident, $f:path) => {
        mod $module {
            #[burtorch::differentiable]
            pub fn apply(x: f64) -> f64 {
                $f(x) * x
            }
        }
    };
}

in_a_module!(through_a_path, crate::macros::sine);

macro_rules! generic {
    ($name:ident<$t:ident>, $bound:path, $n:tt) => {
        #[differentiable]
        fn $name<$t: $bound>(x: $t) -> $t {
            let mut y = x;
            for _ in 0..$n {
                y = y * x + $t::from($n).unwrap();
            }
            y
        }
    };
}

generic!(with_bound<S>, burtorch::Float, 3);

macro_rules! patterns {
    ($name:ident, $low:literal, $p:pat, $lt:expr) => {
        #[differentiable]
        fn $name(x: f64, n: i32) -> f64 {
            match n {
                $low => x * 2.0,
                $p => x * x,
                _ => x * $lt,
            }
        }
    };
}

patterns!(matched, 3, 4 | 5..=7, 2.5);

macro_rules! product {
    ($name:ident, $e:expr) => {
        #[differentiable]
        fn $name(x: f64) -> f64 {
            x * $e
        }
    };
}

product!(invisible_group, 1.0 + 2.0);

#[test]
fn functions_from_macros() {
    scalar!(|x| third(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| second(&[x[0], x[1]]); at [0.7, 1.2]);
    assert_eq!(single::value_and_grad(&[2.0, 1.0]).0.to_bits(), single(&[2.0, 1.0]).to_bits());
    scalar!(|x| sine(x[0]); at [0.7], [-1.3]);
    scalar!(|x| square(x[0]); at [0.7], [-1.3]);
    scalar!(|x| blocks(x[0]); at [0.7], [-1.3]);
    scalar!(|x| comparison(x[0]); at [0.7], [-1.3]);
    scalar!(|x| call(x[0]); at [0.7], [-1.3]);
    scalar!(|x| index(x[0]); at [0.7], [-1.3]);
    scalar!(|x| through_a_path::apply(x[0]); at [0.7], [-1.3]);
    scalar!(|x| with_bound(x[0]); at [0.7], [-1.3]);
    for n in [3, 4, 6, 9] {
        scalar!(|x| matched(x[0], n); along (x[0]); at [0.7]);
    }
}

#[test]
fn an_expression_from_outside_keeps_its_names() {
    scalar!(|x| same_name_from_two_places(x[0]); at [0.7]);
}

#[test]
fn an_expression_from_outside_is_one_operand() {
    close("an invisible group", &[invisible_group(2.0)], &[6.0]);
    scalar!(|x| invisible_group(x[0]); at [0.7]);
}

/// The name of the argument is from outside, or its value, or all of the closure.
macro_rules! expressions {
    ($x:ident, $body:expr, $scale:ident, $closure:expr) => {
        (
            burtorch::graph!(|$x: f64| $body),
            burtorch::graph!(|$x: f64| {
                let y = $x * $x;
                y * $scale + $x.sin()
            }),
            burtorch::graph!($closure),
        )
    };
}

#[test]
fn a_graph_sees_the_names_that_its_macro_was_given() {
    let scale = 3.0;
    let (cube, scaled, whole) = expressions!(t, t * t * t, scale, |z: f64| z.exp() * scale);
    assert_eq!(cube.value_and_grad(2.0), (8.0, 12.0));
    assert_eq!(scaled.value_and_grad(1.0), (3.0 + 1.0_f64.sin(), 6.0 + 1.0_f64.cos()));
    assert_eq!(whole.value_and_grad(0.0), (3.0, 3.0));
}
