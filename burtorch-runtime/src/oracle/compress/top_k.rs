//! The largest coordinates.

use alloc::vec;
use alloc::vec::Vec;

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
    /// The absolute values of a vector as whole numbers of the same order, while coordinates are chosen.
    keys: Vec<u64>,
    /// The chosen coordinates, in their order.
    chosen: Vec<usize>,
}

impl TopK {
    /// `kept` out of `dim` coordinates.
    ///
    /// # Errors
    /// If `kept` is zero or above `dim`.
    pub fn new(dim: usize, kept: usize) -> Result<Self, Error> {
        check_count("kept", kept, 1, dim)?;
        Ok(TopK { keys: vec![0; dim], chosen: (0..kept).collect() })
    }
}

/// The bits of numbers without a sign are ordered as the numbers are; NaN is above all.
fn key(number: f64) -> u64 {
    number.abs().to_bits()
}

impl Selection for TopK {
    fn check(&self, dim: usize) -> Result<(), Error> {
        check_length("vectors of the compressor", self.keys.len(), dim)
    }

    fn class(&self, dim: usize) -> Class {
        Class::Contractive { alpha: float(self.chosen.len()) / float(dim) }
    }

    fn kept(&self) -> usize {
        self.chosen.len()
    }

    fn factor(&self) -> f64 {
        1.0
    }

    fn bits(&self) -> usize {
        self.chosen.len() * bits_below(self.keys.len()) as usize
    }

    fn choose(&mut self, v: &[f64], _: &mut Rng, message: &mut Message) {
        let kept = self.chosen.len();
        for (to, number) in self.keys.iter_mut().zip(v) {
            *to = key(*number);
        }
        let (_, &mut least, _) = self.keys.select_nth_unstable(v.len() - kept);
        // Of those that are equal to the least, as many as there is room for.
        let mut room = kept - v.iter().filter(|number| key(**number) > least).count();
        let mut chosen = self.chosen.iter_mut();
        for (j, number) in v.iter().enumerate() {
            let key = key(*number);
            if key < least || (key == least && room == 0) {
                continue;
            }
            room -= usize::from(key == least);
            // There are as many as are kept.
            if let Some(to) = chosen.next() {
                *to = j;
                message.push(j as u64, bits_below(v.len()));
            }
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn recall(&mut self, reader: &mut Reader<'_>) {
        let bits = bits_below(self.keys.len());
        for to in &mut self.chosen {
            *to = reader.take(bits) as usize;
        }
    }

    fn chosen(&self) -> &[usize] {
        &self.chosen
    }
}

compressor!(selection TopK);
