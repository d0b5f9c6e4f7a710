//! What `graph!` generates for a function of a model: programs, whose arguments the drivers have checked.
//!
//! A program is a list of kernels over flat slices: `p` the parameters, `g` the gradient, `w` the workspace, and the inputs.
//! All that is the same for every function is in the drivers: [`single`](super::single) for one sample, [`batch`](super::batch)
//! for batches, [`fused`](super::fused) for training steps, [`threads`](super::threads) for several threads.

use core::ops::Range;

use num_traits::{One, Zero};

use super::inputs::{Bounds, InputList, Inputs};
use super::{Model, descend};
#[cfg(feature = "parallel")]
use crate::kernel::Team;
use crate::optimizer::{Step, Update, update_ranges};

/// The numbers that the model of a function computes with.
pub type Scalar<F> = <<F as ModelFunction>::Model as Model>::Scalar;
/// References to the arguments of a function.
pub type References<'a, F> = <<F as ModelFunction>::Inputs as InputList>::References<'a>;
/// The numbers of each argument of a function.
pub type Slices<'a, F> = <<F as ModelFunction>::Inputs as InputList>::Slices<'a>;

/// The numbers of each argument of a sample. Programs take references and call this, since two references are passed in registers
/// and two slices are not.
#[inline(always)]
#[allow(clippy::inline_always, reason = "lengths that are known here are known to the optimizer")]
pub fn slices<F: ModelFunction>(inputs: References<'_, F>) -> Slices<'_, F> {
    F::Inputs::slices(inputs)
}

/// A function of a model, for one sample.
pub trait ModelFunction: Sized {
    /// The model.
    type Model: Model;
    /// The arguments, as a list.
    type Inputs: Inputs<Scalar<Self>>;
    /// A number, a reference to a tensor in the workspace, or a tuple of these.
    type Output<'w>;
    /// The bounds of each argument.
    const BOUNDS: &'static [Bounds];

    /// The value.
    fn value<'w>(p: &[Scalar<Self>], w: &'w mut [Scalar<Self>], inputs: References<'_, Self>) -> Self::Output<'w>;
}

/// A program for several samples side by side: what a driver must know to run it.
#[derive(Clone, Copy, Debug)]
pub struct TileProgram {
    /// How many floats of the workspace it uses. The inputs of the tile come behind these.
    pub floats: usize,
    /// Whether threads can share its kernels: whether it has a version that takes a team.
    pub splits: bool,
}

/// The programs for one number of samples side by side.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// How many samples there are.
    pub samples: usize,
    /// From so many samples on, a tile that is filled up with copies takes less time than smaller tiles.
    pub least: usize,
    /// The weighted sum of the values.
    pub value: TileProgram,
    /// The sum, and its gradient.
    pub gradient: TileProgram,
    /// The sum, and a step of gradient descent without a gradient in between, where that is possible.
    pub step: Option<TileProgram>,
}

/// A function whose result is a number: it has a gradient.
///
/// `tile` is an index into [`TILES`](Self::TILES). The inputs of a tile are `x`, floats and behind them the weights of the samples,
/// and `ix`, integers: see `Inputs::load`. A function without batches has no tiles, so its programs for tiles are never called.
pub trait NumberFunction: for<'w> ModelFunction<Output<'w> = Scalar<Self>> {
    /// How many floats of the workspace the gradient uses.
    const FLOATS: usize;
    /// The parameters that get a gradient.
    const TRAINED: &'static [Range<usize>];
    /// The numbers of samples that are computed side by side, the largest first.
    const TILES: &'static [Tile] = &[];

    /// The value; adds `seed` times the gradient to `g`.
    fn gradient(
        p: &[Scalar<Self>],
        g: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        inputs: References<'_, Self>,
    ) -> Scalar<Self>;

    /// The value; adds `seed` times the gradient to the parameters. If they cannot be changed while they are used, the gradient
    /// is in the workspace, behind what is computed.
    #[inline]
    fn descend(
        p: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        inputs: References<'_, Self>,
    ) -> Scalar<Self> {
        let (g, w) = gradient_in::<Self>(w);
        let value = Self::gradient(p, g, w, Scalar::<Self>::one(), inputs);
        descend(p, g, -seed);
        value
    }

