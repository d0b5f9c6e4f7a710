//! Vectors → short messages → vectors that are near, or right on average.
//!
//! A compressor chooses coordinates ([`Selection`]: [`TopK`], [`RandK`], [`RandSeqK`]), codes numbers ([`Coding`]: [`Natural`],
//! [`Dithering`], [`Sign`]), or does one after the other ([`Compose`]). What is sent is a [`Message`], a string of bits; what arrives
//! is read from those bits alone, so that sizes are not estimates.

mod compose;
mod dithering;
mod identity;
mod k_of_d;
mod message;
mod natural;
mod rand_k;
mod rand_seq_k;
mod scaled;
mod sign;
mod top_k;

pub use compose::Compose;
pub use dithering::Dithering;
pub use identity::Identity;
pub use k_of_d::{KOfD, Pattern};
pub use message::{Message, Reader};
pub use natural::Natural;
pub use rand_k::{Anywhere, RandK};
pub use rand_seq_k::{InARow, RandSeqK};
pub use scaled::Scaled;
pub use sign::Sign;
pub use top_k::TopK;

use super::error::Error;
use crate::Rng;

/// What is known of a compressor `C`, for all vectors `v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// `E C(v) = v` and `E‖C(v) − v‖² ≤ ω ‖v‖²`
    Unbiased {
        /// The variance `ω`.
        omega: f64,
    },
    /// `E‖C(v) − v‖² ≤ (1 − α) ‖v‖²`, and on average `C(v)` may be something else than `v`.
    Contractive {
        /// The contraction `α`, in (0, 1].
        alpha: f64,
    },
    /// Neither.
    Neither,
}

impl Class {
    /// `ω`, if it is unbiased.
    #[must_use]
    pub fn omega(self) -> Option<f64> {
        match self {
            Class::Unbiased { omega } => Some(omega),
            _ => None,
        }
    }

    /// `α`, if it is contractive as it is; an unbiased one is if `ω < 1`, with `α = 1 − ω`.
    #[must_use]
    pub fn alpha(self) -> Option<f64> {
        match self {
            Class::Unbiased { omega } if omega < 1.0 => Some(1.0 - omega),
            Class::Contractive { alpha } => Some(alpha),
            _ => None,
        }
    }
}

/// `C`, a map of vectors to messages that are shorter.
///
/// Beznosikov, Horváth, Richtárik and Safaryan, [On biased compression for distributed
/// learning](https://arxiv.org/abs/2002.12410), is a survey.
pub trait Compressor {
    /// Whether it is for vectors of so many numbers.
    ///
    /// # Errors
    /// If it is not.
    fn check(&self, dim: usize) -> Result<(), Error>;

    /// What is known of it for vectors of so many numbers.
    fn class(&self, dim: usize) -> Class;

    /// The most bits that a message has.
    fn most_bits(&self, dim: usize) -> usize;

    /// Writes the message for `v`.
    fn compress(&mut self, v: &[f64], rng: &mut Rng, message: &mut Message);

    /// Calls `each(j, C(v)ⱼ)` for the coordinates that a message has; the others are zero.
    fn decode(&mut self, dim: usize, message: &Message, each: impl FnMut(usize, f64));

    /// Chooses the coordinates of the next message, if they do not depend on the vector: then others need not be computed.
    fn coordinates(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        let _ = rng;
        None
    }

    /// Adds `scale · C(v)` to `out`.
    fn add_to(&mut self, message: &Message, scale: f64, out: &mut [f64]) {
        let dim = out.len();
        self.decode(dim, message, |j, value| out[j] += scale * value);
    }
}

/// A compressor that sends some coordinates, all multiplied by one number.
pub trait Selection {
    /// Whether it is for vectors of so many numbers.
    ///
    /// # Errors
    /// If it is not.
    fn check(&self, dim: usize) -> Result<(), Error>;

    /// What is known of it if the numbers are sent as they are.
    fn class(&self, dim: usize) -> Class;

    /// How many coordinates it sends.
    fn kept(&self) -> usize;

    /// What they are multiplied by.
    fn factor(&self) -> f64;

    /// How many bits say which ones they are.
    fn bits(&self) -> usize;

    /// Chooses coordinates, and writes which ones.
    fn choose(&mut self, v: &[f64], rng: &mut Rng, message: &mut Message);

    /// Reads which ones they are.
    fn recall(&mut self, reader: &mut Reader<'_>);

    /// The ones that were chosen or read last.
    fn chosen(&self) -> &[usize];

    /// Chooses those of the next message, if they do not depend on the vector.
    fn choose_before(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        let _ = rng;
        None
    }
}

/// A compressor that sends every number in a few bits.
pub trait Coding {
    /// What is known of it for so many numbers.
    fn class(&self, count: usize) -> Class;

    /// How many bits so many numbers take.
    fn bits(&self, count: usize) -> usize;

    /// Writes the numbers.
    fn encode(&mut self, numbers: &[f64], rng: &mut Rng, message: &mut Message);

    /// Calls `each(place, number)` for so many numbers.
    fn read(&self, count: usize, reader: &mut Reader<'_>, each: impl FnMut(usize, f64));
}

/// Selections and codings are compressors on their own: all numbers are sent in full, or all coordinates.
macro_rules! compressor {
    (selection $type:ident $(<$pattern:ident: $bound:ident>)?) => {
        impl$(<$pattern: $bound>)? $crate::oracle::Compressor for $type$(<$pattern>)? {
            fn check(&self, dim: usize) -> Result<(), $crate::oracle::Error> {
                $crate::oracle::Selection::check(self, dim)
            }

            fn class(&self, dim: usize) -> $crate::oracle::Class {
                $crate::oracle::Selection::class(self, dim)
            }

            fn most_bits(&self, _: usize) -> usize {
                $crate::oracle::Selection::bits(self) + 64 * $crate::oracle::Selection::kept(self)
            }

            fn compress(&mut self, v: &[f64], rng: &mut $crate::Rng, message: &mut $crate::oracle::Message) {
                use $crate::oracle::Selection;
                message.clear();
                self.choose(v, rng, message);
                let factor = self.factor();
                for &j in self.chosen() {
                    message.push_number(factor * v[j]);
                }
            }

            fn decode(&mut self, _: usize, message: &$crate::oracle::Message, mut each: impl FnMut(usize, f64)) {
                use $crate::oracle::Selection;
                let mut reader = message.reader();
                self.recall(&mut reader);
                for &j in self.chosen() {
                    each(j, reader.number());
                }
            }

            fn coordinates(&mut self, rng: &mut $crate::Rng) -> Option<&[usize]> {
                $crate::oracle::Selection::choose_before(self, rng)
            }
        }
    };
    (coding $type:ident) => {
        impl $crate::oracle::Compressor for $type {
            fn check(&self, _: usize) -> Result<(), $crate::oracle::Error> {
                Ok(())
            }

            fn class(&self, dim: usize) -> $crate::oracle::Class {
                $crate::oracle::Coding::class(self, dim)
            }

            fn most_bits(&self, dim: usize) -> usize {
                $crate::oracle::Coding::bits(self, dim)
            }

            fn compress(&mut self, v: &[f64], rng: &mut $crate::Rng, message: &mut $crate::oracle::Message) {
                message.clear();
                $crate::oracle::Coding::encode(self, v, rng, message);
            }

            fn decode(&mut self, dim: usize, message: &$crate::oracle::Message, each: impl FnMut(usize, f64)) {
                $crate::oracle::Coding::read(self, dim, &mut message.reader(), each);
            }
        }
    };
}
use compressor;

/// How many bits a number below `count` takes.
fn bits_below(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests;
