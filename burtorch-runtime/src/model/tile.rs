//! Tiles with fewer samples than they have room for.

use num_traits::Float;

use crate::kernel::opaque;

/// Repeats the last of the samples to the end of each row, so that what is computed there is what is computed of it.
#[inline(never)]
pub fn fill_up<T: Copy>(rows: &mut [T], room: usize, samples: usize) {
    if (1..room).contains(&samples) {
        for row in rows.chunks_exact_mut(room) {
            let mut at = samples;
            while at < room {
                row[at] = row[samples - 1];
                // It is seldom called, and not worth the code of vectors.
                at = opaque(at + 1);
            }
        }
    }
}

/// The weights of a tile: `scale` for each of the samples. What fills the tile up are copies of the last sample; it shares its
/// weight with them.
///
/// A weight of zero for the copies would not do: zero times an infinite loss, or times an infinite slope on the way back,
/// is NaN. Shares are powers of two of `scale`, so the products with them are exact, and they add up to `scale` exactly.
pub fn weigh<T: Float>(weights: &mut [T], samples: usize, scale: T) {
    weights.fill(scale);
    if !(1..weights.len()).contains(&samples) {
        return;
    }
    let copies = &mut weights[samples - 1..];
    let two = T::one() + T::one();
    let (mut parts, mut share) = (1, scale);
    while 2 * parts <= copies.len() {
        parts *= 2;
        share = share / two;
    }
    // Some of the equal parts are one copy each, the others are halved for two.
    let whole = 2 * parts - copies.len();
    copies[..whole].fill(share);
    copies[whole..].fill(share / two);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_up_with_their_last_samples() {
        let mut rows = [1, 2, 3, 9, 9, 4, 5, 6, 9, 9];
        fill_up(&mut rows, 5, 3);
        assert_eq!(rows, [1, 2, 3, 3, 3, 4, 5, 6, 6, 6]);
        fill_up(&mut rows, 5, 5);
        fill_up(&mut rows, 5, 0);
        assert_eq!(rows, [1, 2, 3, 3, 3, 4, 5, 6, 6, 6]);
    }

    #[test]
    fn the_last_sample_shares_its_weight_with_its_copies() {
        for room in 2..70 {
            for samples in 1..=room {
                let mut weights = [f32::NAN; 70];
                let weights = &mut weights[..room];
                weigh(weights, samples, 0.3);
                let (others, copies) = weights.split_at(samples - 1);
                assert!(others.iter().all(|weight| weight.to_bits() == 0.3_f32.to_bits()));
                // Each is at least half of an equal share, and they add up to the weight of a sample.
                let least = 0.3 / (2.0 * f32::from(u8::try_from(copies.len()).expect("a small tile")));
                assert!(copies.iter().all(|weight| *weight >= least), "{copies:?}");
                let sum: f64 = copies.iter().map(|weight| f64::from(*weight)).sum();
                assert_eq!(sum.to_bits(), f64::from(0.3_f32).to_bits(), "{samples} of {room}");
            }
        }
    }
}
