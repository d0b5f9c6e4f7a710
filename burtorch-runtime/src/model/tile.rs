//! Tiles with fewer samples than they have room for.

/// Repeats the last of the samples to the end of each row, so that what is computed there is as harmless as what is
/// computed of it.
pub fn fill_up<T: Copy>(rows: &mut [T], room: usize, samples: usize) {
    if (1..room).contains(&samples) {
        for row in rows.chunks_exact_mut(room) {
            let last = row[samples - 1];
            row[samples..].fill(last);
        }
    }
}

/// The weights of a tile: one for each of the samples, zero for what only fills it up.
pub fn weigh<T: From<u8> + Copy>(weights: &mut [T], samples: usize) {
    let (own, others) = weights.split_at_mut(samples);
    own.fill(T::from(1));
    others.fill(T::from(0));
}
