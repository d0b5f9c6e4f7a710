//! Seeded random numbers: splitmix64, so that a failing point is the same on every machine.

pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in `[low, high)`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // The upper 52 bits fill the significand of a float in [1, 2).
        let unit = f64::from_bits((z >> 12) | 1.0_f64.to_bits()) - 1.0;
        low + (high - low) * unit
    }
}
