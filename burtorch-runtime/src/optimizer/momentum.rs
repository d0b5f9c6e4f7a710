//! Gradient descent with momentum.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// ```text
/// v     = momentum · v + gradient
/// param = param − rate · v
/// ```
///
/// PyTorch's `SGD` with `momentum` and without dampening. It remembers one number per parameter, `v`, which is zero
/// before the first step.
///
/// ```
/// use burtorch_runtime::optimizer::{Momentum, Optimizer};
///
/// let mut params = [1.0];
/// let mut momentum = Momentum::new(0.5, 0.5, [0.0; Momentum::SLOTS]);
/// momentum.update(&mut params, &[1.0])?;
/// assert_eq!((params, momentum.state), ([0.5], [1.0]));
/// momentum.update(&mut params, &[1.0])?;
/// assert_eq!((params, momentum.state), ([-0.25], [1.5]));
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `v` is left after a step.
    pub momentum: f64,
    /// `v` of each parameter.
    pub state: B,
}

impl Momentum<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 1;
}

impl<B> Momentum<B> {
    /// Momentum in a buffer of one number per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, momentum: f64, state: B) -> Self {
        Momentum { rate, momentum, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for Momentum<B> {
    type Update = MomentumUpdate<T>;

    fn begin(&mut self) -> (MomentumUpdate<T>, &mut [T]) {
        (MomentumUpdate { rate: cast(self.rate), momentum: cast(self.momentum) }, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`Momentum`].
#[derive(Clone, Copy, Debug)]
pub struct MomentumUpdate<T> {
    rate: T,
    momentum: T,
}

impl<T: Float> Update<T> for MomentumUpdate<T> {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [v]: [T; 1]) -> (T, [T; 1]) {
        let v = self.momentum * v + gradient;
        (param - self.rate * v, [v])
    }
}
