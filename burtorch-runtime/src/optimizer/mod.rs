//! Optimizers: what becomes of a parameter, given its gradient.
//!
//! Most treat all parameters alike, one by one. So a model can update a parameter as soon as its gradient is known and
//! its old value is not needed any more: `Net::loss_step` takes any [`Optimizer`].
//!
//! | | `params` become | numbers per parameter |
//! |---|---|---|
//! | [`Sgd`] | `params − rate · gradient` | 0 |
//! | [`Momentum`] | `params − rate · v`, with `v` a decaying sum of gradients | 1 |
//! | [`Nesterov`] | `params − rate · (gradient + momentum · v)`, with the same `v` | 1 |
//! | [`RmsProp`] | `params − rate · gradient / √v`, with `v` a decaying mean of the square of the gradient | 1 |
//! | [`AdaGrad`] | `params − rate · gradient / √v`, with `v` the sum of the squares of all gradients | 1 |
//! | [`Adam`] | `params − rate · m / √v`, with `m` and `v` decaying means of the gradient and its square | 2 |
//! | [`AdamW`] | the same, of `params · (1 − rate · decay)` | 2 |
//! | [`Lion`] | `params − rate · sign(m)`, with `m` a decaying mean of the gradient | 1 |
//!
//! Two evaluate the loss at several points in a step, and take one where it is smaller. They have no rate to find, and
//! are for losses that are not random: all samples in each step, or large batches.
//!
//! | | `params` become | numbers per parameter |
//! |---|---|---|
//! | [`Armijo`] | `params − t · gradient`, with `t` found by halving | 2, and one more |
//! | [`Lbfgs`] | `params − t · H · gradient`, with `H` an inverse Hessian made of the last steps | 2 per pair, and 3 |
//!
//! [`Minimizer`] is what all of these are, for code that works with any. `Any` is one that is chosen by its name at run
//! time. Around them there are [`Schedule`] for the rate, [`clip_norm`] and [`clip_value`] for gradients, `Decay` for
//! parameters by their names, and [`Average`] for a mean of the parameters. `Any` and `Decay` need the feature `alloc`.
//!
//! What an optimizer remembers of the parameters is one flat buffer that you give to it: first the first number of
//! each parameter, then the second number of each. To save it, write that buffer, and the number of steps if it counts
//! them. Rates and such are `f64`, whatever the model computes in.
//!
//! An optimizer of your own is an [`Update`], the formula for one element, and an [`Optimizer`], which holds the state:
//!
//! ```
//! use burtorch_runtime::optimizer::{Optimizer, Update};
//!
//! /// Steps of one size in the direction of the sign of the gradient.
//! struct Signs { rate: f32 }
//!
//! #[derive(Clone, Copy)]
//! struct Step { rate: f32 }
//!
//! impl Update<f32> for Step {
//!     type State = [f32; 0];
//!
//!     #[inline(always)]
//!     fn apply(self, param: f32, gradient: f32, state: [f32; 0]) -> (f32, [f32; 0]) {
//!         (param - self.rate * gradient.signum(), state)
//!     }
//! }
//!
//! impl Optimizer<f32> for Signs {
//!     type Update = Step;
//!
//!     fn begin(&mut self) -> (Step, &mut [f32]) {
//!         (Step { rate: self.rate }, &mut [])
//!     }
//!
//!     fn state(&mut self) -> &mut [f32] {
//!         &mut []
//!     }
//! }
//!
//! let mut params = [1.0, 1.0];
//! Signs { rate: 0.25 }.update(&mut params, &[3.0, -0.1])?;
//! assert_eq!(params, [0.75, 1.25]);
//! # Ok::<(), burtorch_runtime::Error>(())
//! ```

mod adagrad;
mod adam;
mod adamw;
#[cfg(feature = "alloc")]
mod any;
mod armijo;
mod average;
mod clip;
#[cfg(feature = "alloc")]
mod decay;
mod lbfgs;
mod lion;
mod minimizer;
mod momentum;
mod nesterov;
mod pairs;
mod rmsprop;
mod schedule;
mod search;
mod sgd;
mod step;
pub(crate) mod vector;

use num_traits::Float;

pub use adagrad::{AdaGrad, AdaGradUpdate};
pub use adam::{Adam, AdamUpdate};
pub use adamw::{AdamW, AdamWUpdate};
#[cfg(feature = "alloc")]
pub use any::{Any, AnyError};
pub use armijo::Armijo;
pub use average::Average;
pub use clip::{clip_norm, clip_value};
#[cfg(feature = "alloc")]
pub use decay::{Decay, DecayError};
pub use lbfgs::Lbfgs;
pub use lion::{Lion, LionUpdate};
pub use minimizer::{Minimizer, once};
pub use momentum::{Momentum, MomentumUpdate};
pub use nesterov::{Nesterov, NesterovUpdate};
pub use rmsprop::{RmsProp, RmsPropUpdate};
pub use schedule::{Schedule, ScheduleError};
pub use sgd::{Sgd, SgdUpdate};
pub use step::State;
#[doc(hidden)]
pub use step::{Step, check_state, update_ranges};

use crate::Error;
use crate::model::check_length;

/// An optimizer with what it remembers of the parameters.
pub trait Optimizer<T: Float> {
    /// The formula, with what is the same for all parameters in one step.
    type Update: Update<T>;

    /// Begins the next step: its formula, and the state.
    fn begin(&mut self) -> (Self::Update, &mut [T]);

    /// What it remembers: all first numbers, then all second ones…
    fn state(&mut self) -> &mut [T];

    /// One step for all parameters, those with gradient zero as well.
    ///
    /// # Errors
    /// If `gradient` or the state does not fit `params`. Nothing is changed then.
    fn update(&mut self, params: &mut [T], gradient: &[T]) -> Result<(), Error> {
        let count = params.len();
        check_length("gradient", gradient.len(), count)?;
        check_state(self, count)?;
        let (update, state) = self.begin();
        update_ranges(Step::new(update, state, count), params, gradient, core::slice::from_ref(&(0..count)));
        Ok(())
    }
}

/// What one step makes of an element.
pub trait Update<T>: Copy {
    /// What is remembered of an element: `[T; N]`.
    type State: State<T>;

    /// Whether all it does is `param − rate · gradient`, with the [`rate`](Self::rate) below. Such a step is added to
    /// the parameters term by term, and there never is a gradient.
    const PLAIN: bool = false;

    /// The element and its state after the step. It becomes vector code if it has no calls and no branches that the
    /// compiler cannot turn into choices; mark it `#[inline(always)]`.
    fn apply(self, param: T, gradient: T, state: Self::State) -> (T, Self::State);

    /// The rate of a [plain](Self::PLAIN) update.
    fn rate(self) -> T
    where
        T: Float,
    {
        T::zero()
    }
}

/// A number in the precision of the model.
fn cast<T: Float>(number: f64) -> T {
    T::from(number).unwrap_or_else(T::nan)
}
