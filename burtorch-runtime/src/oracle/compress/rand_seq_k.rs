//! Neighbouring coordinates from a random one on.

use alloc::vec;
use alloc::vec::Vec;

use super::super::error::{Error, check_count, check_length};
use super::super::vector::float;
use super::{Class, Message, Reader, Selection, bits_below, compressor};
use crate::Rng;

/// `k` coordinates in a row from a random one on, times `d/k`; after the last comes the first. Unbiased with `ω = d/k − 1`, as
/// [`RandK`](super::RandK), but memory is read in order, one random number is enough, and `⌈log₂ d⌉` bits say which ones they are.
///
/// Burlachenko and Richtárik, [Unlocking FedNL: self-contained compute-optimized
/// implementation](https://arxiv.org/abs/2410.08760).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Compressor, Message, RandSeqK};
///
/// let (mut rand, mut message, mut out) = (RandSeqK::new(4, 2)?, Message::default(), [0.0; 4]);
/// rand.compress(&[1.0, 1.0, 1.0, 1.0], &mut Rng::seed(1), &mut message);
/// rand.add_to(&message, 1.0, &mut out);
/// assert_eq!(out.iter().sum::<f64>(), 4.0);
/// assert_eq!(message.bits(), 2 + 2 * 64);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandSeqK {
    dim: usize,
    chosen: Vec<usize>,
    /// The first of the coordinates that were chosen for the next message.
    before: Option<usize>,
}

impl RandSeqK {
    /// `kept` out of `dim` coordinates.
    ///
    /// # Errors
    /// If `kept` is zero or above `dim`.
    pub fn new(dim: usize, kept: usize) -> Result<Self, Error> {
        check_count("kept", kept, 1, dim)?;
        Ok(RandSeqK { dim, chosen: vec![0; kept], before: None })
    }

    /// The coordinates from this one on.
    fn from(&mut self, first: usize) {
        for (at, j) in self.chosen.iter_mut().enumerate() {
            let place = first + at;
            *j = if place < self.dim { place } else { place - self.dim };
        }
    }
}

impl Selection for RandSeqK {
    fn check(&self, dim: usize) -> Result<(), Error> {
        check_length("vectors of the compressor", self.dim, dim)
    }

    fn class(&self, _: usize) -> Class {
        Class::Unbiased { omega: self.factor() - 1.0 }
    }

    fn kept(&self) -> usize {
        self.chosen.len()
    }

    fn factor(&self) -> f64 {
        float(self.dim) / float(self.chosen.len())
    }

    fn bits(&self) -> usize {
        bits_below(self.dim) as usize
    }

    fn choose(&mut self, _: &[f64], rng: &mut Rng, message: &mut Message) {
        let first = self.before.take().unwrap_or_else(|| rng.below(self.dim));
        self.from(first);
        message.push(first as u64, bits_below(self.dim));
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn recall(&mut self, reader: &mut Reader<'_>) {
        let first = reader.take(bits_below(self.dim)) as usize;
        self.from(first);
    }

    fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    fn choose_before(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        let first = rng.below(self.dim);
        self.before = Some(first);
        self.from(first);
        Some(&self.chosen)
    }
}

compressor!(selection RandSeqK);
