//! Some of the parameters of a model, chosen by their names, and the drivers for the gradient of these alone.

use core::fmt;
use core::marker::PhantomData;

use num_traits::{One, Zero};

use super::batch::{begin, checked_samples, fill, weight};
use super::function::{NumberFunction, References, Scalar};
use super::inputs::ArgumentTuple;
use super::single::{check_gradient, check_inputs, check_params};
use super::{Error, Model, SampleOf};
use crate::{BatchWorkspace, Workspace};

/// The most tensors of parameters of a model of which some can be chosen.
const TENSORS: usize = 1024;

/// Which tensors of parameters are chosen, a bit for each in the order of [`Model::PARAMETERS`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chosen([u64; TENSORS / 64]);

impl Chosen {
    /// Whether this one is.
    #[inline]
    #[must_use]
    pub fn has(&self, tensor: usize) -> bool {
        self.0[tensor / 64] >> (tensor % 64) & 1 == 1
    }

    /// Whether one of these is.
    #[inline]
    #[must_use]
    pub fn any(&self, tensors: &[u64]) -> bool {
        tensors.iter().zip(&self.0).any(|(some, chosen)| some & chosen != 0)
    }

    /// The first iteration of a loop for which `has` is true, or the number of iterations.
    #[inline]
    #[must_use]
    pub fn first(&self, count: usize, has: impl Fn(&Self, usize) -> bool) -> usize {
        (0..count).find(|&at| has(self, at)).unwrap_or(count)
    }
}

/// Some of the parameters of a model, by their names: what `loss_grad_of` is asked for.
///
/// A name is that of a parameter, as [`Model::PARAMETERS`] has it, `blocks.0.norm1.gain`, or what such a name begins with up to a
/// point: `blocks.0` is a layer, `blocks` all of an array. The empty name is all of the model.
pub struct Fields<M> {
    chosen: Chosen,
    model: PhantomData<fn() -> M>,
}

impl<M: Model> Fields<M> {
    /// The parameters with these names.
    ///
    /// # Errors
    /// If one of the names is none of the model's.
    ///
    /// # Panics
    /// If the model has more than 1,024 tensors of parameters. One with a function that is `#[partial]` has not.
    pub fn new(names: &[&str]) -> Result<Self, Error> {
        assert!(M::PARAMETERS.len() <= TENSORS, "a model of at most {TENSORS} tensors of parameters");
        let mut chosen = Chosen([0; TENSORS / 64]);
        for (position, name) in names.iter().enumerate() {
            let mut known = name.is_empty();
            for (at, parameter) in M::PARAMETERS.iter().enumerate() {
                let rest = parameter.name.strip_prefix(name);
                if name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
                    chosen.0[at / 64] |= 1 << (at % 64);
                    known = true;
                }
            }
            if !known {
                return Err(Error::Field { position });
            }
        }
        Ok(Self { chosen, model: PhantomData })
    }

    /// Whether the parameter at this place of [`Model::PARAMETERS`] is one of them.
    #[must_use]
    pub fn has(&self, parameter: usize) -> bool {
        parameter < TENSORS && self.chosen.has(parameter)
    }
}

impl<M> Clone for Fields<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Fields<M> {}

impl<M: Model> fmt::Debug for Fields<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names =
            M::PARAMETERS.iter().enumerate().filter(|(at, _)| self.has(*at)).map(|(_, parameter)| parameter.name);
        f.debug_set().entries(names).finish()
    }
}

/// A function of which the gradient of some parameters alone is asked for.
pub trait PartialFunction: NumberFunction {
    /// The value; adds `seed` times the gradient of the chosen parameters to `g`.
    fn gradient_of(
        p: &[Scalar<Self>],
        g: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        c: &Chosen,
        inputs: References<'_, Self>,
    ) -> Scalar<Self>;

    /// [`gradient_of`](Self::gradient_of) of a tile of samples.
    #[allow(clippy::too_many_arguments, reason = "each is a slice of its own")]
    fn tile_gradient_of(
        _tile: usize,
        _p: &[Scalar<Self>],
        _g: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _c: &Chosen,
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Scalar<Self> {
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
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_inputs::<F>(inputs)?;
    let one = Scalar::<F>::one();
    Ok(F::gradient_of(params, gradient, workspace.floats(), one, &fields.chosen, inputs))
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

/// The mean of a function over samples; adds the gradient of some parameters to `gradient`. Before each tile, and before each sample
/// that is computed by itself, `go_on` is asked: if it says no, there is no mean, and `gradient` has what was added until then.
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
    let (scale, one) = (weight(samples.len())?, Scalar::<F>::one());
    let (floats, ix) = workspace.parts();
    let (mut sum, floats) = begin::<F>(gradient, floats);
    let mut goes_on = true;
    for (at, tile) in F::TILES.iter().enumerate() {
        while goes_on && samples.len() >= tile.least {
            goes_on = go_on();
            if goes_on {
                let (w, x) = floats.split_at_mut(tile.gradient.floats);
                fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
                sum.blocks.tile(sum.gradient);
                sum.total.add(F::tile_gradient_of(at, params, sum.gradient, w, one, &fields.chosen, x, ix));
            }
        }
    }
    for sample in samples {
        goes_on = goes_on && go_on();
        if !goes_on {
            break;
        }
        // Where there are no tiles, samples are as many.
        if F::TILES.is_empty() {
            sum.blocks.tile(sum.gradient);
        }
        let inputs = A::list(sample.parts());
        sum.total.add(F::gradient_of(params, sum.gradient, floats, scale, &fields.chosen, inputs) * scale);
    }
    let value = sum.finish();
    Ok(goes_on.then_some(value))
}
