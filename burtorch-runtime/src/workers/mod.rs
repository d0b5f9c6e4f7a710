//! Several workers that train one model: each computes the gradient of its part of a batch, and all of them the same step.
//!
//! [`Workers`] is all that this library knows of other processes. [`Alone`] is one process, and what is generic over workers costs
//! nothing with it. Whatever can add up numbers of several processes implements it, such as MPI.
//!
//! All workers call the same functions in the same order, with the same batch and the same parameters. [`gradient`], [`descend`]
//! and [`step`] look at one's own part of the batch; afterwards every worker has the loss, gradient and parameters of all of it.
//! A worker that gets an [`Error::Argument`] does not take part in the sum, for which the others wait: it calls [`Workers::abort`].
//!
//! ```
//! use burtorch_runtime::workers::{Alone, Workers, share};
//!
//! // Of ten samples, the second of four workers computes these.
//! assert_eq!(share(10, 1, 4), 2..5);
//!
//! let mut gradient = [1.0, 2.0];
//! Alone.sum_f64(&mut gradient)?;
//! assert_eq!(gradient, [1.0, 2.0]);
//! # Ok::<(), burtorch_runtime::workers::Error>(())
//! ```

mod batch;
#[cfg(feature = "std")]
mod top_k;

use core::fmt;
use core::ops::Range;

use num_traits::{Float, Zero};

use crate::buffer::Number;

pub use batch::{descend, gradient, step};
#[cfg(feature = "std")]
pub use top_k::TopK;

/// Those who train one model together.
///
/// Functions but [`rank`](Self::rank), [`size`](Self::size) and [`abort`](Self::abort) are called by all workers, in the same order, and
/// return when all have called them, or when one of them is gone, which is an error.
pub trait Workers: fmt::Debug {
    /// Which one this is: below [`size`](Self::size). The worker 0 writes files and talks to the user.
    fn rank(&self) -> usize;

    /// How many there are, at least 1.
    fn size(&self) -> usize;

    /// Each value becomes the sum of those of all workers, the same to the bit for all of them.
    ///
    /// # Errors
    /// If another worker is gone.
    fn sum_f32(&self, values: &mut [f32]) -> Result<(), Error>;

    /// Each value becomes the sum of those of all workers, the same to the bit for all of them.
    ///
    /// # Errors
    /// If another worker is gone.
    fn sum_f64(&self, values: &mut [f64]) -> Result<(), Error>;

    /// The bytes become those of the worker 0.
    ///
    /// # Errors
    /// If another worker is gone.
    fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Error>;

    /// `all` becomes what the workers have, in the order of their ranks: it is [`size`](Self::size) times as long as `mine`, which has
    /// one length for all workers.
    ///
    /// # Errors
    /// If another worker is gone, or `all` has another length.
    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), Error>;

    /// Waits until all workers are here.
    ///
    /// # Errors
    /// If another worker is gone.
    fn barrier(&self) -> Result<(), Error>;

    /// Ends the other workers, who would wait for this one: it cannot go on, and is about to exit with this code.
    fn abort(&self, _code: u8) {}
}

/// One process by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alone;

impl Workers for Alone {
    #[inline]
    fn rank(&self) -> usize {
        0
    }

    #[inline]
    fn size(&self) -> usize {
        1
    }

    #[inline]
    fn sum_f32(&self, _: &mut [f32]) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn sum_f64(&self, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn broadcast(&self, _: &mut [u8]) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), Error> {
        crate::model::check_length("all", all.len(), mine.len())?;
        all.copy_from_slice(mine);
        Ok(())
    }

    #[inline]
    fn barrier(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// What can go wrong with workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Something is wrong with an argument of the model's function.
    Argument(crate::Error),
    /// The others could not be reached.
    Lost {
        /// What was to be done with them: `sum`.
        during: &'static str,
        /// What the transport says, as its own number.
        code: i32,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Argument(error) => fmt::Display::fmt(error, f),
            Error::Lost { during, code } => {
                write!(f, "the other workers could not be reached for a {during} (error {code} of the transport)")
            }
        }
    }
}

impl core::error::Error for Error {}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Self {
        Error::Argument(error)
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A number that workers add up: `f32` or `f64`.
pub trait WorkerFloat: Float + Number + sealed::Sealed {
    /// Each value becomes the sum of those of all workers.
    ///
    /// # Errors
    /// If another worker is gone.
    fn sum<W: Workers + ?Sized>(workers: &W, values: &mut [Self]) -> Result<(), Error>;
}

impl WorkerFloat for f32 {
    #[inline]
    fn sum<W: Workers + ?Sized>(workers: &W, values: &mut [Self]) -> Result<(), Error> {
        workers.sum_f32(values)
    }
}

impl WorkerFloat for f64 {
    #[inline]
    fn sum<W: Workers + ?Sized>(workers: &W, values: &mut [Self]) -> Result<(), Error> {
        workers.sum_f64(values)
    }
}

/// The values become those of the worker 0.
///
/// # Errors
/// If another worker is gone.
#[cfg(feature = "std")]
pub fn broadcast<T: Number, W: Workers + ?Sized>(workers: &W, values: &mut [T]) -> Result<(), Error> {
    workers.broadcast(crate::buffer::bytes_mut(values))
}

/// Which of `count` samples are those of a worker: parts of equal length, but for one sample.
#[must_use]
#[inline]
pub fn share(count: usize, rank: usize, size: usize) -> Range<usize> {
    // As `count · rank / size`, for all counts.
    let at = |rank: usize| count / size * rank + count % size * rank / size;
    at(rank)..at(rank + 1)
}

/// From the mean loss and gradient of one's own samples to those of all samples: weighted, then added up.
///
/// A worker without samples has whatever it has; it does not count.
///
/// # Errors
/// If another worker is gone.
#[inline]
pub fn combine<T: WorkerFloat, W: Workers + ?Sized>(
    workers: &W,
    values: &mut [T],
    own: usize,
    all: usize,
) -> Result<(), Error> {
    if workers.size() == 1 {
        return Ok(());
    }
    weigh(values, own, all);
    T::sum(workers, values)
}

/// Multiplies a mean over `own` samples by `own / all`.
pub(crate) fn weigh<T: Float>(values: &mut [T], own: usize, all: usize) {
    match (T::from(own), T::from(all)) {
        (Some(own), Some(all)) if own > T::zero() => {
            let part = own / all;
            for value in values {
                *value = *value * part;
            }
        }
        _ => values.fill(Zero::zero()),
    }
}

#[cfg(test)]
mod tests;
