//! `k` of `d` random coordinates: what the compressors that choose such ones share.

use alloc::vec;
use alloc::vec::Vec;

use super::super::error::{Error, check_count, check_length};
use super::super::vector::float;
use super::{Class, Message, Reader, Selection, bits_below, compressor};
use crate::Rng;

/// Which sets of coordinates are drawn, each as likely as the others: [`Anywhere`](super::Anywhere) or
/// [`InARow`](super::InARow).
pub trait Pattern {
    /// A pattern of sets of `kept` out of `dim` coordinates.
    fn new(dim: usize, kept: usize) -> Self;

    /// Draws a word that says which set it is.
    fn draw(&self, rng: &mut Rng) -> u64;

    /// The set that a word says, in the order in which its numbers are sent.
    fn set(&mut self, word: u64, chosen: &mut [usize]);

    /// How many bits the word has when it is sent; or none, if naming the coordinates one by one takes fewer.
    fn word_bits(&self) -> Option<u32>;
}

/// `k` of `d` coordinates at random times `d/k`, the others are zero: [`RandK`](super::RandK) or [`RandSeqK`](super::RandSeqK), whose
/// patterns differ.
#[derive(Clone, Debug)]
pub struct KOfD<P> {
    dim: usize,
    pattern: P,
    chosen: Vec<usize>,
    /// The word of the coordinates that were chosen for the next message.
    before: Option<u64>,
}

impl<P: Pattern> KOfD<P> {
    /// `kept` out of `dim` coordinates.
    ///
    /// # Errors
    /// If `kept` is zero or above `dim`.
    pub fn new(dim: usize, kept: usize) -> Result<Self, Error> {
        check_count("kept", kept, 1, dim)?;
        Ok(KOfD { dim, pattern: P::new(dim, kept), chosen: vec![0; kept], before: None })
    }
}

impl<P: Pattern> Selection for KOfD<P> {
    fn check(&self, dim: usize) -> Result<(), Error> {
        check_length("vectors of the compressor", self.dim, dim)
    }

    fn class(&self, _: usize) -> Class {
        Class::Unbiased { omega: self.factor() - 1.0 }
    }

    fn kept(&self) -> usize {
        self.chosen.len()
    }

    fn factor(&self) -> f64 {
        float(self.dim) / float(self.chosen.len())
    }

    fn bits(&self) -> usize {
        let bits = self.pattern.word_bits().map(|bits| bits as usize);
        bits.unwrap_or(self.chosen.len() * bits_below(self.dim) as usize)
    }

    fn choose(&mut self, _: &[f64], rng: &mut Rng, message: &mut Message) {
        let word = self.before.take().unwrap_or_else(|| self.pattern.draw(rng));
        self.pattern.set(word, &mut self.chosen);
        match self.pattern.word_bits() {
            Some(bits) => message.push(word, bits),
            None => {
                for &j in &self.chosen {
                    message.push(j as u64, bits_below(self.dim));
                }
            }
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    fn recall(&mut self, reader: &mut Reader<'_>) {
        match self.pattern.word_bits() {
            Some(bits) => self.pattern.set(reader.take(bits), &mut self.chosen),
            None => {
                for j in &mut self.chosen {
                    *j = reader.take(bits_below(self.dim)) as usize;
                }
            }
        }
    }

    fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    fn choose_before(&mut self, rng: &mut Rng) -> Option<&[usize]> {
        let word = self.pattern.draw(rng);
        self.before = Some(word);
        self.pattern.set(word, &mut self.chosen);
        Some(&self.chosen)
    }
}

compressor!(selection KOfD<P: Pattern>);