    /// The value; takes a step of an optimizer. If parameters cannot be changed while they are used, the gradient is in the
    /// workspace, behind what is computed.
    #[inline]
    fn update<U: Update<Scalar<Self>>>(
        p: &mut [Scalar<Self>],
        w: &mut [Scalar<Self>],
        seed: Scalar<Self>,
        u: Step<'_, Scalar<Self>, U>,
        inputs: References<'_, Self>,
    ) -> Scalar<Self> {
        let (g, w) = gradient_in::<Self>(w);
        let value = Self::gradient(p, g, w, seed, inputs);
        update_ranges(u, p, g, Self::TRAINED);
        value
    }

    /// The weighted sum of the values of a tile.
    fn tile_value(
        _tile: usize,
        _p: &[Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Scalar<Self> {
        no_tile()
    }

    /// The sum; adds `seed` times its gradient to `g`.
    fn tile_gradient(
        _tile: usize,
        _p: &[Scalar<Self>],
        _g: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Scalar<Self> {
        no_tile()
    }

    /// The sum; adds `seed` times its gradient to the parameters. Tiles without a [`step`](Tile::step) do not have it.
    fn tile_descend(
        _tile: usize,
        _p: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _x: &[Scalar<Self>],
        _ix: &[i64],
    ) -> Scalar<Self> {
        no_tile()
    }

    /// [`tile_value`](Self::tile_value) by all threads, which share large kernels.
    #[cfg(feature = "parallel")]
    fn split_value(
        _tile: usize,
        _p: &[Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _x: &[Scalar<Self>],
        _ix: &[i64],
        _team: &mut Team,
    ) -> Scalar<Self> {
        no_tile()
    }

    /// [`tile_gradient`](Self::tile_gradient) by all threads, which share large kernels.
    #[cfg(feature = "parallel")]
    #[allow(clippy::too_many_arguments, reason = "each is a slice of its own")]
    fn split_gradient(
        _tile: usize,
        _p: &[Scalar<Self>],
        _g: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _x: &[Scalar<Self>],
        _ix: &[i64],
        _team: &mut Team,
    ) -> Scalar<Self> {
        no_tile()
    }

    /// [`tile_descend`](Self::tile_descend) by all threads, which share large kernels.
    #[cfg(feature = "parallel")]
    fn split_descend(
        _tile: usize,
        _p: &mut [Scalar<Self>],
        _w: &mut [Scalar<Self>],
        _seed: Scalar<Self>,
        _x: &[Scalar<Self>],
        _ix: &[i64],
        _team: &mut Team,
    ) -> Scalar<Self> {
        no_tile()
    }
}

/// The result of a program that [`NumberFunction::TILES`] does not name.
#[cold]
fn no_tile<T>() -> T {
    unreachable!("drivers run the programs that a function's table of tiles names")
}

/// A gradient of zeros in the workspace, behind what the gradient's program computes; and the workspace before it.
fn gradient_in<F: NumberFunction>(w: &mut [Scalar<F>]) -> (&mut [Scalar<F>], &mut [Scalar<F>]) {
    let (w, g) = w.split_at_mut(F::FLOATS);
    let g = &mut g[..F::Model::PARAMS];
    g.fill(Scalar::<F>::zero());
    (g, w)
}

/// A function whose result is one tensor, with a form for batches.
pub trait TensorFunction: ModelFunction {
    /// How many samples are computed side by side.
    const SAMPLES: usize;
    /// From so many samples on, a tile that is filled up with copies takes less time than single samples.
    const LEAST: usize;
    /// How many floats of the workspace a tile uses. Its inputs come behind these.
    const FLOATS: usize;

    /// The results of a tile: of each number of the tensor a row with one place for each sample.
    fn tile_value<'w>(
        p: &[Scalar<Self>],
        w: &'w mut [Scalar<Self>],
        x: &[Scalar<Self>],
        ix: &[i64],
    ) -> &'w [Scalar<Self>];
}
