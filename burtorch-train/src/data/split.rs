//! A data set → one part to learn from and another to see how it goes.

use super::{Error, Samples};
use burtorch_runtime::Rng;

/// Which samples are for training and which for validation, at random.
///
/// The seed alone decides. Nothing is copied: both parts are views of the data. Use it where samples are independent
/// of each other. [`Text::split`](super::Text::split) and [`Lines::split`](super::Lines::split) are for samples
/// that overlap.
///
/// ```
/// use burtorch_train::data::{Samples, Split};
///
/// let points: Vec<(f32, f32)> = (0..50).map(|i| (i as f32, 2.0 * i as f32)).collect();
/// let split = Split::new(points.len(), 0.1, 42)?;
/// let (training, validation) = (split.training(&points), split.validation(&points));
/// assert_eq!((training.len(), validation.len()), (45, 5));
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    training: Vec<usize>,
    validation: Vec<usize>,
}

impl Split {
    /// A part of `len` samples for validation, such as `0.1`, and the rest for training.
    ///
    /// # Errors
    /// If one of the parts would be empty.
    pub fn new(len: usize, validation: f64, seed: u64) -> Result<Self, Error> {
        let count = part(len, validation, "samples").map_err(Error::new)?;
        let mut training: Vec<usize> = (0..len).collect();
        Rng::seed(seed).shuffle(&mut training);
        let mut validation = training.split_off(len - count);
        // In order, so that walking through a part walks through memory.
        training.sort_unstable();
        validation.sort_unstable();
        Ok(Self { training, validation })
    }

    /// The samples for training.
    pub fn training<D: Samples>(&self, data: D) -> Subset<'_, D> {
        Subset { data, indices: &self.training }
    }

    /// The samples for validation, which no step sees.
    pub fn validation<D: Samples>(&self, data: D) -> Subset<'_, D> {
        Subset { data, indices: &self.validation }
    }
}

/// Some samples of a data set as a data set; see [`Split`].
#[derive(Clone, Copy, Debug)]
pub struct Subset<'i, D> {
    data: D,
    indices: &'i [usize],
}

impl<'i, D: Samples> Subset<'i, D> {
    /// The samples with these numbers.
    pub fn new(data: D, indices: &'i [usize]) -> Self {
        Self { data, indices }
    }
}

impl<D: Samples> Samples for Subset<'_, D> {
    type Sample = D::Sample;

    fn len(self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn sample(self, index: usize) -> D::Sample {
        self.data.sample(self.indices[index])
    }
}

/// How many of `len` are for validation; both parts have some.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a part of a count is a count, and a few more or less of many do not matter"
)]
pub(super) fn part(len: usize, validation: f64, things: &str) -> Result<usize, String> {
    if !(validation > 0.0 && validation < 1.0) {
        return Err(format!("the part for validation is {validation}; it must be between 0 and 1, such as 0.1"));
    }
    let count = (len as f64 * validation).round() as usize;
    if count == 0 || count >= len {
        return Err(format!(
            "a part of {validation} for validation leaves {} of {len} {things} to learn from and {count} to validate; \
             give more data or another part",
            len.saturating_sub(count),
        ));
    }
    Ok(count)
}
