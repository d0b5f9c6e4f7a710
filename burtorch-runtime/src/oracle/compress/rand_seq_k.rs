//! Neighbouring coordinates from a random one on.

use super::bits_below;
use super::k_of_d::{KOfD, Pattern};
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
pub type RandSeqK = KOfD<InARow>;

/// The pattern of [`RandSeqK`]: neighbours. The word is the first of them.
#[derive(Clone, Debug)]
pub struct InARow {
    dim: usize,
}

impl Pattern for InARow {
    fn new(dim: usize, _: usize) -> Self {
        InARow { dim }
    }

    fn draw(&self, rng: &mut Rng) -> u64 {
        rng.below(self.dim) as u64
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn set(&mut self, word: u64, chosen: &mut [usize]) {
        for (place, j) in (word as usize..).zip(chosen) {
            *j = if place < self.dim { place } else { place - self.dim };
        }
    }

    fn word_bits(&self) -> Option<u32> {
        Some(bits_below(self.dim))
    }
}
