//! How many samples, how many in a batch, a seed → the samples of each step.
//!
//! The batch of a step is a function of the seed and the step, and of nothing else. So a training that was stopped at
//! step 1000 and goes on at step 1000 sees what it would have seen.

use super::Error;
use burtorch_runtime::Rng;

/// `(seed, step)` → the numbers of the samples in that step's batch.
///
/// [`new`](Batches::new) goes through the data in epochs, each in an order of its own, as good as any other.
/// All batches have the same size: where that does not divide the number of samples, the last few of each epoch's order
/// are left out. They are others in every epoch.
///
/// [`with_replacement`](Batches::with_replacement) draws every sample from all of them, so one may be in a batch twice. It needs memory for one batch only, where epochs need
/// eight bytes for each sample.
///
/// ```
/// use burtorch_train::data::Batches;
///
/// let mut batches = Batches::new(6, 2, 42)?;
/// let mut epoch: Vec<usize> = (0..batches.per_epoch()).flat_map(|step| batches.at(step).to_vec()).collect();
/// epoch.sort();
/// assert_eq!(epoch, [0, 1, 2, 3, 4, 5]);
///
/// // Any step, whatever was asked for before.
/// assert_eq!(batches.at(1000).to_vec(), Batches::new(6, 2, 42)?.at(1000));
///
/// let error = Batches::new(6, 64, 42).unwrap_err();
/// assert_eq!(error.to_string(), "a batch has 64 samples, but there are only 6; make it smaller");
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batches {
    len: usize,
    batch: usize,
    seed: u64,
    /// All samples in the order of an epoch, or the samples of one step.
    indices: Vec<usize>,
    /// Which epoch or step `indices` holds; nothing before the first batch.
    held: Option<usize>,
    with_replacement: bool,
}

impl Batches {
    /// Batches that go through all samples, in another order in every epoch.
    ///
    /// The order of an epoch is made when a batch of it is first asked for, so [`at`](Batches::at) takes longer there:
    /// about a millisecond for 200 000 samples, ten for a million.
    ///
    /// # Errors
    /// If a batch has no samples, or more than there are.
    pub fn new(len: usize, batch: usize, seed: u64) -> Result<Self, Error> {
        if batch > len && len > 0 {
            let message = format!("a batch has {batch} samples, but there are only {len}; make it smaller");
            return Err(Error::new(message));
        }
        Ok(Self { indices: vec![0; len], with_replacement: false, ..Self::with_replacement(len, batch, seed)? })
    }

    /// Batches of samples that are drawn with replacement: each from all, whatever was drawn before, so one may occur twice in a batch.
    /// Sets without repetitions are what [`Nice`](burtorch_runtime::oracle::Nice) draws.
    ///
    /// # Errors
    /// If there are no samples, or none in a batch, or more in a batch than there is memory for.
    pub fn with_replacement(len: usize, batch: usize, seed: u64) -> Result<Self, Error> {
        if len == 0 {
            return Err(Error::new("there are no samples to make batches of; give more data"));
        }
        if batch == 0 {
            return Err(Error::new("a batch has 0 samples; it needs at least 1"));
        }
        let mut indices = Vec::new();
        if indices.try_reserve_exact(batch).is_err() {
            return Err(Error::new(format!(
                "a batch has {batch} samples, for which there is no memory; make it smaller"
            )));
        }
        indices.resize(batch, 0);
        Ok(Self { len, batch, seed, indices, held: None, with_replacement: true })
    }

    /// The numbers of the samples in the batch of a step. Steps count from 0 and never end.
    ///
    /// It allocates nothing.
    pub fn at(&mut self, step: usize) -> &[usize] {
        if self.with_replacement {
            if self.held != Some(step) {
                let mut rng = stream(self.seed, step);
                self.indices.fill_with(|| rng.below(self.len));
                self.held = Some(step);
            }
            return &self.indices;
        }
        let epoch = self.epoch(step);
        if self.held != Some(epoch) {
            // Each epoch starts from the same order, so that it does not depend on those before.
            self.indices.iter_mut().zip(0..).for_each(|(index, i)| *index = i);
            stream(self.seed, epoch).shuffle(&mut self.indices);
            self.held = Some(epoch);
        }
        let first = step % self.per_epoch() * self.batch;
        &self.indices[first..first + self.batch]
    }

    /// How many steps go through the data once: `⌊len / batch⌋`, and at least 1.
    #[must_use]
    pub fn per_epoch(&self) -> usize {
        (self.len / self.batch).max(1)
    }

    /// The epoch of a step, from 0. If samples are drawn, how often that many would have gone through the data.
    #[must_use]
    pub fn epoch(&self, step: usize) -> usize {
        step / self.per_epoch()
    }

    /// How many samples the data has.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.len
    }

    /// How many samples a batch has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.batch
    }
}

