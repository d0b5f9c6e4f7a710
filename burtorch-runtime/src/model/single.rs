//! The driver for one sample: checks the arguments, then runs a program.

use num_traits::One;

use super::function::{ModelFunction, NumberFunction, References, Scalar};
use super::inputs::{InputList, Inputs};
use super::{Error, Model, check_length};
use crate::Workspace;
use crate::optimizer::{Optimizer, Step, Update, check_state};

/// # Errors
/// If an index is out of range.
#[inline]
pub(super) fn check_inputs<F: ModelFunction>(inputs: References<'_, F>) -> Result<(), Error> {
    F::Inputs::check(F::Inputs::slices(inputs), F::BOUNDS)
}

/// # Errors
/// If `params` has the wrong length.
#[inline]
pub(super) fn check_params<F: ModelFunction>(params: &[Scalar<F>]) -> Result<(), Error> {
    check_length("params", params.len(), F::Model::PARAMS)
}

/// # Errors
/// If `gradient` has the wrong length.
#[inline]
pub(super) fn check_gradient<F: ModelFunction>(gradient: &[Scalar<F>]) -> Result<(), Error> {
    check_length("gradient", gradient.len(), F::Model::PARAMS)
}

/// The value of a function.
///
/// # Errors
/// If `params` has the wrong length, or an index is out of range.
#[inline]
pub fn value<'w, F: ModelFunction>(
    params: &[Scalar<F>],
    workspace: &'w mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<F::Output<'w>, Error> {
    check_params::<F>(params)?;
    check_inputs::<F>(inputs)?;
    Ok(F::value(params, workspace.floats(), inputs))
}

/// The value of a function; adds its gradient to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, or an index is out of range.
#[inline]
pub fn gradient<F: NumberFunction>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_inputs::<F>(inputs)?;
    Ok(F::gradient(params, gradient, workspace.floats(), Scalar::<F>::one(), inputs))
}

/// One step of gradient descent; the value before it.
///
/// # Errors
/// If `params` has the wrong length, or an index is out of range.
#[inline]
pub fn sgd<F: NumberFunction>(
    params: &mut [Scalar<F>],
    rate: Scalar<F>,
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    check_params::<F>(params)?;
    check_inputs::<F>(inputs)?;
    Ok(F::descend(params, workspace.floats(), -rate, inputs))
}

/// One step of an optimizer; the value before it.
///
/// # Errors
/// If `params` or the optimizer's state has the wrong length, or an index is out of range.
#[inline]
pub fn step<F: NumberFunction, O: Optimizer<Scalar<F>>>(
    params: &mut [Scalar<F>],
    optimizer: &mut O,
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    check_params::<F>(params)?;
    check_state(optimizer, F::Model::PARAMS)?;
    check_inputs::<F>(inputs)?;
    let (update, state) = optimizer.begin();
    Ok(if const { <O::Update as Update<Scalar<F>>>::PLAIN } {
        F::descend(params, workspace.floats(), -update.rate(), inputs)
    } else {
        let step = Step::new(update, state, F::Model::PARAMS);
        F::update(params, workspace.floats(), Scalar::<F>::one(), step, inputs)
    })
}
