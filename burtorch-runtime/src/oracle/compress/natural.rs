//! Powers of two.

use super::{Class, Coding, Message, Reader, compressor};
use crate::Rng;

/// Each number becomes one of the two powers of two around it, the nearer one more likely so that the mean is right: unbiased with
/// `ω = 1/8`, in 12 bits for each number, its sign and its exponent.
///
/// With `|v| = 2ᵉ (1 + m)` it is `2ᵉ⁺¹` with probability `m`, else `2ᵉ`. Zero stays zero, numbers that are not finite arrive as NaN,
/// and those from 2¹⁰²³ on, where there is no larger power, as that.
///
/// Horváth, Ho, Horváth, Sahu, Canini and Richtárik, [Natural compression for distributed deep
/// learning](https://arxiv.org/abs/1905.10988).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Compressor, Message, Natural};
///
/// let (mut message, mut out) = (Message::default(), [0.0; 3]);
/// Natural.compress(&[-4.0, 5.0, 0.0], &mut Rng::seed(1), &mut message);
/// Natural.add_to(&message, 1.0, &mut out);
/// assert!(out == [-4.0, 4.0, 0.0] || out == [-4.0, 8.0, 0.0]);
/// assert_eq!(message.bits(), 36);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Natural;

/// The bits of a number: a sign, then so many of the exponent, then so many of the fraction.
const EXPONENT: u32 = 11;
const FRACTION: u32 = 52;
const NOT_FINITE: u64 = (1 << EXPONENT) - 1;

impl Coding for Natural {
    fn class(&self, _: usize) -> Class {
        Class::Unbiased { omega: 0.125 }
    }

    fn bits(&self, count: usize) -> usize {
        (1 + EXPONENT) as usize * count
    }

    fn encode(&mut self, numbers: &[f64], rng: &mut Rng, message: &mut Message) {
        for number in numbers {
            let (top, fraction) = (number.to_bits() >> FRACTION, number.to_bits() & ((1 << FRACTION) - 1));
            let exponent = top & NOT_FINITE;
            // Below the least power of two there is zero; the share of the way is the fraction there, too.
            let up = exponent + 1 < NOT_FINITE && (rng.next_u64() >> (64 - FRACTION)) < fraction;
            message.push(top + u64::from(up), 1 + EXPONENT);
        }
    }

    fn read(&self, count: usize, reader: &mut Reader<'_>, mut each: impl FnMut(usize, f64)) {
        for place in 0..count {
            let top = reader.take(1 + EXPONENT);
            let number = f64::from_bits(top << FRACTION);
            each(place, if number.is_finite() { number } else { f64::NAN });
        }
    }
}

compressor!(coding Natural);
