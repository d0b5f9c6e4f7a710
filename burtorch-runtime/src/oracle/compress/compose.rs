//! Some coordinates, in a few bits each.

use alloc::vec;
use alloc::vec::Vec;

use super::super::error::Error;
use super::{Class, Coding, Compressor, Message, Selection};
use crate::Rng;

/// Chooses coordinates, then codes their numbers: `C(v) = coding(selection(v))`.
///
/// ```text
/// unbiased ω₁, then unbiased ω₂          unbiased, ω = (1 + ω₁) (1 + ω₂) − 1
/// contractive α₁, then contractive α₂    contractive, α = α₁ α₂
/// contractive α, then unbiased ω < 1     contractive, α (1 − ω)
/// ```
///
/// What the coding loses is on the chosen coordinates, what the selection loses on the others; so the squares add up.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Class, Compose, Compressor, Message, Natural, TopK};
///
/// let mut both = Compose::new(TopK::new(8, 2)?, Natural);
/// assert_eq!(both.class(8), Class::Contractive { alpha: 0.25 * 0.875 });
/// let (mut message, mut out) = (Message::default(), [0.0; 8]);
/// both.compress(&[0.0, 4.0, 0.0, 1.0, 0.0, -2.0, 0.0, 0.0], &mut Rng::seed(1), &mut message);
/// both.add_to(&message, 1.0, &mut out);
/// assert_eq!((out, message.bits()), ([0.0, 4.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0], 2 * (3 + 12)));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compose<S, C> {
    selection: S,
    coding: C,
    numbers: Vec<f64>,
}

impl<S: Selection, C: Coding> Compose<S, C> {
    /// A selection, and what codes its numbers.
    pub fn new(selection: S, coding: C) -> Self {
        let numbers = vec![0.0; selection.kept()];
        Compose { selection, coding, numbers }
    }
}

impl<S: Selection, C: Coding> Compressor for Compose<S, C> {
    fn check(&self, dim: usize) -> Result<(), Error> {
        self.selection.check(dim)
    }

    fn class(&self, dim: usize) -> Class {
        match (self.selection.class(dim), self.coding.class(self.selection.kept())) {
            (Class::Unbiased { omega: first }, Class::Unbiased { omega: second }) => {
                Class::Unbiased { omega: (1.0 + first) * (1.0 + second) - 1.0 }
            }
            (Class::Contractive { alpha: first }, second) => match second.alpha() {
                Some(second) => Class::Contractive { alpha: first * second },
                None => Class::Neither,
            },
            _ => Class::Neither,
        }
    }

    fn most_bits(&self, _: usize) -> usize {
        self.selection.bits() + self.coding.bits(self.selection.kept())
    }

    fn compress(&mut self, v: &[f64], rng: &mut Rng, message: &mut Message) {
        message.clear();
        self.selection.choose(v, rng, message);
        let factor = self.selection.factor();
        for (number, &j) in self.numbers.iter_mut().zip(self.selection.chosen()) {
            *number = factor * v[j];
        }
        self.coding.encode(&self.numbers, rng, message);
    }

    fn decode(&mut self, _: usize, message: &Message, mut each: impl FnMut(usize, f64)) {
        let mut reader = message.reader();
        self.selection.recall(&mut reader);
        let chosen = self.selection.chosen();
        self.coding.read(chosen.len(), &mut reader, |place, number| each(chosen[place], number));
    }

    fn coordinates(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        self.selection.choose_before(rng)
    }
}
