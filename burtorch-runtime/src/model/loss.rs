//! What a training needs of a model.

use super::{Arguments, Error, Model, SampleOf};
use crate::BatchWorkspace;
#[cfg(feature = "parallel")]
use crate::ParallelWorkspace;

/// A model with a function `loss` that returns a number: what a training makes small.
///
/// `graph!` implements it; its functions are the model's own `loss_batch`, `loss_grad_batch` and `loss_sgd_batch`, for
/// code that works with any model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no function `loss` that returns a number",
    label = "what is trained needs one",
    note = "a model of `graph!` has `pub fn loss(&self, x: Tensor<2>, y: f32) -> f32`, or other arguments"
)]
pub trait Loss: Model + Sized {
    /// The arguments of `loss`, as a tuple.
    type Arguments: Arguments;

    /// The mean of the loss over the samples.
    ///
    /// # Errors
    /// If `params` has the wrong length, an index is out of range, or there are no samples.
    fn mean_loss<S: SampleOf<Self::Arguments>>(
        params: &[Self::Scalar],
        workspace: &mut BatchWorkspace<Self>,
        samples: impl ExactSizeIterator<Item = S> + Clone,
    ) -> Result<Self::Scalar, Error>;

    /// The mean loss over samples, whose gradient is added to `gradient`.
    ///
    /// # Errors
    /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
    fn add_gradient<S: SampleOf<Self::Arguments>>(
        params: &[Self::Scalar],
        gradient: &mut [Self::Scalar],
        workspace: &mut BatchWorkspace<Self>,
        samples: impl ExactSizeIterator<Item = S> + Clone,
    ) -> Result<Self::Scalar, Error>;

    /// A step of plain gradient descent; the loss before it.
    ///
    /// # Errors
    /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
    fn descend<S: SampleOf<Self::Arguments>>(
        params: &mut [Self::Scalar],
        gradient: &mut [Self::Scalar],
        rate: Self::Scalar,
        workspace: &mut BatchWorkspace<Self>,
        samples: impl ExactSizeIterator<Item = S> + Clone,
    ) -> Result<Self::Scalar, Error>;

    /// [`add_gradient`](Self::add_gradient) on several threads.
    ///
    /// # Errors
    /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
    #[cfg(feature = "parallel")]
    fn add_gradient_parallel<S: SampleOf<Self::Arguments>>(
        params: &[Self::Scalar],
        gradient: &mut [Self::Scalar],
        workspace: &mut ParallelWorkspace<Self>,
        samples: impl ExactSizeIterator<Item = S> + Clone + Sync,
    ) -> Result<Self::Scalar, Error>;

    /// [`descend`](Self::descend) on several threads.
    ///
    /// # Errors
    /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
    #[cfg(feature = "parallel")]
    fn descend_parallel<S: SampleOf<Self::Arguments>>(
        params: &mut [Self::Scalar],
        gradient: &mut [Self::Scalar],
        rate: Self::Scalar,
        workspace: &mut ParallelWorkspace<Self>,
        samples: impl ExactSizeIterator<Item = S> + Clone + Sync,
    ) -> Result<Self::Scalar, Error>;
}
