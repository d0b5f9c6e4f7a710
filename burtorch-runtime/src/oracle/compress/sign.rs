//! Signs and one number.

use super::super::vector::float;
use super::{Class, Coding, Message, Reader, compressor};
use crate::Rng;

/// `C(v) = ‖v‖₁/d · sign(v)`: contractive with `α = ‖v‖₁² / (d ‖v‖²) ≥ 1/d`, in `64 + d` bits. Zero has the sign of `+0`.
///
/// Karimireddy, Rebjock, Stich and Jaggi, [Error feedback fixes SignSGD and other gradient compression
/// schemes](https://arxiv.org/abs/1901.09847).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Compressor, Message, Sign};
///
/// let (mut message, mut out) = (Message::default(), [0.0; 2]);
/// Sign.compress(&[3.0, -1.0], &mut Rng::seed(1), &mut message);
/// Sign.add_to(&message, 1.0, &mut out);
/// assert_eq!((out, message.bits()), ([2.0, -2.0], 66));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sign;

impl Coding for Sign {
    fn class(&self, count: usize) -> Class {
        Class::Contractive { alpha: 1.0 / float(count) }
    }

    fn bits(&self, count: usize) -> usize {
        64 + count
    }

    fn encode(&mut self, numbers: &[f64], _: &mut Rng, message: &mut Message) {
        let sum: f64 = numbers.iter().map(|number| number.abs()).sum();
        message.push_number(sum / float(numbers.len()));
        for number in numbers {
            message.push(u64::from(number.is_sign_negative()), 1);
        }
    }

    fn read(&self, count: usize, reader: &mut Reader<'_>, mut each: impl FnMut(usize, f64)) {
        let scale = reader.number();
        for place in 0..count {
            each(place, if reader.take(1) == 1 { -scale } else { scale });
        }
    }
}

compressor!(coding Sign);
