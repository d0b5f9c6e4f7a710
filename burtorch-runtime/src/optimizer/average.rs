//! A running mean of the parameters.

use num_traits::Float;

use super::cast;
use crate::Error;
use crate::model::check_length;

/// ```text
/// mean = decay · mean + (1 − decay) · param
/// ```
///
/// The first call of [`update`](Self::update) copies the parameters. PyTorch's `AveragedModel` with
/// `get_ema_multi_avg_fn(decay)`. A model often does better with the mean of its last parameters than with the last
/// ones. The mean is one flat buffer that you give; to save it, write that buffer and `steps`.
///
/// ```
/// use burtorch_runtime::optimizer::Average;
///
/// let mut average = Average::new(0.75, [0.0; 2]);
/// average.update(&[1.0, 2.0])?;
/// assert_eq!(average.mean, [1.0, 2.0]);
/// average.update(&[5.0, 2.0])?;
/// assert_eq!(average.mean, [2.0, 2.0]);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average<B> {
    /// How much of the mean is left after an update; 0.999 is common.
    pub decay: f64,
    /// How many updates there were.
    pub steps: u64,
    /// The mean of each parameter.
    pub mean: B,
}

impl<B> Average<B> {
    /// A mean in a buffer of one number per parameter; what is in it does not matter before the first update.
    #[must_use]
    pub const fn new(decay: f64, mean: B) -> Self {
        Average { decay, steps: 0, mean }
    }

    /// Takes the parameters after a step into the mean.
    ///
    /// # Errors
    /// If the mean is not that of so many parameters. Nothing is changed then.
    pub fn update<T: Float>(&mut self, params: &[T]) -> Result<(), Error>
    where
        B: AsMut<[T]>,
    {
        let mean = self.mean.as_mut();
        check_length("mean", mean.len(), params.len())?;
        let take = if self.steps == 0 { None } else { Some(cast::<T>(1.0 - self.decay)) };
        self.steps += 1;
        let Some(take) = take else {
            mean.copy_from_slice(params);
            return Ok(());
        };
        for (mean, param) in mean.iter_mut().zip(params) {
            *mean = *mean + take * (*param - *mean);
        }
        Ok(())
    }
}
