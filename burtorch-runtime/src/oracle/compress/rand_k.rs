//! Coordinates at random.

use alloc::vec;
use alloc::vec::Vec;

use super::bits_below;
use super::k_of_d::{KOfD, Pattern};
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
pub type RandK = KOfD<Anywhere>;

/// The pattern of [`RandK`]: any set of coordinates. The word is a seed.
#[derive(Clone, Debug)]
pub struct Anywhere {
    dim: usize,
    kept: usize,
    /// Which coordinates are chosen, a bit for each.
    marks: Vec<u64>,
}

impl Pattern for Anywhere {
    fn new(dim: usize, kept: usize) -> Self {
        Anywhere { dim, kept, marks: vec![0; dim.div_ceil(64)] }
    }

    fn draw(&self, rng: &mut Rng) -> u64 {
        rng.next_u64()
    }

    /// Floyd's algorithm: Bentley and Floyd, [Programming pearls: a sample of brilliance](https://doi.org/10.1145/30401.315746).
    fn set(&mut self, word: u64, chosen: &mut [usize]) {
        let (mut rng, first) = (Rng::seed(word), self.dim - chosen.len());
        for (last, to) in (first..self.dim).zip(&mut *chosen) {
            let drawn = rng.below(last + 1);
            let taken = self.marks[drawn / 64] >> (drawn % 64) & 1 == 1;
            *to = if taken { last } else { drawn };
            self.marks[*to / 64] |= 1 << (*to % 64);
        }
        for j in chosen {
            self.marks[*j / 64] = 0;
        }
    }

    fn word_bits(&self) -> Option<u32> {
        (self.kept * bits_below(self.dim) as usize > 64).then_some(64)
    }
}
