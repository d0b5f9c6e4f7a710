//! Sums over the tiles of a batch, whose error does not grow with the batch.

use num_traits::Float;

/// The sum of the values of tiles. What each addition rounds away is added with the next value.
#[derive(Clone, Copy, Debug)]
pub struct Total<T> {
    sum: T,
    lost: T,
}

impl<T: Float> Total<T> {
    /// Of no values yet.
    #[must_use]
    pub fn new() -> Self {
        Self { sum: T::zero(), lost: T::zero() }
    }

    /// Adds the value of a tile.
    #[inline]
    pub fn add(&mut self, value: T) {
        let (sum, lost) = two_sum(self.sum, value + self.lost);
        self.sum = sum;
        // Nobody can say what was rounded away from an infinite sum, which stays infinite.
        self.lost = if sum.is_finite() { lost } else { T::zero() };
    }

    /// The sum.
    #[inline]
    #[must_use]
    pub fn value(self) -> T {
        self.sum + self.lost
    }
}

impl<T: Float> Default for Total<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of tiles that add to a gradient before it is put aside: few enough that their sum rounds no worse than one of them, and
/// enough that putting it aside takes no measurable time.
const BLOCK: usize = 64;

/// The sum of the gradients of tiles, in blocks of tiles.
///
/// Kernels add to the gradient itself. After each block of tiles it goes to a sum beside it, and what that addition rounds
/// away is what the next block starts with. So nothing is lost but what tiles of one block round away, however many blocks
/// there are; and a batch of one block costs nothing.
#[derive(Debug)]
pub struct Blocks<'a, T> {
    aside: &'a mut [T],
    tiles: usize,
    used: bool,
}

impl<'a, T: Float> Blocks<'a, T> {
    /// With room for the sum, as large as the gradient. What it holds does not matter.
    #[must_use]
    pub fn new(aside: &'a mut [T]) -> Self {
        Self { aside, tiles: 0, used: false }
    }

    /// Before a tile adds to the gradient.
    #[inline]
    pub fn tile(&mut self, gradient: &mut [T]) {
        if self.tiles == BLOCK {
            self.put_aside(gradient);
            self.tiles = 0;
        }
        self.tiles += 1;
    }

    #[cold]
    #[inline(never)]
    fn put_aside(&mut self, gradient: &mut [T]) {
        if !self.used {
            self.aside.fill(T::zero());
            self.used = true;
        }
        for (sum, slope) in self.aside.iter_mut().zip(gradient) {
            let (new, lost) = two_sum(*sum, *slope);
            *sum = new;
            *slope = if new.is_finite() { lost } else { T::zero() };
        }
    }

    /// After the last tile: the gradient is the sum of all.
    #[inline]
    pub fn finish(self, gradient: &mut [T]) {
        if self.used {
            for (slope, sum) in gradient.iter_mut().zip(self.aside) {
                *slope = *slope + *sum;
            }
        }
    }
}

/// The rounded sum, and what was rounded away, exactly: Knuth's `TwoSum`.
#[inline]
fn two_sum<T: Float>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let second = sum - a;
    let first = sum - second;
    (sum, (a - first) + (b - second))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `0.1`, as often as the name of the test says.
    const TERM: f32 = 0.1;

    #[test]
    fn a_million_values_lose_nothing() {
        let (mut total, mut plain) = (Total::new(), 0.0_f32);
        for _ in 0..1 << 20 {
            total.add(TERM);
            plain += TERM;
        }
        let expected = f64::from(TERM) * f64::from(1 << 20);
        let error = |found: f32| (f64::from(found) / expected - 1.0).abs();
        assert!(error(total.value()) < 6e-8, "{}", total.value());
        assert!(error(plain) > 1e-3, "a plain sum drifts: {plain}");
    }

    #[test]
    fn a_million_gradients_lose_no_more_than_a_block_does() {
        let (mut gradient, mut aside) = ([0.5_f32], [f32::NAN]);
        let mut blocks = Blocks::new(&mut aside);
        for _ in 0..1 << 20 {
            blocks.tile(&mut gradient);
            gradient[0] += TERM;
        }
        blocks.finish(&mut gradient);
        let expected = f64::from(TERM) * f64::from(1 << 20) + 0.5;
        let error = (f64::from(gradient[0]) / expected - 1.0).abs();
        assert!(error < 64.0 * 6e-8, "{} is not {expected}", gradient[0]);
    }

    #[test]
    fn what_is_infinite_stays_infinite() {
        let mut total = Total::new();
        total.add(f32::INFINITY);
        total.add(1.0);
        assert_eq!(total.value().to_bits(), f32::INFINITY.to_bits());
        let (mut gradient, mut aside) = ([f32::INFINITY, f32::NEG_INFINITY, 0.0], [0.0; 3]);
        let mut blocks = Blocks::new(&mut aside);
        for _ in 0..200 {
            blocks.tile(&mut gradient);
            gradient[0] += 1.0;
            gradient[2] += 1.0;
        }
        blocks.finish(&mut gradient);
        assert_eq!(gradient.map(f32::to_bits), [f32::INFINITY, f32::NEG_INFINITY, 200.0].map(f32::to_bits));
    }

    #[test]
    fn one_block_is_a_plain_sum() {
        let (mut gradient, mut aside) = ([0.0_f32], [f32::NAN]);
        let mut blocks = Blocks::new(&mut aside);
        for _ in 0..BLOCK {
            blocks.tile(&mut gradient);
            gradient[0] += TERM;
        }
        blocks.finish(&mut gradient);
        let plain = (0..BLOCK).fold(0.0_f32, |sum, _| sum + TERM);
        assert_eq!(gradient[0].to_bits(), plain.to_bits());
        assert!(aside[0].is_nan());
    }
}
