//! Each index by a coin of its own.

use alloc::vec::Vec;

use super::super::constants::Constants;
use super::super::error::{Error, check_some};
use super::super::vector::float;
use super::Sampling;
use crate::Rng;

/// `i` is in the set with probability `pᵢ`, independently of the others, and `wᵢ = 1 / (n pᵢ)`. A set may be empty.
///
/// ```text
/// ℒ = L + max (1 − pᵢ) / pᵢ · Lᵢ / n
/// ```
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Independent, Sampling};
///
/// let mut coins = Independent::new(&[1.0, 0.5])?;
/// assert_eq!(coins.draw(&mut Rng::seed(1))[0], 0);
/// assert_eq!((coins.weight(0), coins.weight(1)), (0.5, 1.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Independent {
    probabilities: Vec<f64>,
    drawn: Vec<usize>,
}

impl Independent {
    /// One probability for each index.
    ///
    /// # Errors
    /// If there are none, or one is not in (0, 1].
    pub fn new(probabilities: &[f64]) -> Result<Self, Error> {
        check_some("probabilities", probabilities.len())?;
        if let Some(position) = probabilities.iter().position(|p| !(*p > 0.0 && *p <= 1.0)) {
            let found = probabilities[position];
            return Err(Error::Entry { what: "probabilities", position, found, range: "in (0, 1]" });
        }
        let drawn = Vec::with_capacity(probabilities.len());
        Ok(Independent { probabilities: probabilities.to_vec(), drawn })
    }
}

impl Sampling for Independent {
    fn count(&self) -> usize {
        self.probabilities.len()
    }

    fn most(&self) -> usize {
        self.count()
    }

    fn draw(&mut self, rng: &mut Rng) -> &[usize] {
        self.drawn.clear();
        // A uniform number is below 1 always.
        self.drawn.extend((0..self.probabilities.len()).filter(|&i| rng.uniform() < self.probabilities[i]));
        &self.drawn
    }

    fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    fn weight(&self, i: usize) -> f64 {
        1.0 / (float(self.count()) * self.probabilities[i])
    }

    fn expected(&self, i: usize) -> f64 {
        self.probabilities[i]
    }

    fn expected_smoothness(&self, constants: &Constants) -> f64 {
        let n = float(self.count());
        let scaled = constants.terms.iter().zip(&self.probabilities).map(|(l, p)| (1.0 - p) / p * l / n);
        constants.l + scaled.fold(0.0, f64::max)
    }

    fn variance(&self) -> Option<f64> {
        None
    }

    /// `1/n² Σ (1 − pᵢ)/pᵢ · Lᵢ²`
    fn second_moment(&self, constants: &Constants) -> f64 {
        let n = float(self.count());
        let scaled = constants.terms.iter().zip(&self.probabilities).map(|(l, p)| (1.0 - p) / p * l * l);
        scaled.sum::<f64>() / (n * n)
    }
}
