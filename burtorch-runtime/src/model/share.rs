//! Who computes which samples of a batch.

/// The samples of a batch that nobody has yet.
#[derive(Debug)]
pub struct Left {
    first: usize,
    count: usize,
    threads: usize,
    /// The seat that gets one more than others the next time.
    next: usize,
    used: usize,
}

/// Some tiles, as many at each seat as at the others or one more.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    first: usize,
    samples: usize,
    tiles: usize,
    threads: usize,
    next: usize,
}

impl Left {
    /// All samples of a batch, for so many threads.
    #[must_use]
    pub fn new(count: usize, threads: usize) -> Self {
        Self { first: 0, count, threads, next: 0, used: 0 }
    }

    /// As many tiles of so many samples as there are, or as all seats get the same number of. The last may have fewer
    /// samples, but at least so many.
    pub fn take(&mut self, samples: usize, least: usize, evenly: bool) -> Share {
        let all = self.tiles(samples, least);
        let tiles = if evenly { all - all % self.threads } else { all };
        let share = Share { first: self.first, samples, tiles, threads: self.threads, next: self.next };
        self.remove(tiles * samples);
        self.used = self.used.max(tiles + self.next).min(self.threads);
        self.next = (self.next + tiles) % self.threads;
        share
    }

    /// All tiles of so many samples that are left, for all threads together: they are those of seat 0.
    pub fn together(&mut self, samples: usize, least: usize) -> Share {
        let share = Share { first: self.first, samples, tiles: self.tiles(samples, least), threads: 1, next: 0 };
        self.remove(share.tiles * samples);
        share
    }

    fn tiles(&self, samples: usize, least: usize) -> usize {
        self.count / samples + usize::from(self.count % samples >= least)
    }

    fn remove(&mut self, samples: usize) {
        let removed = samples.min(self.count);
        self.first += removed;
        self.count -= removed;
    }

    /// How many seats have something to do: these and none behind.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Share {
    /// The samples of a seat.
    pub fn of<I: Iterator + Clone>(&self, seat: usize, samples: &I) -> core::iter::Take<core::iter::Skip<I>> {
        let Share { threads, next, tiles, .. } = *self;
        // Counted from the seat that comes first.
        let turn = (seat + threads - next) % threads;
        let more = tiles % threads;
        let before = turn * (tiles / threads) + turn.min(more);
        let own = tiles / threads + usize::from(turn < more);
        samples.clone().skip(self.first + before * self.samples).take(own * self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn every_sample_is_computed_once() {
        for (count, threads) in (0..300).flat_map(|count| (1..6).map(move |threads| (count, threads))) {
            let mut left = Left::new(count, threads);
            let large = left.take(64, 40, true);
            let together = left.together(64, 40);
            let shares = [large, left.take(16, 7, false), left.take(1, 1, false)];
            let mut seen: Vec<usize> = together.of(0, &(0..count)).collect();
            for seat in 0..threads {
                let own: Vec<usize> = shares.iter().flat_map(|share| share.of(seat, &(0..count))).collect();
                assert_eq!(own.is_empty(), seat >= left.used(), "{count} samples, {threads} threads, seat {seat}");
                seen.extend(own);
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count), "{count} samples, {threads} threads");
        }
    }
}
