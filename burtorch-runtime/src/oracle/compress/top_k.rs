//! The largest coordinates.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::super::error::{Error, check_count, check_length};
use super::super::vector::float;
use super::{Class, Message, Reader, Selection, bits_below, compressor};
use crate::Rng;

/// The `k` coordinates with the largest absolute values, the others are zero: contractive with `α = k/d`.
///
/// Of equal ones it takes the first. A message has `k · (64 + ⌈log₂ d⌉)` bits.
///
/// Alistarh, Hoefler, Johansson, Khirirat, Konstantinov and Renggli, [The convergence of sparsified gradient
/// methods](https://arxiv.org/abs/1809.10505).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Class, Compressor, Message, TopK};
///
/// let (mut top, mut message, mut out) = (TopK::new(4, 2)?, Message::default(), [0.0; 4]);
/// top.compress(&[1.0, -5.0, 0.5, 2.0], &mut Rng::seed(1), &mut message);
/// top.add_to(&message, 1.0, &mut out);
/// assert_eq!((out, message.bits()), ([0.0, -5.0, 0.0, 2.0], 2 * (64 + 2)));
/// assert_eq!(Compressor::class(&top, 4), Class::Contractive { alpha: 0.5 });
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TopK {
    /// All coordinates; the chosen ones come first.
    order: Vec<usize>,
    kept: usize,
}

impl TopK {
    /// `kept` out of `dim` coordinates.
    ///
    /// # Errors
    /// If `kept` is zero or above `dim`.
    pub fn new(dim: usize, kept: usize) -> Result<Self, Error> {
        check_count("kept", kept, 1, dim)?;
        Ok(TopK { order: (0..dim).collect(), kept })
    }
}

impl Selection for TopK {
    fn check(&self, dim: usize) -> Result<(), Error> {
        check_length("vectors of the compressor", self.order.len(), dim)
    }

    fn class(&self, dim: usize) -> Class {
        Class::Contractive { alpha: float(self.kept) / float(dim) }
    }

    fn kept(&self) -> usize {
        self.kept
    }

    fn factor(&self) -> f64 {
        1.0
    }

    fn bits(&self) -> usize {
        self.kept * bits_below(self.order.len()) as usize
    }

    fn choose(&mut self, v: &[f64], _: &mut Rng, message: &mut Message) {
        // The bits of numbers without a sign are ordered as the numbers are; NaN is above all.
        let key = |j: &usize| (Reverse(v[*j].abs().to_bits()), *j);
        if self.kept < self.order.len() {
            self.order.select_nth_unstable_by_key(self.kept, key);
        }
        let chosen = &mut self.order[..self.kept];
        chosen.sort_unstable();
        for &mut j in chosen {
            message.push(j as u64, bits_below(v.len()));
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn recall(&mut self, reader: &mut Reader<'_>) {
        let bits = bits_below(self.order.len());
        // The order stays one of all coordinates: what a message names is moved to the front if it is not there already.
        for at in 0..self.kept {
            let j = reader.take(bits) as usize;
            if self.order[at] != j
                && let Some(from) = self.order.iter().position(|&other| other == j)
            {
                self.order.swap(at, from);
            }
        }
    }

    fn chosen(&self) -> &[usize] {
        &self.order[..self.kept]
    }
}

compressor!(selection TopK);
