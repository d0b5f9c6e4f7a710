//! The numbers that random models are given: a function of the model, the sample and the argument alone.
//!
//! The compiler's tests read this file, too: the interpreter and the compiled model get the same numbers.

/// Splitmix64: a failing model is the same on every machine.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// Others for each list of words.
    pub fn new(words: &[u64]) -> Self {
        let mut numbers = Self(0);
        for word in words {
            numbers.0 ^= word.wrapping_mul(0xd6e8_feb8_6659_fd93);
            numbers.0 = numbers.next();
        }
        numbers
    }

    /// Any 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`.
    #[allow(clippy::cast_possible_truncation, reason = "it is smaller than the bound")]
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Uniform in ±0.8.
    pub fn float(&mut self) -> f64 {
        // The upper 52 bits fill the significand of a float in [1, 2).
        let unit = f64::from_bits((self.next() >> 12) | 1.0_f64.to_bits()) - 1.0;
        1.6 * unit - 0.8
    }
}

/// What the numbers of argument `at` of sample `sample` are drawn from; the parameters are argument 99 of no sample.
pub fn argument(model: u64, sample: u64, at: usize) -> Numbers {
    Numbers::new(&[model, sample, at as u64])
}

/// The parameters of a model, in the precision in which it computes.
pub fn params(model: u64, count: usize, double: bool) -> Vec<f64> {
    let mut numbers = argument(model, 0, 99);
    (0..count).map(|_| rounded(numbers.float(), double)).collect()
}

/// The number as a model sees it that computes in double precision, or in single.
#[allow(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
pub fn rounded(value: f64, double: bool) -> f64 {
    if double { value } else { f64::from(value as f32) }
}

/// The sums of the numbers with four lists of random weights: two lists of numbers that have the same sums are the same.
pub fn projections(values: &[f64]) -> [f64; 4] {
    std::array::from_fn(|at| {
        let mut weights = Numbers::new(&[at as u64]);
        values.iter().map(|value| value * weights.float()).sum()
    })
}
