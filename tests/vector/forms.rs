//! The option beside others, and in signatures of all kinds.

#![allow(clippy::needless_range_loop, reason = "loops over indices are what is tested")]
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use crate::with_every_level;
use burtorch::{Lanes, Scratch, differentiable};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-13 * (1.0 + a.abs() + b.abs())
}

/// Forty numbers.
fn numbers() -> Vec<f64> {
    (0..40).map(|i| f64::from(i) * 0.07 - 1.3).collect()
}

#[differentiable(wrt(x, rates), vector)]
fn decayed<'a, const N: usize, K>(x: &'a [f64], rates: [f64; N], kinds: &'a [K]) -> f64
where
    K: Copy,
{
    let mut sum = 0.0;
    for rate in rates {
        let by = kinds.len() as f64;
        for i in 0..x.len() {
            sum += (-(rate * x[i])).exp() * by;
        }
    }
    sum
}

#[test]
fn a_function_may_have_generics() {
    let x = numbers();
    with_every_level(|_| {
        let (value, (dx, rates)) = decayed::value_and_grad(&x, [0.5, 2.0], b"abc");
        assert!(close(value, decayed(&x, [0.5, 2.0], b"abc")));
        for (x, dx) in x.iter().zip(&dx) {
            assert!(close(*dx, -3.0 * (0.5 * (-0.5 * x).exp() + 2.0 * (-2.0 * x).exp())));
        }
        assert!(close(rates[1], x.iter().map(|x| -3.0 * x * (-2.0 * x).exp()).sum()));
    });
}

#[differentiable(vector)]
fn squashed(x: &mut [f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        x[i] = (scale * x[i]).tanh();
        sum += x[i];
    }
    sum
}

#[test]
fn a_function_may_change_its_arguments() {
    let x = numbers();
    with_every_level(|_| {
        let (mut ours, mut theirs) = (x.clone(), x.clone());
        // The adjoint of what `x` is at the end comes in, that of what it was goes out.
        let (mut dx, mut slope) = (vec![0.0; x.len()], 0.0);
        let value = squashed::grad_into(&mut ours, 0.7, (&mut dx, &mut slope), &mut Scratch::new());
        assert!(close(value, squashed(&mut theirs, 0.7)));
        for ((ours, theirs), (x, dx)) in ours.iter().zip(&theirs).zip(x.iter().zip(&dx)) {
            assert!(close(*ours, *theirs));
            assert!(close(*dx, 0.7 * (1.0 - (0.7 * x).tanh().powi(2))));
        }
        assert!(close(slope, x.iter().map(|x| x * (1.0 - (0.7 * x).tanh().powi(2))).sum()));
    });
}

#[differentiable(vector)]
fn softmax(x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    let mut sum = 0.0;
    for i in 0..x.len() {
        y[i] = x[i].exp();
        sum += y[i];
    }
    for i in 0..y.len() {
        y[i] /= sum;
    }
    y
}

#[test]
fn a_function_may_return_a_vector() {
    let x = numbers();
    with_every_level(|_| {
        let seed: Vec<f64> = (0..40).map(|i| f64::from(i % 7)).collect();
        let (y, dx) = softmax::vjp(&x, &seed);
        let theirs = softmax(&x);
        let mean: f64 = theirs.iter().zip(&seed).map(|(y, seed)| y * seed).sum();
        for (at, y) in y.into_iter().enumerate() {
            assert!(close(y, theirs[at]));
            assert!(close(dx[at], theirs[at] * (seed[at] - mean)));
        }
    });
}

#[differentiable(wrt(rate), vector)]
fn fitted(x: &[f64], rate: f64) -> f64 {
    x.iter().map(|x| rate * x.exp()).sum::<f64>()
}

#[test]
fn slices_need_not_be_differentiated() {
    let x = numbers();
    with_every_level(|_| {
        let (value, slope) = fitted::value_and_grad(&x, 0.3);
        assert!(close(value, fitted(&x, 0.3)));
        assert!(close(slope, x.iter().map(|x| x.exp()).sum()));
    });
}

#[differentiable(vector, lanes, factored)]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (k * x[i]).exp() * k + (k * x[i]).exp() * x[i];
    }
    sum
}

#[test]
fn other_options_may_stand_beside_it() {
    let x = numbers();
    with_every_level(|_| {
        let (value, (dx, slope)) = energy::value_and_grad(&x, 0.4);
        assert!(close(value, energy(&x, 0.4)));
        let still: Vec<Lanes<f64, 2>> = vec![Lanes::zero(); x.len()];
        let (same, tangent) = energy::jvp_lanes((&x, 0.4), (&still, Lanes([1.0, -2.0])));
        assert!(close(same, value));
        assert!(close(tangent.0[0], slope) && close(tangent.0[1], -2.0 * slope));
        for (x, dx) in x.iter().zip(dx) {
            let e = (0.4 * x).exp();
            assert!(close(dx, e * 0.4 * (0.4 + x) + e));
        }
    });
}

/// Names that generated code has, too.
#[differentiable(vector)]
fn names(isa: &[f64], terms: f64, scratch: f64) -> f64 {
    let (from, part) = (terms + 1.0, scratch);
    let mut sum = 0.0;
    for i in 0..isa.len() {
        sum += (isa[i] * from).exp() / part;
    }
    sum
}

#[test]
fn names_of_the_users_are_left_alone() {
    let x = numbers();
    with_every_level(|_| {
        let (value, (_, slope, _)) = names::value_and_grad(&x, 0.1, 2.0);
        assert!(close(value, names(&x, 0.1, 2.0)));
        assert!(close(slope, x.iter().map(|x| x * (1.1 * x).exp() / 2.0).sum()));
    });
}

#[differentiable(vector)]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|x| x * 0.5).sum::<f64>()
}

#[test]
fn a_sum_of_zeros_has_their_sign_and_one_of_whole_numbers_is_exact() {
    with_every_level(|level| {
        for n in 0..=200_u32 {
            let zeros = vec![-0.0; n as usize];
            assert_eq!(total::value_and_grad(&zeros).0.to_bits(), total(&zeros).to_bits(), "{n} with {level:?}");
            let numbers: Vec<f64> = (0..n).map(|i| 2.0 * f64::from(i)).collect();
            let (value, slopes) = total::value_and_grad(&numbers);
            assert_eq!(value, f64::from(n) * (f64::from(n) - 1.0) / 2.0, "{n} with {level:?}");
            assert_eq!(slopes, vec![0.5; n as usize]);
        }
    });
}
