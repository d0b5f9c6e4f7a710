//! Loops that are swept in segments: the same derivatives, with less memory.

use burtorch::{Scratch, differentiable};

use crate::cases::{LONG, cases};

macro_rules! both {
    ($plain:ident, $in_segments:ident, ($($arg:ident: $ty:ty),*) -> f64 $body:block) => {
        #[differentiable]
        fn $plain($($arg: $ty),*) -> f64 $body

        #[differentiable(checkpoint = sqrt)]
        fn $in_segments($($arg: $ty),*) -> f64 $body
    };
}

both! { march, march_in_segments, (x: &[f64], steps: usize) -> f64 {
    let mut y = x[0];
    let mut v = x.to_vec();
    for i in 0..steps {
        y = (y * x[1]).sin() + x[2] * (i as f64).cos();
        if i % 3 == 0 {
            y *= x[3];
        }
        for j in 1..v.len() {
            v[j] = v[j] * 0.9 + 0.1 * v[j - 1] * y;
        }
    }
    y * v[2]
} }

both! { counted, counted_in_segments, (x: &[f64], end: i32) -> f64 {
    let mut y = x[0];
    for i in -3..=end {
        y = (y + x[1] * f64::from(i)).sin();
    }
    y
} }

both! { over_elements, over_elements_in_segments, (x: &[f64]) -> f64 {
    let mut y = 0.3;
    for (i, v) in x.iter().enumerate() {
        y = (y * v).cos() * (i as f64 + 1.0);
    }
    let mut z = y;
    for v in x {
        z = z.sin() * v + y;
    }
    z
} }

#[differentiable(checkpoint = sqrt)]
fn long(a: f64) -> f64 {
    let mut y = a;
    for _ in 0..1_000_000 {
        y = (y + a).sin();
    }
    y
}

#[test]
fn derivatives_are_those_without_checkpoints() {
    for x in LONG {
        for steps in [0, 1, 2, 3, 4, 10, 99, 100, 101] {
            assert_eq!(march::value_and_grad(x, steps), march_in_segments::value_and_grad(x, steps), "{steps} steps");
        }
        for end in [-5, -3, 0, 7] {
            assert_eq!(counted::value_and_grad(x, end), counted_in_segments::value_and_grad(x, end), "up to {end}");
        }
        assert_eq!(over_elements::value_and_grad(x), over_elements_in_segments::value_and_grad(x));
    }
    cases! {
        |x| march_in_segments(x, 17), along (x);
        |x| counted_in_segments(x, 8), along (x);
        |x| over_elements_in_segments(x);
        at LONG,
    }
}

#[test]
fn a_million_steps() {
    let (mut slope, mut scratch) = (0.0, Scratch::new());
    let value = long::grad_into(0.3, &mut slope, &mut scratch);
    assert_eq!(value, long(0.3));
    let difference = (long(0.300_01) - long(0.299_99)) / 0.000_02;
    assert!((slope - difference).abs() < 1e-6, "{slope}, by differences {difference}");
}
