//! Unbiased compressors for methods that need contractive ones.

use super::super::error::Error;
use super::{Class, Compressor, Message};
use crate::Rng;

/// `C(v) / (1 + ω)` of an unbiased `C`: contractive with `α = 1 / (1 + ω)`, in as many bits. What is contractive already stays as it is.
///
/// ```
/// use burtorch_runtime::oracle::{Class, Compressor, RandK, Scaled};
///
/// // For EF21: random coordinates as they are.
/// assert_eq!(Scaled(RandK::new(10, 2)?).class(10), Class::Contractive { alpha: 0.2 });
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scaled<C>(
    /// The compressor whose vectors are made shorter.
    pub C,
);

impl<C: Compressor> Compressor for Scaled<C> {
    fn check(&self, dim: usize) -> Result<(), Error> {
        self.0.check(dim)
    }

    fn class(&self, dim: usize) -> Class {
        match self.0.class(dim) {
            Class::Unbiased { omega } => Class::Contractive { alpha: 1.0 / (1.0 + omega) },
            class => class,
        }
    }

    fn most_bits(&self, dim: usize) -> usize {
        self.0.most_bits(dim)
    }

    fn compress(&mut self, v: &[f64], rng: &mut Rng, message: &mut Message) {
        self.0.compress(v, rng, message);
    }

    fn decode(&mut self, dim: usize, message: &Message, mut each: impl FnMut(usize, f64)) {
        let factor = match self.0.class(dim) {
            Class::Unbiased { omega } => 1.0 / (1.0 + omega),
            _ => 1.0,
        };
        self.0.decode(dim, message, |j, number| each(j, factor * number));
    }

    fn coordinates(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        self.0.coordinates(rng)
    }
}
