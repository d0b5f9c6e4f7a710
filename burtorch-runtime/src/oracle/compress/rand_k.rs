//! Coordinates at random.

use alloc::vec;
use alloc::vec::Vec;

use super::super::error::{Error, check_count, check_length};
use super::super::vector::float;
use super::{Class, Message, Reader, Selection, bits_below, compressor};
use crate::Rng;

/// `k` random coordinates times `d/k`, the others are zero: unbiased with `ω = d/k − 1`.
///
/// Which ones they are takes `k ⌈log₂ d⌉` bits, or 64 if that is less: the seed of a generator that draws them again. They do not
/// depend on the vector, so [`coordinates`](super::Compressor::coordinates) says them before it is computed.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Class, Compressor, Message, RandK};
///
/// let (mut rand, mut message, mut out) = (RandK::new(4, 1)?, Message::default(), [0.0; 4]);
/// rand.compress(&[1.0, 2.0, 3.0, 4.0], &mut Rng::seed(1), &mut message);
/// rand.add_to(&message, 1.0, &mut out);
/// assert_eq!(out.iter().filter(|&&number| number != 0.0).count(), 1);
/// assert_eq!(message.bits(), 2 + 64);
/// assert_eq!(Compressor::class(&rand, 4), Class::Unbiased { omega: 3.0 });
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandK {
    dim: usize,
    chosen: Vec<usize>,
    /// Which coordinates are chosen, a bit for each.
    marks: Vec<u64>,
    /// The seed of the coordinates that were chosen for the next message.
    before: Option<u64>,
}

impl RandK {
    /// `kept` out of `dim` coordinates.
    ///
    /// # Errors
    /// If `kept` is zero or above `dim`.
    pub fn new(dim: usize, kept: usize) -> Result<Self, Error> {
        check_count("kept", kept, 1, dim)?;
        Ok(RandK { dim, chosen: vec![0; kept], marks: vec![0; dim.div_ceil(64)], before: None })
    }

    /// Whether the seed is sent, and not the coordinates.
    fn sends_seed(&self) -> bool {
        self.chosen.len() * bits_below(self.dim) as usize > 64
    }

    /// The coordinates of a seed, each set equally likely: Floyd's algorithm.
    ///
    /// Bentley and Floyd, [Programming pearls: a sample of brilliance](https://doi.org/10.1145/30401.315746).
    fn draw(&mut self, seed: u64) {
        let (mut rng, first) = (Rng::seed(seed), self.dim - self.chosen.len());
        for (at, last) in (first..self.dim).enumerate() {
            let drawn = rng.below(last + 1);
            let taken = self.marks[drawn / 64] >> (drawn % 64) & 1 == 1;
            let j = if taken { last } else { drawn };
            self.marks[j / 64] |= 1 << (j % 64);
            self.chosen[at] = j;
        }
        for &j in &self.chosen {
            self.marks[j / 64] = 0;
        }
    }
}

impl Selection for RandK {
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
        (self.chosen.len() * bits_below(self.dim) as usize).min(64)
    }

    fn choose(&mut self, _: &[f64], rng: &mut Rng, message: &mut Message) {
        let seed = self.before.take().unwrap_or_else(|| rng.next_u64());
        self.draw(seed);
        if self.sends_seed() {
            message.push(seed, 64);
        } else {
            for &j in &self.chosen {
                message.push(j as u64, bits_below(self.dim));
            }
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn recall(&mut self, reader: &mut Reader<'_>) {
        if self.sends_seed() {
            self.draw(reader.take(64));
        } else {
            for j in &mut self.chosen {
                *j = reader.take(bits_below(self.dim)) as usize;
            }
        }
    }

    fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    fn choose_before(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        let seed = rng.next_u64();
        self.before = Some(seed);
        self.draw(seed);
        Some(&self.chosen)
    }
}

compressor!(selection RandK);
