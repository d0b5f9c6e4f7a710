//! The traits of the crate `rand_core`, for distributions and shuffles of other crates.

use core::convert::Infallible;

use rand_core::{SeedableRng, TryRng};

use super::Rng;

/// ```
/// use burtorch_runtime::Rng;
/// use rand_core::{Rng as _, SeedableRng};
///
/// let (mut ours, mut theirs) = (Rng::seed(42), Rng::seed_from_u64(42));
/// let mut bytes = [0; 11];
/// theirs.fill_bytes(&mut bytes);
/// assert_eq!(bytes[..8], ours.next_u64().to_le_bytes());
/// assert_eq!(bytes[8..], ours.next_u64().to_le_bytes()[..3]);
/// ```
impl TryRng for Rng {
    type Error = Infallible;

    /// The upper half of [`next_u64`](Rng::next_u64), whose bits are the better ones.
    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let [.., a, b, c, d] = self.next_u64().to_le_bytes();
        Ok(u32::from_le_bytes([a, b, c, d]))
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next_u64().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}

impl SeedableRng for Rng {
    type Seed = [u8; 32];

    /// The generator in this [state](Rng::state), little-endian; that of [`seed`](Rng::seed) 0 if all bytes are zero.
    fn from_seed(seed: Self::Seed) -> Self {
        let mut words = seed.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let state = [(); 4].map(|()| words.next().unwrap_or(0));
        if state == [0; 4] { Self::seed(0) } else { Self::from_state(state) }
    }

    /// As [`seed`](Rng::seed).
    fn seed_from_u64(seed: u64) -> Self {
        Self::seed(seed)
    }
}
