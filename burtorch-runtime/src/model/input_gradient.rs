//! The drivers for gradients with respect to arguments, which a function names in `#[wrt(…)]`.
//!
//! A program leaves them in the workspace, from where they are copied to the caller's tensors. In a tile, each number of an
//! argument has a row with one place for each sample.

use num_traits::{Float, One};

use super::batch::{Sum, begin, checked_samples, fill, weight};
use super::function::{NumberFunction, References, Scalar};
use super::inputs::{ArgumentTuple, Input};
use super::single::{check_gradient, check_inputs, check_params};
use super::{Error, SampleOf, check_length};
use crate::buffer::{Nested, flat_mut};
use crate::{BatchWorkspace, Workspace};

/// A program that also computes gradients with respect to arguments: how many floats of the workspace it uses, and where in these it
/// leaves the gradient of each.
#[derive(Clone, Copy, Debug)]
pub struct InputProgram {
    /// How many floats of the workspace it uses. The inputs of a tile come behind these.
    pub floats: usize,
    /// Where the gradient with respect to each argument starts.
    pub places: &'static [usize],
}

/// A function whose gradient with respect to some of its arguments is asked for.
pub trait InputFunction: NumberFunction {
    /// What the caller's tensors are called.
    const NAMES: &'static [&'static str];
    /// The program for one sample, then one for each of [`TILES`](NumberFunction::TILES).
    const PROGRAMS: &'static [InputProgram];

    /// The value; adds `seed` times the gradient to `g`, and leaves `seed` times those with respect to arguments in `w`.
    fn input_gradient(
        p: &[Scalar<Self>],
        g: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        inputs: References<'_, Self>,
    ) -> Scalar<Self>;

    /// [`input_gradient`](Self::input_gradient) of a tile of samples.
    fn tile_input_gradient(
        _tile: usize,
        _p: &[Scalar<Self>],
        _g: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Scalar<Self> {
        unreachable!("drivers run the programs that a function's table of tiles names")
    }
}

/// The caller's tensors for the gradients with respect to arguments, as nested pairs: of each argument a slice with one for each
/// sample.
pub trait InputGradients<S> {
    /// # Errors
    /// If one of the slices has not as many tensors as there are samples.
    fn check(&self, names: &[&'static str], samples: usize) -> Result<(), Error>;

    /// Copies the gradients of the samples from `first` on out of a tile that holds `filled` of them.
    fn store(&mut self, w: &[S], places: &[usize], first: usize, tile: usize, filled: usize);
}

impl<S> InputGradients<S> for () {
    fn check(&self, _: &[&'static str], _: usize) -> Result<(), Error> {
        Ok(())
    }

    fn store(&mut self, _: &[S], _: &[usize], _: usize, _: usize, _: usize) {}
}

impl<S: Float, A: Input<Element = S> + Nested<S>, L: InputGradients<S>> InputGradients<S> for (&mut [A], L) {
    fn check(&self, names: &[&'static str], samples: usize) -> Result<(), Error> {
        check_length(names[0], self.0.len(), samples)?;
        self.1.check(&names[1..], samples)
    }

    fn store(&mut self, w: &[S], places: &[usize], first: usize, tile: usize, filled: usize) {
        let rows = &w[places[0]..];
        for (at, tensor) in self.0[first..first + filled].iter_mut().enumerate() {
            // The copies of the last sample, which fill the tile up, have their shares of its weight.
            let end = if at + 1 == filled { tile } else { at + 1 };
            for (number, row) in flat_mut(tensor).iter_mut().zip(rows.chunks_exact(tile)) {
                *number = row[at + 1..end].iter().fold(row[at], |sum, share| sum + *share);
            }
        }
        self.1.store(w, &places[1..], first, tile, filled);
    }
}

/// The value of a function; adds its gradient to `gradient`, and writes those with respect to arguments.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, or an index is out of range.
#[inline]
pub fn input_gradient<F: InputFunction, L: InputGradients<Scalar<F>>>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    mut tensors: L,
    workspace: &mut Workspace<F::Model>,
    inputs: References<'_, F>,
) -> Result<Scalar<F>, Error> {
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_inputs::<F>(inputs)?;
    let w = workspace.floats();
    let value = F::input_gradient(params, gradient, w, Scalar::<F>::one(), inputs);
    tensors.store(w, F::PROGRAMS[0].places, 0, 1, 1);
    Ok(value)
}

/// The mean of a function over samples; adds its gradient to `gradient`, and writes those of the mean with respect to the arguments of
/// each sample.
///
/// # Errors
/// If `params`, `gradient` or one of the slices of tensors has the wrong length, an index is out of range, or there are no samples.
pub fn input_gradient_batch<F, A, L, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    mut tensors: L,
    workspace: &mut BatchWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: InputFunction,
    A: ArgumentTuple<List = F::Inputs>,
    L: InputGradients<Scalar<F>>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone>,
{
    check_gradient::<F>(gradient)?;
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    tensors.check(F::NAMES, samples.len())?;
    let scale = weight(samples.len())?;
    let (floats, ix) = workspace.parts();
    let (mut sum, floats) = begin::<F>(gradient, floats);
    let mut first = 0;
    let store = &mut |w: &[Scalar<F>], places: &[usize], first, tile, filled| {
        tensors.store(w, places, first, tile, filled);
    };
    for at in 0..F::TILES.len() {
        add_tiles::<F, A>(at, params, &mut sum, floats, ix, &mut samples, scale, &mut first, store);
    }
    add_singles::<F, A>(params, &mut sum, floats, samples, scale, first, store);
    Ok(sum.finish())
}

/// Where the gradients of a tile go: given the workspace, the places in it, the first sample, and how many samples have room and are
/// there.
type Store<'s, F> = &'s mut dyn FnMut(&[Scalar<F>], &[usize], usize, usize, usize);

/// Adds tiles of one size, as many as the samples fill, of which the next is number `first`.
#[allow(clippy::too_many_arguments, reason = "each is a slice of its own")]
pub(super) fn add_tiles<F, A>(
    at: usize,
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    ix: &mut [i64],
    samples: &mut impl ExactSizeIterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
    first: &mut usize,
    store: Store<'_, F>,
) where
    F: InputFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let (tile, program) = (&F::TILES[at], &F::PROGRAMS[at + 1]);
    while samples.len() >= tile.least {
        let filled = samples.len().min(tile.samples);
        let (w, x) = floats.split_at_mut(program.floats);
        fill::<F, A>(samples, tile.samples, x, ix, scale);
        sum.blocks.tile(sum.gradient);
        sum.total.add(F::tile_input_gradient(at, params, sum.gradient, w, Scalar::<F>::one(), x, ix));
        store(w, program.places, *first, tile.samples, filled);
        *first += filled;
    }
}

/// Adds samples one by one, of which the next is number `first`.
pub(super) fn add_singles<F, A>(
    params: &[Scalar<F>],
    sum: &mut Sum<'_, Scalar<F>>,
    floats: &mut [Scalar<F>],
    samples: impl Iterator<Item: SampleOf<A>>,
    scale: Scalar<F>,
    first: usize,
    store: Store<'_, F>,
) where
    F: InputFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    for (at, sample) in samples.enumerate() {
        // Where there are no tiles, samples are as many.
        if F::TILES.is_empty() {
            sum.blocks.tile(sum.gradient);
        }
        let inputs = A::list(sample.parts());
        sum.total.add(F::input_gradient(params, sum.gradient, floats, scale, inputs) * scale);
        store(floats, F::PROGRAMS[0].places, first + at, 1, 1);
    }
}
