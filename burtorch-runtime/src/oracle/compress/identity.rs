//! No compression.

use super::{Class, Coding, Message, Reader, compressor};
use crate::Rng;

/// `C(v) = v` in 64 bits for each number: compressed methods without compression, `ω = 0`.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Compressor, Identity, Message};
///
/// let (mut message, mut out) = (Message::default(), [0.0; 2]);
/// Identity.compress(&[0.1, -3.0], &mut Rng::seed(1), &mut message);
/// Identity.add_to(&message, 1.0, &mut out);
/// assert_eq!((out, message.bits()), ([0.1, -3.0], 128));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identity;

impl Coding for Identity {
    fn class(&self, _: usize) -> Class {
        Class::Unbiased { omega: 0.0 }
    }

    fn bits(&self, count: usize) -> usize {
        64 * count
    }

    fn encode(&mut self, numbers: &[f64], _: &mut Rng, message: &mut Message) {
        for &number in numbers {
            message.push_number(number);
        }
    }

    fn read(&self, count: usize, reader: &mut Reader<'_>, mut each: impl FnMut(usize, f64)) {
        for place in 0..count {
            each(place, reader.number());
        }
    }
}

compressor!(coding Identity);
