//! A seed in, random numbers out: the same ones on every machine.
//!
//! The generator is xoshiro256++ by David Blackman and Sebastiano Vigna ("Scrambled linear pseudorandom number
//! generators", ACM Transactions on Mathematical Software 47, 2021), which they gave to the public domain. It
//! passes the common statistical tests. It is not for secrets: who sees a few numbers can compute the rest.
//!
//! Functions are our own or `libm`'s whether or not there is a standard library, whose own differ between systems.

#[cfg(feature = "rand_core")]
mod rand_core;

use core::f64::consts::TAU;

use num_traits::Float;

use crate::vmath::VectorMath;

/// A seeded generator of random numbers.
///
/// The seed alone decides what follows, so a run can be repeated. [`state`](Rng::state) and
/// [`from_state`](Rng::from_state) let a run stop and go on as if it had not.
///
/// ```
/// use burtorch_runtime::Rng;
///
/// let mut rng = Rng::seed(42);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
///
/// let mut again = Rng::seed(42);
/// assert_eq!(again.below(6) + 1, die);
/// assert_eq!(again, rng);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of this seed; near seeds give unrelated numbers.
    ///
    /// The state is four numbers of `SplitMix64` (Guy Steele, Doug Lea and Christine Flood, "Fast splittable
    /// pseudorandom number generators", OOPSLA 2014), as the authors of xoshiro256++ advise.
    #[must_use]
    pub fn seed(seed: u64) -> Self {
        let mut counter = seed;
        // Four numbers in a row are never all zero: the mixing is one to one, so only one counter gives zero.
        Self { state: [(); 4].map(|()| split_mix(&mut counter)) }
    }

    /// The generator that goes on where [`state`](Rng::state) was taken.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let mut rng = Rng::seed(7);
    /// rng.next_u64();
    /// let mut resumed = Rng::from_state(rng.state());
    /// assert_eq!(resumed.next_u64(), rng.next_u64());
    /// ```
    ///
    /// # Panics
    /// If all four numbers are zero: the generator would never leave that state.
    #[must_use]
    pub fn from_state(state: [u64; 4]) -> Self {
        assert!(state != [0; 4], "a generator cannot start from a state of zeros");
        Self { state }
    }

    /// All that decides the numbers to come; never all zero.
    #[must_use]
    pub fn state(&self) -> [u64; 4] {
        self.state
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [mut a, mut b, mut c, mut d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = d.rotate_left(45);
        self.state = [a, b, c, d];
        result
    }

    /// `k / 2⁵³`, each `k` below `2⁵³` equally likely: uniform from 0, which occurs, to 1, which does not.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let x = Rng::seed(1).uniform();
    /// assert!((0.0..1.0).contains(&x));
    /// ```
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * STEP
    }

    /// `k / 2²⁴`, each `k` below `2²⁴` equally likely: uniform from 0, which occurs, to 1, which does not.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let x = Rng::seed(1).uniform_f32();
    /// assert!((0.0..1.0).contains(&x));
    /// ```
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub fn uniform_f32(&mut self) -> f32 {
        const STEP: f32 = 1.0 / (1_u32 << 24) as f32;
        (self.next_u64() >> 40) as f32 * STEP
    }

    /// `0, 1, …, n − 1`, each exactly equally likely.
    ///
    /// The method is Daniel Lemire's ("Fast random integer generation in an interval", ACM Transactions on
    /// Modeling and Computer Simulation 29, 2019): the upper half of a product, drawn again in the rare case
    /// that would favour some results. `usize` of any width gives the same numbers.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let letters = ["a", "b", "c"];
    /// let letter = letters[Rng::seed(3).below(letters.len())];
    /// assert!(letters.contains(&letter));
    /// ```
    ///
    /// # Panics
    /// If `n` is zero.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the upper half of the product is below n; the lower is meant")]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below zero to choose");
        let n = n as u64;
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        // There are 2⁶⁴ mod n products too many. Those are the ones with the least lower halves.
        if (product as u64) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u64) < surplus {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as usize
    }

    /// `√(−2 ln u) cos(2π v)`, `u` and `v` uniform: normal with mean 0 and standard deviation 1.
    ///
    /// The method is due to George Box and Mervin Muller (1958). It would give a second number, with a sine.
    /// That one is not kept, so [`state`](Rng::state) is the whole state.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let mut rng = Rng::seed(5);
    /// let heights = [(); 3].map(|()| 1.7 + 0.1 * rng.normal());
    /// assert!(heights.iter().all(|height| (1.0..2.4).contains(height)));
    /// ```
    pub fn normal(&mut self) -> f64 {
        // From 1 down to 2⁻⁵³, never 0.
        let u = 1.0 - self.uniform();
        let v = self.uniform();
        // A root is exact wherever it comes from; the others are the same on all machines only from here.
        Float::sqrt(-2.0 * libm::log(u)) * (TAU * v).lane_cos::<false>()
    }

    /// `i` with probability `weights[i] / Σ weights`: one of several things that are not equally likely.
    ///
    /// A weight of zero is never chosen. If none is above zero, it is the last one.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let mut rng = Rng::seed(3);
    /// let chosen = [(); 100].map(|()| rng.weighted(&[1.0_f32, 0.0, 3.0]));
    /// let count = |index| chosen.iter().filter(|&&i| i == index).count();
    /// assert!(count(1) == 0 && (60..90).contains(&count(2)));
    /// ```
    ///
    /// # Panics
    /// If there are no weights.
    pub fn weighted<T: Copy + Into<f64>>(&mut self, weights: &[T]) -> usize {
        assert!(!weights.is_empty(), "there is nothing to choose from");
        let mut left = self.uniform() * weights.iter().map(|&weight| weight.into()).sum::<f64>();
        let chosen = weights.iter().position(|&weight| {
            left -= weight.into();
            left < 0.0
        });
        // What is left after all of them is an error of rounding.
        let last = || weights.iter().rposition(|&weight| weight.into() > 0.0);
        chosen.or_else(last).unwrap_or(weights.len() - 1)
    }

    /// Puts the items in random order, each order equally likely.
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    ///
    /// let mut order = [0, 1, 2, 3];
    /// Rng::seed(9).shuffle(&mut order);
    /// order.sort();
    /// assert_eq!(order, [0, 1, 2, 3]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The next number of `SplitMix64`.
fn split_mix(counter: &mut u64) -> u64 {
    *counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *counter;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
