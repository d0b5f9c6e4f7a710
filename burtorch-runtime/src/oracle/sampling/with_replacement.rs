//! Indices drawn one by one.

use alloc::vec;
use alloc::vec::Vec;

use super::super::constants::Constants;
use super::super::error::{Error, check_count, check_some};
use super::super::vector::float;
use super::Sampling;
use crate::Rng;

/// `τ` indices, each uniform and independent of the others: an index may be drawn twice.
///
/// ```text
/// ℒ = (1 − 1/τ) L + 1/τ · max Lᵢ
/// A = 1/τ
/// ```
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Sampling, WithReplacement};
///
/// // More than there are.
/// let mut drawn = WithReplacement::new(2, 3)?;
/// assert_eq!(drawn.draw(&mut Rng::seed(1)).len(), 3);
/// assert_eq!(drawn.expected(0), 1.5);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithReplacement {
    count: usize,
    drawn: Vec<usize>,
}

impl WithReplacement {
    /// `size` draws out of `count` indices.
    ///
    /// # Errors
    /// If one of them is zero.
    pub fn new(count: usize, size: usize) -> Result<Self, Error> {
        check_some("terms", count)?;
        check_count("size", size, 1, usize::MAX)?;
        Ok(WithReplacement { count, drawn: vec![0; size] })
    }
}

impl Sampling for WithReplacement {
    fn count(&self) -> usize {
        self.count
    }

    fn most(&self) -> usize {
        self.drawn.len()
    }

    fn draw(&mut self, rng: &mut Rng) -> &[usize] {
        for drawn in &mut self.drawn {
            *drawn = rng.below(self.count);
        }
        &self.drawn
    }

    fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    fn weight(&self, _: usize) -> f64 {
        1.0 / float(self.drawn.len())
    }

    fn expected(&self, _: usize) -> f64 {
        float(self.drawn.len()) / float(self.count)
    }

    fn expected_smoothness(&self, constants: &Constants) -> f64 {
        let share = 1.0 / float(self.drawn.len());
        (1.0 - share) * constants.l + share * constants.max()
    }

    fn variance(&self) -> Option<f64> {
        Some(1.0 / float(self.drawn.len()))
    }
}
