//! Sums that send the largest entries alone, and remember the others.

use core::mem;
use std::vec::Vec;

use super::{Error, WorkerFloat, Workers};
use crate::buffer::{bytes, bytes_mut};

/// `Σ top_k(gradient + kept)`, where each worker keeps what it did not send: top-k compression with error feedback.
///
/// Of every worker the `k` entries of largest size are sent, with their places. What is not sent is added to the gradient of the next
/// step, so nothing is lost for good. Sums are no longer those of one process; with `k` as large as the gradient they are, but for rounding.
///
/// ```
/// use burtorch_runtime::workers::{Alone, TopK};
///
/// let mut sums = TopK::new(2, 4);
/// let mut gradient = [1.0, -3.0, 0.5, 2.0];
/// sums.sum(&Alone, &mut gradient)?;
/// assert_eq!(gradient, [0.0, -3.0, 0.0, 2.0]);
/// // What was left behind comes later.
/// gradient = [0.0; 4];
/// sums.sum(&Alone, &mut gradient)?;
/// assert_eq!(gradient, [1.0, 0.0, 0.5, 0.0]);
/// # Ok::<(), burtorch_runtime::workers::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TopK<T> {
    /// What this worker has not sent yet.
    kept: Vec<T>,
    /// All places, those of the largest entries first.
    order: Vec<u32>,
    k: usize,
    /// Values and places of this worker, then of all.
    values: Vec<T>,
    all_values: Vec<T>,
    all_places: Vec<u32>,
}

impl<T: WorkerFloat> TopK<T> {
    /// Sums of so many numbers, of which each worker sends `k`: at least one, and at most all.
    ///
    /// # Panics
    /// If there are more than 2³² numbers.
    #[must_use]
    pub fn new(k: usize, length: usize) -> Self {
        let count = u32::try_from(length).expect("a gradient has less than 2³² numbers");
        let k = k.clamp(1, length.max(1)).min(length);
        Self {
            kept: std::vec![T::zero(); length],
            order: (0..count).collect(),
            k,
            values: std::vec![T::zero(); k],
            all_values: Vec::new(),
            all_places: Vec::new(),
        }
    }

    /// How many entries a worker sends.
    #[must_use]
    pub fn k(&self) -> usize {
        self.k
    }

    /// The values become the sum of what the workers send, the same to the bit for all of them.
    ///
    /// # Errors
    /// If another worker is gone, or there are not as many values as was said.
    pub fn sum<W: Workers + ?Sized>(&mut self, workers: &W, values: &mut [T]) -> Result<(), Error> {
        crate::model::check_length("values", values.len(), self.kept.len())?;
        let (kept, k) = (&mut self.kept, self.k);
        if k == 0 {
            return Ok(());
        }
        kept.iter_mut().zip(values.iter()).for_each(|(kept, &value)| *kept = *kept + value);
        // A value that is not a number is the largest of all: it must be seen.
        let size = |place: u32| {
            let value = kept[place as usize].abs();
            if value.is_nan() { T::infinity() } else { value }
        };
        if k < kept.len() {
            self.order.select_nth_unstable_by(k - 1, |&a, &b| {
                size(b).partial_cmp(&size(a)).unwrap_or(core::cmp::Ordering::Equal).then(a.cmp(&b))
            });
        }
        let places = &mut self.order[..k];
        places.sort_unstable();
        for (value, &place) in self.values.iter_mut().zip(places.iter()) {
            *value = mem::replace(&mut kept[place as usize], T::zero());
        }
        let all = k * workers.size();
        self.all_values.resize(all, T::zero());
        self.all_places.resize(all, 0);
        workers.gather(bytes(&self.values), bytes_mut(&mut self.all_values))?;
        workers.gather(bytes(places), bytes_mut(&mut self.all_places))?;
        values.fill(T::zero());
        // In the order of the ranks, for all workers alike.
        for (&value, &place) in self.all_values.iter().zip(&self.all_places) {
            if let Some(sum) = values.get_mut(place as usize) {
                *sum = *sum + value;
            }
        }
        Ok(())
    }
}
