//! The driver for training steps of a batch: where it can, parameters are changed while the gradient is computed.

use num_traits::{One, Zero};

use super::batch::{add_gradient, checked_samples, fill, weight};
use super::function::{NumberFunction, Scalar};
use super::inputs::ArgumentTuple;
use super::single::{check_gradient, check_params};
use super::{Error, Model, SampleOf, descend};
use crate::BatchWorkspace;
use crate::optimizer::{Optimizer, Step, Update, check_state, update_ranges};

/// One step of gradient descent on the mean of a function over samples, which is returned.
///
/// A batch that is one tile or one sample needs no gradient, if parameters can be changed while they are used. Other batches use
/// `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn sgd_batch<F, A, I>(
    params: &mut [Scalar<F>],
    gradient: &mut [Scalar<F>],
    rate: Scalar<F>,
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    check_gradient::<F>(gradient)?;
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let count = samples.len();
    let scale = weight(count)?;
    let (floats, ix) = workspace.parts();
    for (at, tile) in F::TILES.iter().enumerate() {
        if let Some(step) = tile.step.filter(|_| (tile.least..=tile.samples).contains(&count)) {
            let (w, x) = floats.split_at_mut(step.floats);
            fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
            return Ok(F::tile_descend(at, params, w, -rate, x, ix));
        }
    }
    if count == 1
        && let Some(sample) = samples.next()
    {
        return Ok(F::descend(params, floats, -rate, A::list(sample.parts())));
    }
    gradient.fill(Scalar::<F>::zero());
    let value = add_gradient::<F, A>(params, gradient, workspace, samples, scale);
    descend(params, gradient, rate);
    Ok(value)
}

/// One step of an optimizer on the mean of a function over samples, which is returned.
///
/// # Errors
/// If `params`, `gradient` or the optimizer's state has the wrong length, an index is out of range, or there are no samples.
pub fn step_batch<F, A, I, O>(
    params: &mut [Scalar<F>],
    gradient: &mut [Scalar<F>],
    optimizer: &mut O,
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
    O: Optimizer<Scalar<F>>,
{
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_state(optimizer, F::Model::PARAMS)?;
    if const { <O::Update as Update<Scalar<F>>>::PLAIN } {
        let (update, _) = optimizer.begin();
        return sgd_batch::<F, A, I>(params, gradient, update.rate(), workspace, samples);
    }
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let count = samples.len();
    let scale = weight(count)?;
    if count == 1
        && let Some(sample) = samples.next()
    {
        let (floats, _) = workspace.parts();
        let (update, state) = optimizer.begin();
        let step = Step::new(update, state, F::Model::PARAMS);
        let inputs = A::list(sample.parts());
        return Ok(F::update(params, floats, Scalar::<F>::one(), step, inputs));
    }
    gradient.fill(Scalar::<F>::zero());
    let value = add_gradient::<F, A>(params, gradient, workspace, samples, scale);
    let (update, state) = optimizer.begin();
    update_ranges(Step::new(update, state, F::Model::PARAMS), params, gradient, F::TRAINED);
    Ok(value)
}
