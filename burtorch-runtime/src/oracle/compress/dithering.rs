//! Levels between zero and the norm.

use num_traits::Float;

use super::super::error::{Error, check_count};
use super::super::vector::{float, norm};
use super::{Class, Coding, Message, Reader, bits_below, compressor};
use crate::Rng;

/// `C(v)ⱼ = ‖v‖ sign(vⱼ) ξⱼ / s`, where `ξⱼ` is `s |vⱼ| / ‖v‖` rounded up or down at random so that the mean is right: unbiased with
/// `ω = min(d/s², √d/s)`, in `64 + d (1 + ⌈log₂(s + 1)⌉)` bits. With one level numbers are 0, `‖v‖` or `−‖v‖`.
///
/// Alistarh, Grubic, Li, Tomioka and Vojnovic, [QSGD: communication-efficient SGD via gradient quantization and
/// encoding](https://arxiv.org/abs/1610.02132).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Compressor, Dithering, Message};
///
/// let (mut dithering, mut message, mut out) = (Dithering::new(10)?, Message::default(), [0.0; 2]);
/// dithering.compress(&[3.0, -4.0], &mut Rng::seed(1), &mut message);
/// dithering.add_to(&message, 1.0, &mut out);
/// assert_eq!((out, message.bits()), ([3.0, -4.0], 64 + 2 * (1 + 4)));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dithering {
    levels: u32,
}

impl Dithering {
    /// With `s` levels above zero.
    ///
    /// # Errors
    /// If it is zero or above 2³⁰.
    pub fn new(levels: usize) -> Result<Self, Error> {
        check_count("levels", levels, 1, 1 << 30)?;
        #[allow(clippy::cast_possible_truncation, reason = "it was checked")]
        Ok(Dithering { levels: levels as u32 })
    }

    fn bits_of_level(self) -> u32 {
        bits_below(self.levels as usize + 1)
    }
}

impl Coding for Dithering {
    fn class(&self, count: usize) -> Class {
        let (s, d) = (f64::from(self.levels), float(count));
        Class::Unbiased { omega: (d / (s * s)).min(Float::sqrt(d) / s) }
    }

    fn bits(&self, count: usize) -> usize {
        64 + count * (1 + self.bits_of_level() as usize)
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a level is at most the number of levels"
    )]
    fn encode(&mut self, numbers: &[f64], rng: &mut Rng, message: &mut Message) {
        let (length, levels) = (norm(numbers), f64::from(self.levels));
        message.push_number(length);
        for number in numbers {
            // By rounding the quotient may be above 1. A length that is not a number above zero makes it zero.
            let exact = (number.abs() / length * levels).min(levels);
            let below = Float::floor(exact);
            let level = below as u64 + u64::from(rng.uniform() < exact - below);
            message.push(u64::from(number.is_sign_negative()), 1);
            message.push(if length > 0.0 { level } else { 0 }, self.bits_of_level());
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "levels are at most 2³⁰")]
    fn read(&self, count: usize, reader: &mut Reader<'_>, mut each: impl FnMut(usize, f64)) {
        let step = reader.number() / f64::from(self.levels);
        for place in 0..count {
            let sign = if reader.take(1) == 1 { -step } else { step };
            each(place, sign * reader.take(self.bits_of_level()) as f64);
        }
    }
}

compressor!(coding Dithering);
