//! Sets without repetitions, all equally likely.

use alloc::vec::Vec;

use super::super::constants::Constants;
use super::super::error::{Error, check_count};
use super::super::vector::float;
use super::Sampling;
use crate::Rng;

/// τ-nice sampling: each set of `τ` different indices has the same probability, `P(i ∈ S) = τ/n`.
///
/// ```text
/// ℒ = n (τ − 1) / (τ (n − 1)) · L + (n − τ) / (τ (n − 1)) · max Lᵢ
/// A = (n − τ) / (τ (n − 1))
/// ```
///
/// A draw is `τ` steps of a shuffle of Fisher and Yates, whose order stays for the next one: time and randomness for `τ` indices.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Nice, Sampling};
///
/// let (mut nice, mut rng) = (Nice::new(5, 2)?, Rng::seed(1));
/// let &[a, b] = nice.draw(&mut rng) else { unreachable!() };
/// assert!(a != b && a < 5 && b < 5 && nice.weight(a) == 0.5);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nice {
    order: Vec<usize>,
    size: usize,
}

impl Nice {
    /// Sets of `size` out of `count` indices.
    ///
    /// # Errors
    /// If `size` is zero or above `count`.
    pub fn new(count: usize, size: usize) -> Result<Self, Error> {
        check_count("size", size, 1, count)?;
        Ok(Nice { order: (0..count).collect(), size })
    }
}

impl Sampling for Nice {
    fn count(&self) -> usize {
        self.order.len()
    }

    fn most(&self) -> usize {
        self.size
    }

    fn draw(&mut self, rng: &mut Rng) -> &[usize] {
        for at in 0..self.size {
            let other = at + rng.below(self.order.len() - at);
            self.order.swap(at, other);
        }
        self.drawn()
    }

    fn drawn(&self) -> &[usize] {
        &self.order[..self.size]
    }

    fn weight(&self, _: usize) -> f64 {
        1.0 / float(self.size)
    }

    fn expected(&self, _: usize) -> f64 {
        float(self.size) / float(self.count())
    }

    fn expected_smoothness(&self, constants: &Constants) -> f64 {
        let (n, size) = (float(self.count()), float(self.size));
        if self.count() == 1 {
            return constants.max();
        }
        (n * (size - 1.0) * constants.l + (n - size) * constants.max()) / (size * (n - 1.0))
    }

    fn variance(&self) -> Option<f64> {
        let (n, size) = (float(self.count()), float(self.size));
        Some(if self.count() == 1 { 0.0 } else { (n - size) / (size * (n - 1.0)) })
    }
}
