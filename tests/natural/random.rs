//! Seeded choices: splitmix64, so that program 17 is the same everywhere.

pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Self {
        // Neighbours would otherwise be the same sequence, one step apart.
        Self((seed ^ 0x5851_f42d_4c95_7f2d).wrapping_mul(0xda94_2042_e4dd_58b5))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
    }

    /// Whether something with this probability happens, in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
