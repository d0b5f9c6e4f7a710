//! What `graph! { … }` says of a model, and what its functions share.

mod batch;
mod check;
mod error;
mod fields;
mod function;
mod fused;
mod input_gradient;
mod inputs;
mod loss;
#[cfg(feature = "parallel")]
mod parallel_workspace;
mod partial;
mod sample;
mod single;
mod summary;
#[cfg(feature = "parallel")]
mod threads;
mod tile;
#[cfg(feature = "parallel")]
mod tile_scheduler;
mod total;

use num_traits::Float;

pub use check::{check_indices, check_length};
pub use error::Error;
pub use fields::{Coordinates, Fields};
pub use loss::Loss;
#[cfg(feature = "parallel")]
pub use parallel_workspace::ParallelWorkspace;
#[doc(hidden)]
pub use sample::AnyArguments;
pub use sample::{Arguments, SampleOf};
pub use summary::Summary;
pub(crate) use tile::{fill_up, weigh};
pub(crate) use total::{Blocks, Total};

/// What generated code names: the traits that it implements, and the drivers that it calls.
#[doc(hidden)]
pub mod driver {
    pub use super::batch::{gradient_batch, tensor_batch, value_batch};
    pub use super::fields::Chosen;
    pub use super::function::{ModelFunction, NumberFunction, References, TensorFunction, Tile, TileProgram, slices};
    pub use super::fused::{sgd_batch, step_batch};
    pub use super::input_gradient::{InputFunction, InputProgram, input_gradient, input_gradient_batch};
    pub use super::inputs::Bounds;
    pub use super::partial::{
        PartialFunction, gradient_at, gradient_of, gradient_of_batch, gradient_of_batch_while, gradient_of_while,
    };
    pub use super::single::{gradient, sgd, step, value};
    #[cfg(feature = "parallel")]
    pub use super::threads::{
        gradient_of_parallel_while, gradient_parallel, input_gradient_parallel, sgd_parallel, step_parallel,
        value_parallel,
    };
}

use crate::buffer::Buffer;
pub use crate::buffer::WorkspaceBuffers;
use crate::workers::WorkerFloat;
use crate::{Init, Rng};

/// A model: sizes and parameters, for code that works with any.
///
/// `graph!` implements it. The functions of the model itself are associated functions of its type.
///
/// What is trained by a gradient from elsewhere, such as that of a `#[differentiable]` function, implements it by hand. Then
/// files and training know its parameters:
///
/// ```
/// use burtorch_runtime::model::{Parameter, Slot};
/// use burtorch_runtime::{Init, Model, Rng};
///
/// /// `amplitude · e^(−decay t)`
/// struct Decay;
///
/// impl Model for Decay {
///     type Scalar = f64;
///     // It needs no workspace.
///     type Floats = [f64; 0];
///     type TileFloats = [f64; 0];
///     type TileIndices = [i64; 0];
///
///     const PARAMS: usize = 2;
///     const PARAMETERS: &'static [Parameter] = &[
///         Parameter { name: "amplitude", slot: Slot { offset: 0, shape: &[], init: Init::Ones, fan: None }, frozen: false },
///         Parameter { name: "decay", slot: Slot { offset: 1, shape: &[], init: Init::Zeros, fan: None }, frozen: false },
///     ];
/// }
///
/// let mut params = [f64::NAN; Decay::PARAMS];
/// Decay::init(&mut params, &mut Rng::seed(1))?;
/// assert_eq!(params, [1.0, 0.0]);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
pub trait Model {
    /// `f32` or `f64`.
    type Scalar: WorkerFloat;
    /// What a [`Workspace`](crate::Workspace) holds: an array.
    type Floats: Buffer<Self::Scalar>;
    /// What a [`BatchWorkspace`](crate::BatchWorkspace) holds: an array of numbers.
    type TileFloats: Buffer<Self::Scalar>;
    /// The second array that a [`BatchWorkspace`](crate::BatchWorkspace) holds: indices.
    type TileIndices: Buffer<i64>;

    /// How many parameters it has.
    const PARAMS: usize;
    /// Its parameters, in the order in which they lie in the buffer.
    const PARAMETERS: &'static [Parameter];

    /// Gives every parameter its first values, which depend on the generator alone.
    ///
    /// # Errors
    /// If `params` does not have [`PARAMS`](Self::PARAMS) elements, or a parameter does not lie in it.
    fn init(params: &mut [Self::Scalar], rng: &mut Rng) -> Result<(), Error> {
        check_length("params", params.len(), Self::PARAMS)?;
        for parameter in Self::PARAMETERS {
            parameter.slot.fill(params, rng)?;
        }
        Ok(())
    }

    /// Its parameters and the memory that it takes, as a table: `println!("{}", Net::summary())`.
    #[must_use]
    fn summary() -> Summary {
        Summary::of::<Self>()
    }
}

/// Workspaces know the buffers of a model and nothing else of it.
impl<M: Model> WorkspaceBuffers for M {
    type Scalar = M::Scalar;
    type Floats = M::Floats;
    type TileFloats = M::TileFloats;
    type TileIndices = M::TileIndices;
}

/// A parameter of a model: its place in the buffer, and how it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Where it is in the model: `blocks.0.norm1.gain`.
    pub name: &'static str,
    /// Its place, its shape and its initialiser.
    pub slot: Slot,
    /// Whether it stays as it is: its gradient is not computed.
    pub frozen: bool,
}

/// A parameter without its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Where it starts in the parameter buffer.
    pub offset: usize,
    /// The lengths of its axes, outermost first. It is stored row by row.
    pub shape: &'static [usize],
    /// How it gets its first values.
    pub init: Init,
    /// The number of inputs that the initialiser is told of, if it is not the shape's own.
    pub fan: Option<usize>,
}

impl Slot {
    /// How many numbers it is.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Gives it its first values.
    ///
    /// # Errors
    /// If it does not lie in `params`: a table that was written by hand is wrong.
    fn fill<T: Float>(&self, params: &mut [T], rng: &mut Rng) -> Result<(), Error> {
        let found = params.len();
        let values = params.get_mut(self.offset..).and_then(|values| values.get_mut(..self.len()));
        let expected = self.offset.saturating_add(self.len());
        let values = values.ok_or(Error::Length { argument: "params", expected, found })?;
        self.init.draw(rng, self.shape, self.fan, values);
        Ok(())
    }

    /// Whether it is nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Gives every parameter its first values.
///
/// # Errors
/// If `params` has another length than the model.
pub fn initialise<T: Float>(slots: &[Slot], params: &mut [T], count: usize, rng: &mut Rng) -> Result<(), Error> {
    check_length("params", params.len(), count)?;
    for slot in slots {
        slot.fill(params, rng)?;
    }
    Ok(())
}

/// `params -= rate · gradient`
#[inline]
pub fn descend<T: Float>(params: &mut [T], gradient: &[T], rate: T) {
    for (param, slope) in params.iter_mut().zip(gradient) {
        *param = *param - rate * *slope;
    }
}
