//! What all optimizers have in common: a step, given a function that evaluates loss and gradient.

use num_traits::Float;

use super::{AdaGrad, Adam, AdamW, Lion, Momentum, Nesterov, Optimizer, RmsProp, Sgd, check_state};
use crate::Error;
use crate::model::check_length;

/// An optimizer that evaluates the loss itself, as often as it needs.
///
/// It is for code that works with any optimizer. Those that are an [`Optimizer`] evaluate once per step. Those that
/// search, [`Armijo`](super::Armijo) and [`Lbfgs`](super::Lbfgs), try several points.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::optimizer::{Adam, Lbfgs, Minimizer};
///
/// /// The least loss on the way, of a parabola.
/// fn train(mut optimizer: impl Minimizer<f64>) -> Result<f64, Error> {
///     let (mut params, mut gradient) = ([3.0, -2.0], [0.0; 2]);
///     let mut least = f64::INFINITY;
///     for _ in 0..300 {
///         let loss = optimizer.step(&mut params, &mut gradient, |x, slope| {
///             slope.copy_from_slice(&[x[0] - 1.0, 10.0 * x[1]]);
///             Ok::<_, Error>(0.5 * (x[0] - 1.0).powi(2) + 5.0 * x[1].powi(2))
///         })?;
///         least = least.min(loss);
///     }
///     Ok(least)
/// }
///
/// assert!(train(Adam::new(0.1, [0.0; 4]))? < 1e-6);
/// assert!(train(Lbfgs::new(1.0, 5, [0.0; Lbfgs::state_len(5, 2)]))? < 1e-20);
/// # Ok::<(), Error>(())
/// ```
///
/// For an optimizer of your own that is an [`Optimizer`], the body of `step` is a call of [`once`].
pub trait Minimizer<T: Float> {
    /// One step. Returns the loss at the parameters as they came.
    ///
    /// `evaluate` is given parameters and a gradient of zeros. It returns the loss, and writes or adds its gradient; so
    /// it may be a model's `loss_grad_batch`. What is done to a gradient, such as [clipping](super::clip_norm), is
    /// done in there, too. Within one step the same parameters must have the same loss. `gradient` is where all that
    /// happens; afterwards it is the gradient that was evaluated last.
    ///
    /// # Errors
    /// Those of `evaluate`, and if `gradient` or the state does not fit `params`. The parameters are as they were then,
    /// and the step does not count.
    fn step<E: From<Error>>(
        &mut self,
        params: &mut [T],
        gradient: &mut [T],
        evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
    ) -> Result<T, E>;
}

/// The step of an [`Optimizer`]: evaluates once, then updates.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::optimizer::{Adam, Optimizer, once};
///
/// let (mut params, mut gradient) = ([3.0_f32], [0.0]);
/// let mut adam = Adam::new(0.5, [0.0; 2]);
/// let loss = once(&mut adam, &mut params, &mut gradient, |x, slope| {
///     slope[0] = 2.0 * x[0];
///     Ok::<f32, Error>(x[0] * x[0])
/// })?;
/// assert_eq!((loss, params, gradient), (9.0, [2.5], [6.0]));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// Those of `evaluate`, and if `gradient` or the state does not fit `params`. Nothing but `gradient` is changed then.
pub fn once<T: Float, E: From<Error>>(
    optimizer: &mut (impl Optimizer<T> + ?Sized),
    params: &mut [T],
    gradient: &mut [T],
    mut evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
) -> Result<T, E> {
    // Before a loss is computed in vain.
    check_length("gradient", gradient.len(), params.len())?;
    check_state(optimizer, params.len())?;
    gradient.fill(T::zero());
    let loss = evaluate(params, gradient)?;
    optimizer.update(params, gradient)?;
    Ok(loss)
}

// One implementation for all that are `Optimizer<T>` would be in the way of those that are not: another crate might
// implement `Optimizer` of its own number for them.
macro_rules! steps_are_updates {
    ($($name:ident $(<$buffer:ident>)?)*) => {$(
        impl<T: Float $(, $buffer: AsMut<[T]>)?> Minimizer<T> for $name $(<$buffer>)? {
            fn step<E: From<Error>>(
                &mut self,
                params: &mut [T],
                gradient: &mut [T],
                evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
            ) -> Result<T, E> {
                once(self, params, gradient, evaluate)
            }
        }
    )*};
}

steps_are_updates! { Sgd Momentum<B> Nesterov<B> RmsProp<B> AdaGrad<B> Adam<B> AdamW<B> Lion<B> }
