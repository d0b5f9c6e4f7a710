//! Loops that are written out and loops that are kept give the same bits, but for some sums.

use crate::check::{bits, flat};

/// The same bits, or where that is not claimed the same numbers up to rounding.
///
/// The elements of an array that a kept loop carries have sums of their own, where a loop that is written
/// out has one sum for each of them: the same terms, added in another order, may differ in the last bit.
fn same(what: &str, exact: bool, a: &[f64], b: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1.0e-12 * a.abs().max(b.abs());
    let equal = if exact { bits(a) == bits(b) } else { a.iter().zip(b).all(near) };
    assert!(equal, "{what}: {a:?} and {b:?}");
}

/// Functions of one array, each compiled twice, and a test of each pair.
///
/// `rounded` allows gradients and second derivatives to differ by rounding.
macro_rules! both {
    ($($name:ident($x:ident: &[f64; $n:literal]) $($rounded:ident)? {$($body:tt)*})*) => {
        mod written_out {
            $(
                #[burtorch::differentiable]
                pub fn $name($x: &[f64; $n]) -> f64 {$($body)*}
            )*
        }

        mod kept {
            $(
                #[burtorch::differentiable(unroll = 0)]
                pub fn $name($x: &[f64; $n]) -> f64 {$($body)*}
            )*
        }

        $(
            #[test]
            fn $name() {
                let exact = stringify!($($rounded)?).is_empty();
                for shift in [0.0, 0.3, -1.1] {
                    let x: [f64; $n] = std::array::from_fn(|i| (i as f64 * 1.7 + shift).sin() + 0.25);
                    let v: [f64; $n] = std::array::from_fn(|i| (i as f64 * 0.9 - shift).cos());
                    let value = written_out::$name(&x);
                    let (a, b) = (written_out::$name::value_and_grad(&x), kept::$name::value_and_grad(&x));
                    assert_eq!(a.0.to_bits(), value.to_bits(), "value, written out");
                    assert_eq!(b.0.to_bits(), value.to_bits(), "value, kept");
                    let witness = crate::witness::gradient(|x| written_out::$name(x.try_into().unwrap()), &x);
                    crate::check::close("gradient, written out", &flat(a.1), &witness);
                    crate::check::close("gradient, kept", &flat(b.1), &witness);
                    same("gradients", exact, &flat(a.1), &flat(b.1));
                    let (a, b) = (written_out::$name::jvp(&x, &v), kept::$name::jvp(&x, &v));
                    same("tangents", true, &flat(a), &flat(b));
                    let (a, b) = (written_out::$name::hvp(&x, &v), kept::$name::hvp(&x, &v));
                    same("second derivatives", exact, &flat(a), &flat(b));
                }
            }
        )*
    };
}

both! {
    sum_of_squares(x: &[f64; 5]) {
        let mut sum = 0.0;
        for i in 0..5 {
            sum += x[i] * x[i];
        }
        sum
    }
    rosenbrock(x: &[f64; 4]) {
        let mut sum = 0.0;
        for i in 0..3 {
            let a = x[i + 1] - x[i] * x[i];
            sum += 100.0 * a * a + (1.0 - x[i]) * (1.0 - x[i]);
        }
        sum
    }
    horner(x: &[f64; 5]) {
        let mut y = 0.0;
        for i in (0..5).rev() {
            y = y * x[0] + x[i];
        }
        y
    }
    triangle(x: &[f64; 4]) {
        let mut sum = 0.0;
        for i in 0..4 {
            for j in 0..i {
                sum += (x[i] * x[j]).sin();
            }
        }
        sum
    }
    swapped(x: &[f64; 2]) {
        let (mut a, mut b) = (x[0], x[1]);
        for _ in 0..5 {
            let t = a;
            a = b * 0.9;
            b = t + a.sin();
        }
        a * b
    }
    filled(x: &[f64; 4]) {
        let mut a = [0.0; 4];
        for i in 0..4 {
            a[i] = x[i] * x[3 - i];
        }
        let mut product = 1.0;
        for i in 0..4 {
            product *= a[i] + 1.0;
        }
        product
    }
    in_place(x: &[f64; 5]) {
        let mut u = *x;
        for _ in 0..3 {
            for i in 1..4 {
                u[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]).sin();
            }
        }
        u[2] * u[3]
    }
    branching(x: &[f64; 5]) {
        let mut a = 1.0;
        for i in 0..5 {
            if x[i] > 0.0 {
                a = a * x[i] + 0.5;
            } else if i > 2 {
                a -= x[i].exp();
            }
        }
        a
    }
    matching(x: &[f64; 3]) {
        let mut a = x[0];
        for i in 0..6 {
            a = match i % 3 {
                0 => a.sin() + x[1],
                1 => a * x[2],
                _ => a + x[i % 3],
            };
        }
        a
    }
    expensive(x: &[f64; 3]) {
        let mut sum = 0.0;
        for i in 0..3 {
            let e = (x[i] * 0.3).exp();
            let s = (e * x[0]).tanh();
            sum += e / (1.0 + s * s);
        }
        sum
    }
    used_after(x: &[f64; 3]) {
        let mut a = x[0];
        let mut b = x[1];
        for i in 0..3 {
            a = a * b + x[i];
            b = a.cos();
        }
        for i in 0..3 {
            b += a * x[i];
            a = b.tanh();
        }
        a * b + x[2]
    }
    steps_of_integers(x: &[f64; 4]) {
        let mut at = 1;
        let mut sum = 0.0;
        for i in 0..4 {
            sum += x[at] * x[i];
            at = (at * 3 + i) % 4;
        }
        sum * x[at]
    }
    extremes(x: &[f64; 4]) {
        let mut low = x[0];
        let mut high = x[0];
        for i in 1..4 {
            low = low.min(x[i]);
            high = if x[i] > high { x[i] } else { high };
        }
        high * high - low
    }
    carried_arrays(x: &[f64; 3]) {
        let mut p = *x;
        let mut q = [1.0; 3];
        for i in 0..3 {
            q[i] *= p[0];
            p[i] = q[i] * x[2];
            q[0] = p[i] + q[1];
        }
        p[0] * q[2] + p[1] * q[0]
    }
    products(x: &[f64; 2]) {
        let mut sum = 0.0;
        for i in 0..2 {
            sum += x[i] * x[0];
        }
        sum
    }
    two_loops(x: &[f64; 2]) rounded {
        let mut a = 0.5;
        for i in 0..2 {
            a = a * x[i] + x[i];
        }
        for i in 0..2 {
            a += x[i] * a;
        }
        a
    }
}
