//! Several workers in one training: what they tell each other. One worker by itself passes everything through.

use core::ops::Range;
use std::collections::BTreeMap;

use num_traits::NumCast;

use super::Failure;
use burtorch_runtime::optimizer::Any;
use burtorch_runtime::workers::{self, TopK, WorkerFloat, Workers, broadcast, share};

/// A gradient with its loss, added up over all workers.
#[derive(Debug)]
pub(super) struct Sums<'w, T> {
    workers: &'w dyn Workers,
    /// With `--compress`: the largest entries alone.
    largest: Option<TopK<T>>,
    /// A gradient, its loss, and how many workers were asked to end, so that one exchange is enough for all of it.
    all: Vec<T>,
    asked: bool,
}

impl<'w, T: WorkerFloat> Sums<'w, T> {
    /// Sums of gradients of so many numbers, of which only this part is sent in a step.
    pub fn new(workers: &'w dyn Workers, compress: Option<f64>, params: usize) -> Self {
        let several = workers.size() > 1;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let count = |part: f64| (part * params as f64).ceil() as usize;
        let largest = compress.filter(|_| several).map(|part| TopK::new(count(part), params));
        Self { workers, largest, all: Vec::with_capacity(if several { params + 2 } else { 0 }), asked: false }
    }

    /// Which of so many samples are this worker's.
    pub fn share(&self, count: usize) -> Range<usize> {
        share(count, self.workers.rank(), self.workers.size())
    }

    /// From the mean loss and gradient of one's own samples to those of all, and whether anybody was asked to end.
    ///
    /// # Errors
    /// If another worker is gone.
    pub fn add(
        &mut self,
        (loss, gradient): (T, &mut [T]),
        own: usize,
        all: usize,
        asked: bool,
    ) -> Result<T, workers::Error> {
        if self.workers.size() == 1 {
            return Ok(loss);
        }
        let weight = Self::weight(own, all);
        self.all.clear();
        if let Some(largest) = &mut self.largest {
            for value in gradient.iter_mut() {
                *value = *value * weight;
            }
            largest.sum(self.workers, gradient)?;
        } else {
            self.all.extend(gradient.iter().map(|&value| value * weight));
        }
        let sent = self.all.len();
        self.all.push(loss * weight);
        self.all.push(if asked { T::one() } else { T::zero() });
        T::sum(self.workers, &mut self.all)?;
        gradient[..sent].copy_from_slice(&self.all[..sent]);
        self.asked = self.all[sent + 1] > T::zero();
        Ok(self.all[sent])
    }

    /// The mean loss of all samples, from that of one's own.
    ///
    /// # Errors
    /// If another worker is gone.
    pub fn mean(&self, loss: T, own: usize, all: usize) -> Result<T, workers::Error> {
        if self.workers.size() == 1 {
            return Ok(loss);
        }
        let mut mean = [loss * Self::weight(own, all)];
        T::sum(self.workers, &mut mean)?;
        Ok(mean[0])
    }

    /// Which part of all samples are one's own. Whoever has none does not count, whatever its loss.
    fn weight(own: usize, all: usize) -> T {
        let number = |count| <T as NumCast>::from(count).unwrap_or_else(T::one);
        if own == 0 { T::zero() } else { number(own) / number(all) }
    }

    /// Whether a worker was asked to end before the last sum, this one or another.
    pub fn is_asked(&self) -> bool {
        self.asked
    }
}

/// What a checkpoint says of the settings, and of which optimizer it is.
pub(super) type Said = (BTreeMap<String, String>, Option<String>);

/// What the first worker read; the others need not have the file.
///
/// # Errors
/// If another worker is gone.
pub(super) fn told(workers: &dyn Workers, said: Said) -> Result<Said, Failure> {
    if workers.size() == 1 {
        return Ok(said);
    }
    let mut text = serde_json::to_vec(&said)?;
    let mut length = [text.len() as u64];
    broadcast(workers, &mut length)?;
    text.resize(usize::try_from(length[0])?, 0);
    workers.broadcast(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Where a training is: what goes into a checkpoint beside parameters and the memory of the optimizer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub step: u64,
    /// The best validation loss so far, and how many were not better since.
    pub best: (f64, u64),
    /// The losses that are not in a record yet: their sum, and how many they are.
    pub pending: (f64, u32),
    /// The loss of the model before training, once it is known.
    pub start: Option<f64>,
}

/// All workers go on from where the first one is.
///
/// # Errors
/// If another worker is gone.
pub(super) fn share_start<T: WorkerFloat>(
    workers: &dyn Workers,
    place: Place,
    params: &mut [T],
    optimizer: &mut Any<T>,
) -> Result<Place, Failure> {
    if workers.size() == 1 {
        return Ok(place);
    }
    let mut steps = [place.step, place.best.1, optimizer.steps()];
    let (mut losses, mut count) = ([place.best.0, place.pending.0], [place.pending.1]);
    let mut state = optimizer.state().to_vec();
    broadcast(workers, params)?;
    broadcast(workers, &mut state)?;
    broadcast(workers, &mut steps)?;
    broadcast(workers, &mut losses)?;
    broadcast(workers, &mut count)?;
    optimizer.restore(&state, steps[2])?;
    Ok(Place {
        step: steps[0],
        best: (losses[0], steps[1]),
        pending: (losses[1], count[0]),
        start: first_has(workers, place.start)?,
    })
}

/// The number of the first worker, if it has one.
///
/// # Errors
/// If another worker is gone.
pub(super) fn first_has(workers: &dyn Workers, number: Option<f64>) -> Result<Option<f64>, workers::Error> {
    let mut value = [if number.is_some() { 1.0 } else { 0.0 }, number.unwrap_or(0.0)];
    broadcast(workers, &mut value)?;
    Ok((value[0] > 0.0).then_some(value[1]))
}

/// # Errors
/// If the workers do not have the same data, or another one is gone.
pub(super) fn check_data(workers: &dyn Workers, training: usize, validation: usize) -> Result<(), Failure> {
    let mut first = [training as u64, validation as u64];
    broadcast(workers, &mut first)?;
    if first == [training as u64, validation as u64] {
        return Ok(());
    }
    let [first_training, first_validation] = first;
    Err(format!(
        "this worker has {training} samples to learn from and {validation} for validation, the first one {first_training} and \
         {first_validation}: give all of them the same data and the same --seed"
    )
    .into())
}
