//! All indices in an order, batch by batch.

use alloc::vec::Vec;
use core::ops::Range;

use super::super::constants::Constants;
use super::super::error::{Error, check_count};
use super::super::vector::float;
use super::Sampling;
use crate::Rng;

/// Random reshuffling: each epoch goes through all indices once, in a new random order, `τ` at a time; the last set may be smaller.
///
/// Mishchenko, Khaled and Richtárik, [Random reshuffling: simple analysis with vast
/// improvements](https://arxiv.org/abs/2006.05988).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Reshuffling, Sampling};
///
/// let (mut epochs, mut rng) = (Reshuffling::new(5, 2)?, Rng::seed(1));
/// let mut seen: Vec<usize> = (0..3).flat_map(|_| epochs.draw(&mut rng).to_vec()).collect();
/// seen.sort();
/// assert_eq!(seen, [0, 1, 2, 3, 4]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reshuffling {
    order: Vec<usize>,
    size: usize,
    /// The places of the set that was drawn last.
    places: Range<usize>,
}

/// Cyclic order: `0, …, τ − 1`, then `τ, …`, and after `n − 1` from the start; the last set of a round may be smaller.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Cyclic, Sampling};
///
/// let (mut rounds, mut rng) = (Cyclic::new(3, 2)?, Rng::seed(1));
/// assert_eq!(rounds.draw(&mut rng), [0, 1]);
/// assert_eq!(rounds.draw(&mut rng), [2]);
/// assert_eq!(rounds.draw(&mut rng), [0, 1]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cyclic {
    order: Vec<usize>,
    size: usize,
    /// The places of the set that was drawn last.
    places: Range<usize>,
}

/// The `size` places after these of `count`, from the start again after the end.
fn next(places: &Range<usize>, size: usize, count: usize) -> Range<usize> {
    let start = if places.end == count { 0 } else { places.end };
    start..(start + size).min(count)
}

impl Reshuffling {
    /// `size` out of `count` indices at a time.
    ///
    /// # Errors
    /// If `size` is zero or above `count`.
    pub fn new(count: usize, size: usize) -> Result<Self, Error> {
        check_count("size", size, 1, count)?;
        Ok(Reshuffling { order: (0..count).collect(), size, places: 0..count })
    }
}

impl Cyclic {
    /// `size` out of `count` indices at a time.
    ///
    /// # Errors
    /// If `size` is zero or above `count`.
    pub fn new(count: usize, size: usize) -> Result<Self, Error> {
        check_count("size", size, 1, count)?;
        Ok(Cyclic { order: (0..count).collect(), size, places: 0..count })
    }
}

macro_rules! in_order {
    ($type:ident, $rng:ident, |$self:ident| $before:expr) => {
        impl Sampling for $type {
            fn count(&self) -> usize {
                self.order.len()
            }

            fn most(&self) -> usize {
                self.size
            }

            fn draw(&mut $self, $rng: &mut Rng) -> &[usize] {
                $before
                $self.places = next(&$self.places, $self.size, $self.order.len());
                $self.drawn()
            }

            fn drawn(&self) -> &[usize] {
                &self.order[self.places.clone()]
            }

            /// Weights are those of the set that was drawn last, which may be a smaller one.
            fn weight(&self, _: usize) -> f64 {
                1.0 / float(self.places.len())
            }

            fn expected(&self, _: usize) -> f64 {
                1.0 / float(self.order.len().div_ceil(self.size))
            }

            fn expected_smoothness(&self, constants: &Constants) -> f64 {
                constants.max()
            }

            fn variance(&self) -> Option<f64> {
                None
            }
        }
    };
}

in_order!(Reshuffling, rng, |self| {
    if self.places.end == self.order.len() {
        rng.shuffle(&mut self.order);
    }
});
in_order!(Cyclic, _rng, |self| {});
