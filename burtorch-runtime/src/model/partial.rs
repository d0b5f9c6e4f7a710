//! The drivers for gradients of some parameters alone, and for those that may end early.

use num_traits::{One, Zero};

use super::batch::{Sum, begin, checked_samples, fill, weight};
use super::fields::{Chosen, Coordinates, Fields};
use super::function::{NumberFunction, References, Scalar};
use super::inputs::ArgumentTuple;
use super::single::{check_gradient, check_inputs, check_params};
use super::{Error, SampleOf};
use crate::{BatchWorkspace, Workspace};

/// A function of which the gradient of some parameters alone is asked for.
pub trait PartialFunction: NumberFunction {
    /// The value; adds `seed` times the gradient of the chosen parameters to `g`. Before each kernel `go` is asked; if it says no, there
    /// is no value, and `g` has what was added until then.
    fn gradient_of<G: FnMut() -> bool>(
        p: &[Scalar<Self>],
        g: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        c: &Chosen<'_>,
        go: &mut G,
        inputs: References<'_, Self>,
    ) -> Option<Scalar<Self>>;

    /// The same of a tile.
    #[allow(clippy::too_many_arguments, reason = "each is a slice of its own")]
    fn tile_gradient_of<G: FnMut() -> bool>(
        _tile: usize,
        _p: &[Scalar<Self>],
        _g: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _c: &Chosen<'_>,
        _go: &mut G,
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Option<Scalar<Self>> {
        unreachable!("drivers run the programs that a function's table of tiles names")
    }
}

/// The value of a function; adds the gradient of some parameters to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, or an index is out of range.
#[inline]
pub fn gradient_of<F: PartialFunction>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fields: &Fields<F::Model>,
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    // Nothing stops it, so there is a value.
    let value = single::<F>(params, gradient, &fields.chosen(), workspace, || true, inputs)?;
    Ok(value.unwrap_or_else(Scalar::<F>::zero))
}

/// The same, as long as `go_on` says so, which is asked before each kernel.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, or an index is out of range.
#[inline]
pub fn gradient_of_while<F: PartialFunction>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fields: &Fields<F::Model>,
    workspace: &mut Workspace<F::Model>,
    go_on: impl FnMut() -> bool,
    inputs: References<'_, F>,
) -> Result<Option<Scalar<F>>, Error> {
    single::<F>(params, gradient, &fields.chosen(), workspace, go_on, inputs)
}

/// The value of a function; adds the derivatives with respect to some entries of the parameters to `gradient`, and perhaps those of
/// others in the same rows or tensors.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, or an index is out of range.
#[inline]
pub fn gradient_at<F: PartialFunction>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    coordinates: &Coordinates<'_, F::Model>,
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    let value = single::<F>(params, gradient, &coordinates.chosen(), workspace, || true, inputs)?;
    Ok(value.unwrap_or_else(Scalar::<F>::zero))
}

#[inline]
fn single<F: PartialFunction>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    chosen: &Chosen<'_>,
    workspace: &mut Workspace<F::Model>,
    mut go_on: impl FnMut() -> bool,
    inputs: References<'_, F>,
) -> Result<Option<Scalar<F>>, Error> {
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_inputs::<F>(inputs)?;
    let one = Scalar::<F>::one();
    Ok(F::gradient_of(params, gradient, workspace.floats(), one, chosen, &mut go_on, inputs))
}

/// The mean of a function over samples; adds the gradient of some parameters to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn gradient_of_batch<F, A, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fields: &Fields<F::Model>,
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: PartialFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    let mean = gradient_of_batch_while::<F, A, I>(params, gradient, fields, workspace, || true, samples)?;
    // Nothing stops it, so there is a mean.
    Ok(mean.unwrap_or_else(Scalar::<F>::zero))
}

/// The same, as long as `go_on` says so, which is asked before each kernel.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn gradient_of_batch_while<F, A, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fields: &Fields<F::Model>,
    workspace: &mut BatchWorkspace<F::Model>,
    mut go_on: impl FnMut() -> bool,
    samples: I,
) -> Result<Option<Scalar<F>>, Error>
where
    F: PartialFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    check_gradient::<F>(gradient)?;
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let (scale, chosen) = (weight(samples.len())?, &fields.chosen());
    let (floats, ix) = workspace.parts();
    let (mut sum, floats) = begin::<F>(gradient, floats);
    let mut goes_on = true;
    for at in 0..F::TILES.len() {
        goes_on = goes_on
            && add_tiles::<F, A>(at, params, &mut sum, floats, ix, &mut samples, scale, chosen, &mut go_on).is_some();
    }
    goes_on = goes_on && add_singles::<F, A>(params, &mut sum, floats, samples, scale, chosen, &mut go_on).is_some();
    let value = sum.finish();
    Ok(goes_on.then_some(value))
}

/// Adds tiles of one size, as many as the samples fill; or nothing more, once `go_on` says no.
#[allow(clippy::too_many_arguments, reason = "each is a slice of its own")]
pub(super) fn add_tiles<F, A>(
    at: usize,
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    ix: &mut [i64],
    samples: &mut impl ExactSizeIterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
    chosen: &Chosen<'_>,
    go_on: &mut impl FnMut() -> bool,
) -> Option<()>
where
    F: PartialFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let tile = &F::TILES[at];
    while samples.len() >= tile.least {
        let (w, x) = floats.split_at_mut(tile.gradient.floats);
        fill::<F, A>(samples, tile.samples, x, ix, scale);
        sum.blocks.tile(sum.gradient);
        let one = Scalar::<F>::one();
        sum.total.add(F::tile_gradient_of(at, params, sum.gradient, w, one, chosen, go_on, x, ix)?);
    }
    Some(())
}

/// Adds samples one by one; or nothing more, once `go_on` says no.
pub(super) fn add_singles<F, A>(
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    samples: impl Iterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
    chosen: &Chosen<'_>,
    go_on: &mut impl FnMut() -> bool,
) -> Option<()>
where
    F: PartialFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    for sample in samples {
        // Where there are no tiles, samples are as many.
        if F::TILES.is_empty() {
            sum.blocks.tile(sum.gradient);
        }
        let inputs = A::list(sample.parts());
        sum.total.add(F::gradient_of(params, sum.gradient, floats, scale, chosen, go_on, inputs)? * scale);
    }
    Some(())
}
