//! Tiles with fewer samples than they have room for.

use crate::kernel::hidden;

/// Repeats the last of the samples to the end of each row, so that what is computed there is as harmless as what is
/// computed of it.
#[inline(never)]
pub fn fill_up<T: Copy>(rows: &mut [T], room: usize, samples: usize) {
    if (1..room).contains(&samples) {
        for row in rows.chunks_exact_mut(room) {
            let mut at = samples;
            while at < room {
                row[at] = row[samples - 1];
                // It is seldom called, and not worth the code of vectors.
                at = hidden(at + 1);
            }
        }
    }
}

/// The weights of a tile: one for each of the samples, zero for what only fills it up.
pub fn weigh<T: From<u8> + Copy>(weights: &mut [T], samples: usize) {
    for (at, weight) in weights.iter_mut().enumerate() {
        *weight = T::from(u8::from(at < samples));
    }
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
    fn what_fills_up_has_no_weight() {
        let mut weights = [0.5_f32; 4];
        weigh(&mut weights, 3);
        assert_eq!(weights.map(f32::to_bits), [1.0, 1.0, 1.0, 0.0_f32].map(f32::to_bits));
    }
}
