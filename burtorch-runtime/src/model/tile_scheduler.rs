//! Splits a batch into tiles and assigns them to workers, the threads of a [`ParallelWorkspace`](crate::ParallelWorkspace).
//!
//! The schedule depends on the numbers of samples and of threads alone. So each worker computes it for itself and runs its own
//! tiles, and nothing has to be stored or sent.

use core::iter::{Skip, Take};

/// Splits a batch into tiles and hands them to workers; holds the samples not yet assigned.
#[derive(Debug)]
pub struct TileScheduler {
    first: usize,
    count: usize,
    threads: usize,
    /// The worker that gets the next tile that cannot be shared out evenly.
    next: usize,
    used: usize,
}

/// Consecutive tiles of one size, of which every worker has the same number or one more.
#[derive(Clone, Copy, Debug)]
pub struct TileRange {
    first: usize,
    samples: usize,
    tiles: usize,
    threads: usize,
    next: usize,
}

impl TileScheduler {
    /// A batch of `count` samples for so many threads, none of them assigned.
    #[must_use]
    pub fn new(count: usize, threads: usize) -> Self {
        Self { first: 0, count, threads, next: 0, used: 0 }
    }

    /// Assigns tiles of `samples` samples: as many as the batch fills, or, if they are to be shared out `evenly`, as many as are
    /// the same number for every worker. The last tile may have fewer samples, but at least `least`.
    pub fn take(&mut self, samples: usize, least: usize, evenly: bool) -> TileRange {
        let all = self.tiles(samples, least);
        let tiles = if evenly { all - all % self.threads } else { all };
        let range = TileRange { first: self.first, samples, tiles, threads: self.threads, next: self.next };
        self.remove(tiles * samples);
        self.used = self.used.max(tiles + self.next).min(self.threads);
        self.next = (self.next + tiles) % self.threads;
        range
    }

    /// Assigns all tiles of `samples` samples that are left to worker 0, for all threads to compute one after the other, each
    /// of them together.
    pub fn take_together(&mut self, samples: usize, least: usize) -> TileRange {
        let range = TileRange { first: self.first, samples, tiles: self.tiles(samples, least), threads: 1, next: 0 };
        self.remove(range.tiles * samples);
        range
    }

    fn tiles(&self, samples: usize, least: usize) -> usize {
        self.count / samples + usize::from(self.count % samples >= least)
    }

    fn remove(&mut self, samples: usize) {
        let removed = samples.min(self.count);
        self.first += removed;
        self.count -= removed;
    }

    /// How many workers have tiles: workers `0..used`, and no others.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }
}

impl TileRange {
    /// The samples of a worker.
    pub fn of<I: Iterator + Clone>(&self, worker: usize, samples: &I) -> Take<Skip<I>> {
        let (first, count) = self.range(worker);
        samples.clone().skip(first).take(count)
    }

    /// The number of the first sample of a worker.
    #[must_use]
    pub fn first_of(&self, worker: usize) -> usize {
        self.range(worker).0
    }

    /// The first sample of a worker, and how many it has at most.
    fn range(&self, worker: usize) -> (usize, usize) {
        let TileRange { threads, next, tiles, .. } = *self;
        // The place of the worker, counted from the one that gets the first tile.
        let place = (worker + threads - next) % threads;
        let more = tiles % threads;
        let before = place * (tiles / threads) + place.min(more);
        let own = tiles / threads + usize::from(place < more);
        (self.first + before * self.samples, own * self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn every_sample_is_computed_once() {
        for (count, threads) in (0..300).flat_map(|count| (1..6).map(move |threads| (count, threads))) {
            let mut scheduler = TileScheduler::new(count, threads);
            let large = scheduler.take(64, 40, true);
            let together = scheduler.take_together(64, 40);
            let ranges = [large, scheduler.take(16, 7, false), scheduler.take(1, 1, false)];
            let mut seen: Vec<usize> = together.of(0, &(0..count)).collect();
            for worker in 0..threads {
                let own: Vec<usize> = ranges.iter().flat_map(|range| range.of(worker, &(0..count))).collect();
                assert_eq!(own.is_empty(), worker >= scheduler.used(), "{count} samples, {threads} threads, {worker}");
                seen.extend(own);
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count), "{count} samples, {threads} threads");
        }
    }
}
