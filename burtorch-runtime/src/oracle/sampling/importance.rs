//! Indices drawn one by one, some more often than others.

use alloc::vec;
use alloc::vec::Vec;

use super::super::constants::Constants;
use super::super::error::{Error, check_count, check_some};
use super::super::vector::float;
use super::Sampling;
use crate::Rng;

/// `τ` independent draws, `i` with probability `pᵢ = weightᵢ / Σ weight`, and `wᵢ = 1 / (τ n pᵢ)`. With `weightᵢ = Lᵢ`:
///
/// ```text
/// ℒ = (1 − 1/τ) L + 1/τ · max Lᵢ / (n pᵢ),    which is the mean of Lᵢ in place of the maximum
/// ```
///
/// A draw takes the same time for any number of terms, by the alias method.
///
/// Needell, Srebro and Ward, [Stochastic gradient descent, weighted sampling, and the randomized Kaczmarz
/// algorithm](https://arxiv.org/abs/1310.5715); Vose, [A linear algorithm for generating random numbers with a given
/// distribution](https://doi.org/10.1109/32.92917).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Importance, Sampling};
///
/// let (mut importance, mut rng) = (Importance::new(&[3.0, 1.0], 1)?, Rng::seed(1));
/// let first = (0..1000).filter(|_| importance.draw(&mut rng) == [0]).count();
/// assert!((700..800).contains(&first));
/// assert_eq!(importance.weight(1), 2.0);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Importance {
    probabilities: Vec<f64>,
    /// Of column `i`, the share that is `i`; the rest is `alias[i]`. All columns are equally likely.
    share: Vec<f64>,
    alias: Vec<usize>,
    drawn: Vec<usize>,
}

impl Importance {
    /// `size` draws by these weights.
    ///
    /// # Errors
    /// If there are no weights or draws, or if a weight is not above zero and finite: a term that is never drawn is lost.
    pub fn new(weights: &[f64], size: usize) -> Result<Self, Error> {
        check_some("weights", weights.len())?;
        check_count("size", size, 1, usize::MAX)?;
        if let Some(position) = weights.iter().position(|weight| !(*weight > 0.0 && weight.is_finite())) {
            let range = "above zero and finite";
            return Err(Error::Entry { what: "weights", position, found: weights[position], range });
        }
        let total: f64 = weights.iter().sum();
        let probabilities: Vec<f64> = weights.iter().map(|weight| weight / total).collect();

        let count = weights.len();
        let mut share: Vec<f64> = probabilities.iter().map(|p| p * float(count)).collect();
        let mut alias: Vec<usize> = (0..count).collect();
        let (mut less, mut more): (Vec<_>, Vec<_>) = (0..count).partition(|&i| share[i] < 1.0);
        while let (Some(small), Some(&large)) = (less.pop(), more.last()) {
            alias[small] = large;
            share[large] -= 1.0 - share[small];
            if share[large] < 1.0 {
                more.pop();
                less.push(large);
            }
        }
        Ok(Importance { probabilities, share, alias, drawn: vec![0; size] })
    }
}

impl Sampling for Importance {
    fn count(&self) -> usize {
        self.probabilities.len()
    }

    fn most(&self) -> usize {
        self.drawn.len()
    }

    fn draw(&mut self, rng: &mut Rng) -> &[usize] {
        for drawn in &mut self.drawn {
            let column = rng.below(self.share.len());
            *drawn = if rng.uniform() < self.share[column] { column } else { self.alias[column] };
        }
        &self.drawn
    }

    fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    fn weight(&self, i: usize) -> f64 {
        1.0 / (float(self.drawn.len()) * float(self.count()) * self.probabilities[i])
    }

    fn expected(&self, i: usize) -> f64 {
        float(self.drawn.len()) * self.probabilities[i]
    }

    fn expected_smoothness(&self, constants: &Constants) -> f64 {
        let (share, n) = (1.0 / float(self.drawn.len()), float(self.count()));
        let scaled = constants.terms.iter().zip(&self.probabilities).map(|(l, p)| l / (n * p));
        (1.0 - share) * constants.l + share * scaled.fold(0.0, f64::max)
    }

    fn variance(&self) -> Option<f64> {
        None
    }

    /// `1/τ · 1/n Σ Lᵢ² / (n pᵢ)`
    fn second_moment(&self, constants: &Constants) -> f64 {
        let n = float(self.count());
        let scaled = constants.terms.iter().zip(&self.probabilities).map(|(l, p)| l * l / (n * p));
        scaled.sum::<f64>() / (n * float(self.drawn.len()))
    }
}