/// The generator of one epoch or step. For one seed, different numbers have different generators.
fn stream(seed: u64, number: usize) -> Rng {
    Rng::seed(Rng::seed(seed).next_u64().wrapping_add(number as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_in_one_batch_of_an_epoch() {
        for (len, batch) in [(1, 1), (2, 1), (7, 7), (12, 3), (100, 10), (1000, 8)] {
            let mut batches = Batches::new(len, batch, 5).unwrap();
            assert_eq!(batches.per_epoch(), len / batch);
            for epoch in 0..3 {
                let first = epoch * batches.per_epoch();
                let mut seen = vec![0; len];
                for step in first..first + len / batch {
                    assert_eq!(batches.epoch(step), epoch);
                    batches.at(step).iter().for_each(|&index| seen[index] += 1);
                }
                assert!(seen.iter().all(|&count| count == 1), "{len} samples in batches of {batch}, epoch {epoch}");
            }
        }
    }

    #[test]
    fn an_incomplete_batch_is_left_out_and_its_samples_come_in_other_epochs() {
        let (len, batch) = (103, 10);
        let mut batches = Batches::new(len, batch, 5).unwrap();
        let mut total = vec![0; len];
        for epoch in 0..20 {
            let mut seen = vec![0; len];
            for step in epoch * 10..epoch * 10 + 10 {
                assert_eq!((batches.epoch(step), batches.at(step).len()), (epoch, batch));
                batches.at(step).iter().for_each(|&index| seen[index] += 1);
            }
            assert_eq!(seen.iter().filter(|&&count| count == 0).count(), 3);
            assert!(seen.iter().all(|&count| count <= 1));
            total.iter_mut().zip(seen).for_each(|(total, count)| *total += count);
        }
        // Each is left out with probability 3/103, so in 20 epochs hardly more than a few times.
        assert!(total.iter().all(|&count| (15..=20).contains(&count)), "{total:?}");
    }

    #[test]
    fn the_batch_of_a_step_does_not_depend_on_the_steps_before() {
        for make in [Batches::new, Batches::with_replacement] {
            let one_by_one = {
                let mut batches = make(50, 8, 3).unwrap();
                (0..40).map(|step| batches.at(step).to_vec()).collect::<Vec<_>>()
            };
            let mut jumping = make(50, 8, 3).unwrap();
            for step in [39, 0, 38, 7, 7, 6, 5, 12, 39, 1] {
                assert_eq!(jumping.at(step), one_by_one[step], "step {step}");
                assert_eq!(make(50, 8, 3).unwrap().at(step), one_by_one[step], "step {step}");
            }
        }
    }

    #[test]
    fn seeds_and_epochs_have_orders_of_their_own() {
        let order = |seed, epoch| Batches::new(30, 30, seed).unwrap().at(epoch).to_vec();
        assert_eq!(order(1, 0), order(1, 0));
        let orders: std::collections::BTreeSet<Vec<usize>> =
            (0..20).flat_map(|seed| (0..20).map(move |epoch| order(seed, epoch))).collect();
        assert_eq!(orders.len(), 400);
    }

    #[test]
    fn all_orders_are_equally_likely() {
        // Every order of four samples 1000 times: χ² with 23 degrees of freedom is above 50 once in 1000 seeds.
        let mut batches = Batches::new(4, 4, 11).unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for epoch in 0..24_000 {
            *counts.entry(batches.at(epoch).to_vec()).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|count: &f64| (count - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 50.0, "{chi}");
    }

    #[test]
    fn samples_are_drawn_equally_often() {
        let mut batches = Batches::with_replacement(10, 100, 11).unwrap();
        let mut counts = [0.0; 10];
        for step in 0..1000 {
            batches.at(step).iter().for_each(|&index| counts[index] += 1.0);
        }
        let chi: f64 = counts.iter().map(|count: &f64| (count - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 28.0, "χ² with 9 degrees of freedom is above 28 once in 1000 seeds: {chi}");
    }

    /// Computed by a program of its own from the published algorithms. A checkpoint of today must go on tomorrow.
    #[test]
    fn the_order_stays_the_same_in_all_versions() {
        let mut batches = Batches::new(10, 5, 42).unwrap();
        assert_eq!(batches.at(0), [4, 1, 6, 5, 0]);
        assert_eq!(batches.at(1), [2, 9, 8, 7, 3]);
        assert_eq!(batches.at(2), [8, 0, 1, 5, 9]);
        assert_eq!(batches.at(3), [3, 2, 6, 7, 4]);
        assert_eq!(batches.at(2_000_001), [1, 4, 8, 2, 5]);
        let mut batches = Batches::with_replacement(1000, 5, 42).unwrap();
        assert_eq!(batches.at(0), [311, 796, 904, 510, 372]);
        assert_eq!(batches.at(1), [464, 851, 820, 295, 579]);
        assert_eq!(batches.at(1_000_000_000), [122, 369, 273, 71, 234]);
    }

    #[test]
    fn sizes_that_cannot_be_are_errors_with_both_numbers() {
        let message = |batches: Result<Batches, Error>| std::string::ToString::to_string(&batches.unwrap_err());
        assert_eq!(message(Batches::new(10, 11, 0)), "a batch has 11 samples, but there are only 10; make it smaller");
        for make in [Batches::new, Batches::with_replacement] {
            assert_eq!(message(make(10, 0, 0)), "a batch has 0 samples; it needs at least 1");
            assert_eq!(message(make(0, 4, 0)), "there are no samples to make batches of; give more data");
        }
        assert_eq!(Batches::with_replacement(10, 11, 0).unwrap().at(0).len(), 11);
        let most = usize::MAX;
        let expected = format!("a batch has {most} samples, for which there is no memory; make it smaller");
        assert_eq!(message(Batches::with_replacement(10, most, 0)), expected);
    }
}
