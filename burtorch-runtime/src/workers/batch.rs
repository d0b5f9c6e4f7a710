//! Gradients and steps of a batch, by several workers.
//!
//! All workers pass the same parameters and the same samples; each computes its [share](super::share). For [`Alone`](super::Alone)
//! these are the functions of the model and nothing else.

use num_traits::Zero;

use super::{Error, WorkerFloat, Workers, combine, share, weigh};
use crate::BatchWorkspace;
use crate::model::{Loss, SampleOf};
use crate::optimizer::Optimizer;

/// The mean loss over samples, whose gradient is written to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, there are no samples, or another worker is gone.
#[inline]
pub fn gradient<M, S, W>(
    workers: &W,
    params: &[M::Scalar],
    gradient: &mut [M::Scalar],
    workspace: &mut BatchWorkspace<M>,
    samples: impl ExactSizeIterator<Item = S> + Clone,
) -> Result<M::Scalar, Error>
where
    M: Loss,
    S: SampleOf<M::Arguments>,
    W: Workers + ?Sized,
{
    gradient.fill(M::Scalar::zero());
    if workers.size() == 1 {
        return Ok(M::add_gradient(params, gradient, workspace, samples)?);
    }
    let all = samples.len();
    let own = share(all, workers.rank(), workers.size());
    let part = samples.clone().skip(own.start).take(own.len());
    // A worker that has no samples still says what is wrong with the arguments, as the others do.
    let loss = if own.is_empty() && all > 0 {
        M::mean_loss(params, workspace, samples.take(1))?;
        M::Scalar::zero()
    } else {
        M::add_gradient(params, gradient, workspace, part)?
    };
    combine(workers, gradient, own.len(), all)?;
    let mut loss = [loss];
    weigh(&mut loss, own.len(), all);
    M::Scalar::sum(workers, &mut loss)?;
    Ok(loss[0])
}

/// One step of gradient descent on the mean loss over samples, which is returned.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, there are no samples, or another worker is gone.
#[inline]
pub fn descend<M, S, W>(
    workers: &W,
    params: &mut [M::Scalar],
    gradient: &mut [M::Scalar],
    rate: M::Scalar,
    workspace: &mut BatchWorkspace<M>,
    samples: impl ExactSizeIterator<Item = S> + Clone,
) -> Result<M::Scalar, Error>
where
    M: Loss,
    S: SampleOf<M::Arguments>,
    W: Workers + ?Sized,
{
    if workers.size() == 1 {
        return Ok(M::descend(params, gradient, rate, workspace, samples)?);
    }
    let loss = self::gradient::<M, S, W>(workers, params, gradient, workspace, samples)?;
    crate::model::descend(params, gradient, rate);
    Ok(loss)
}

/// One step of an optimizer on the mean loss over samples, which is returned.
///
/// # Errors
/// If `params`, `gradient` or the optimizer's state has the wrong length, an index is out of range, there are no samples, or another
/// worker is gone.
#[inline]
pub fn step<M, S, W, O>(
    workers: &W,
    params: &mut [M::Scalar],
    gradient: &mut [M::Scalar],
    optimizer: &mut O,
    workspace: &mut BatchWorkspace<M>,
    samples: impl ExactSizeIterator<Item = S> + Clone,
) -> Result<M::Scalar, Error>
where
    M: Loss,
    S: SampleOf<M::Arguments>,
    W: Workers + ?Sized,
    O: Optimizer<M::Scalar>,
{
    let loss = self::gradient::<M, S, W>(workers, params, gradient, workspace, samples)?;
    optimizer.update(params, gradient)?;
    Ok(loss)
}
