//! The unconstrained test problems of Moré, Garbow and Hillstrom, *Testing Unconstrained
//! Optimization Software*, ACM TOMS 7 (1981): all 35 of them.
//!
//! Each is a sum of squares `f(x) = Σ fᵢ(x)²`, written the way one would write it without a
//! thought for derivatives. Two claims: the compiled gradient is the gradient, and it is good
//! enough to lead a quasi-Newton method from the paper's start to the paper's minimum.

#![allow(
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    reason = "only small indices become floats, written as one would"
)]
#![allow(
    clippy::manual_memcpy,
    clippy::needless_range_loop,
    reason = "loops over indices are part of what is differentiated"
)]

mod minimize;
mod problems;
#[path = "../common/random.rs"]
mod random;
#[path = "../common/witness.rs"]
mod witness;

use problems::{Problem, all};
use random::Random;

/// Relative to the norm of the gradient. All but one agree to 1e−11; the values of Brown's badly
/// scaled function are near 1e12, and differences of such values are no better than this.
const AGREEMENT: f64 = 5.0e-9;

/// The paper prints minima with six significant digits.
const SIX_DIGITS: f64 = 5.0e-6;

/// What counts as zero where the published minimum is zero.
const ZERO: f64 = 1.0e-10;

#[test]
fn every_gradient_agrees_with_differences_of_the_values() {
    let mut random = Random::seeded(1981);
    for problem in all() {
        let nearby = (0..5).map(|_| problem.point_near_start(&mut random));
        for x in std::iter::once(problem.start.clone()).chain(nearby) {
            let gradient = (problem.gradient)(&x);
            let witness = witness::gradient(problem.value, &x);
            let error = distance(&gradient, &witness) / norm(&witness);
            assert!(error < AGREEMENT, "{} at {x:?}: {gradient:?} is off {witness:?} by {error:e}", problem.name);
        }
    }
}

#[test]
fn every_gradient_leads_to_a_published_minimum() {
    for problem in all() {
        let reached = problem.minimize();
        let published = |minimum: &f64| {
            if *minimum == 0.0 { reached < ZERO } else { (reached - minimum).abs() < SIX_DIGITS * minimum }
        };
        assert!(
            problem.minima.iter().any(published),
            "{} ends at {reached:e}, not at one of {:?}",
            problem.name,
            problem.minima,
        );
    }
}

impl Problem {
    /// Each coordinate moved by up to a tenth of itself, or of one where it is zero.
    fn point_near_start(&self, random: &mut Random) -> Vec<f64> {
        let moved = |x: &f64| x + witness::magnitude(*x) * random.between(-0.1, 0.1);
        self.start.iter().map(moved).collect()
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    norm(&difference)
}

fn norm(a: &[f64]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}
