//! The driver for batches: tile by tile, and the rest one by one.
//!
//! A tile that is not full holds its last sample several times. These copies share its weight, or nobody reads their results.

use num_traits::{NumCast, One};

use super::function::{ModelFunction, NumberFunction, Scalar, TensorFunction};
use super::inputs::{ArgumentTuple, InputList, Inputs};
use super::single::{check_gradient, check_inputs, check_params};
use super::{Blocks, Error, Model, SampleOf, Total, check_length, fill_up, weigh};
use crate::BatchWorkspace;
use crate::buffer::{Nested, flat_mut};

/// Samples, each of which was checked.
///
/// # Errors
/// If `params` has the wrong length, or an index is out of range.
#[inline]
pub(super) fn checked_samples<F, A, I>(params: &[Scalar<F>], samples: I) -> Result<I::IntoIter, Error>
where
    F: ModelFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: Clone>,
{
    check_params::<F>(params)?;
    let samples = samples.into_iter();
    for sample in samples.clone() {
        check_inputs::<F>(A::list(sample.parts()))?;
    }
    Ok(samples)
}

/// What each sample weighs in the mean of so many.
///
/// # Errors
/// If there are none.
#[inline]
pub(super) fn weight<S: NumCast + One + core::ops::Div<Output = S>>(count: usize) -> Result<S, Error> {
    match S::from(count) {
        Some(number) if count > 0 => Ok(S::one() / number),
        _ => Err(Error::Empty),
    }
}

/// Fills a tile with the next samples, each with the weight `scale`.
#[inline(never)]
pub(super) fn fill<F, A>(
    samples: &mut impl Iterator<Item: SampleOf<A>>,
    tile: usize,
    x: &mut [Scalar<F>],
    ix: &mut [i64],
    scale: Scalar<F>,
) where
    F: ModelFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let (floats, indices) = (F::Inputs::FLOATS * tile, F::Inputs::INDICES * tile);
    let (x, weights) = x[..floats + tile].split_at_mut(floats);
    let ix = &mut ix[..indices];
    let mut filled = 0;
    for sample in samples.take(tile) {
        F::Inputs::load(F::Inputs::slices(A::list(sample.parts())), tile, x, ix, (filled, filled));
        filled += 1;
    }
    fill_up(x, tile, filled);
    fill_up(ix, tile, filled);
    weigh(weights, filled, scale);
}

/// The mean of a function over samples.
///
/// # Errors
/// If `params` has the wrong length, an index is out of range, or there are no samples.
pub fn value_batch<F, A, I>(
    params: &[Scalar<F>],
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let scale = weight(samples.len())?;
    let (floats, ix) = workspace.parts();
    let mut total = Total::new();
    for (at, tile) in F::TILES.iter().enumerate() {
        while samples.len() >= tile.least {
            let (w, x) = floats.split_at_mut(tile.value.floats);
            fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
            total.add(F::tile_value(at, params, w, x, ix));
        }
    }
    for sample in samples {
        let inputs = A::list(sample.parts());
        total.add(F::value(params, floats, inputs) * scale);
    }
    Ok(total.value())
}

/// The mean of a function over samples; adds its gradient to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn gradient_batch<F, A, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    check_gradient::<F>(gradient)?;
    let samples = checked_samples::<F, A, I>(params, samples)?;
    let scale = weight(samples.len())?;
    Ok(add_gradient::<F, A>(params, gradient, workspace, samples, scale))
}

/// The mean over checked samples, each of which weighs `scale`; adds its gradient to `gradient`.
pub(super) fn add_gradient<F, A>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    workspace: &mut BatchWorkspace<F::Model>,
    mut samples: impl ExactSizeIterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
) -> Scalar<F>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let (floats, ix) = workspace.parts();
    let (mut sum, floats) = begin::<F>(gradient, floats);
    for at in 0..F::TILES.len() {
        add_tiles::<F, A>(at, params, &mut sum, floats, ix, &mut samples, scale);
    }
    add_singles::<F, A>(params, &mut sum, floats, samples, scale);
    sum.finish()
}

/// The sum of the values and gradients of tiles.
pub(super) struct Sum<'a, S> {
    pub gradient: &'a mut [S],
    pub total: Total<S>,
    pub blocks: Blocks<'a, S>,
}

impl<S: num_traits::Float> Sum<'_, S> {
    /// After the last tile: the sum of the values. The gradient holds that of the gradients.
    #[inline]
    pub fn finish(self) -> S {
        self.blocks.finish(self.gradient);
        self.total.value()
    }
}

/// A sum of nothing yet. It takes the room for sums of gradients from the end of the workspace.
#[inline]
pub(super) fn begin<'a, F: NumberFunction>(
    gradient: &'a mut [Scalar<F>],
    floats: &'a mut [Scalar<F>],
) -> (Sum<'a, Scalar<F>>, &'a mut [Scalar<F>]) {
    let (floats, aside) = floats.split_at_mut(floats.len() - F::Model::PARAMS);
    (Sum { gradient, total: Total::new(), blocks: Blocks::new(aside) }, floats)
}

/// Adds tiles of one size, as many as the samples fill.
#[inline]
pub(super) fn add_tiles<F, A>(
    at: usize,
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    ix: &mut [i64],
    samples: &mut impl ExactSizeIterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
) where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let tile = &F::TILES[at];
    while samples.len() >= tile.least {
        let (w, x) = floats.split_at_mut(tile.gradient.floats);
        fill::<F, A>(samples, tile.samples, x, ix, scale);
        sum.blocks.tile(sum.gradient);
        sum.total.add(F::tile_gradient(at, params, sum.gradient, w, Scalar::<F>::one(), x, ix));
    }
}

/// Adds samples one by one.
#[inline]
pub(super) fn add_singles<F, A>(
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    samples: impl Iterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
) where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    for sample in samples {
        // Where there are no tiles, samples are as many.
        if F::TILES.is_empty() {
            sum.blocks.tile(sum.gradient);
        }
        let inputs = A::list(sample.parts());
        sum.total.add(F::gradient(params, sum.gradient, floats, scale, inputs) * scale);
    }
}

/// A function of each sample, whose result is a tensor, written to `results`.
///
/// # Errors
/// If `params` has the wrong length, an index is out of range, or there are not as many results as samples.
pub fn tensor_batch<F, A, T, I>(
    params: &[Scalar<F>],
    results: &mut [T],
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<(), Error>
where
    F: TensorFunction + for<'w> ModelFunction<Output<'w> = &'w T>,
    A: ArgumentTuple<List = <F as ModelFunction>::Inputs>,
    T: Nested<Scalar<F>> + Copy + 'static,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    check_length("results", results.len(), samples.len())?;
    let (floats, ix) = workspace.parts();
    let mut results = results;
    while results.len() >= F::LEAST {
        let (now, later) = results.split_at_mut(results.len().min(F::SAMPLES));
        results = later;
        let (w, x) = floats.split_at_mut(F::FLOATS);
        // Nothing is summed, so weights do not matter.
        fill::<F, A>(&mut samples, F::SAMPLES, x, ix, Scalar::<F>::one());
        let tile = F::tile_value(params, w, x, ix);
        for (at, result) in now.iter_mut().enumerate() {
            for (number, row) in flat_mut(result).iter_mut().zip(tile.chunks_exact(F::SAMPLES)) {
                *number = row[at];
            }
        }
    }
    for (sample, result) in samples.zip(results) {
        let inputs = A::list(sample.parts());
        *result = *F::value(params, floats, inputs);
    }
    Ok(())
}
