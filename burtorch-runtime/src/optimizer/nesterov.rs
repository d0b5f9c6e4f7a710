//! Gradient descent with Nesterov's momentum.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// ```text
/// v     = momentum · v + gradient
/// param = param − rate · (gradient + momentum · v)
/// ```
///
/// PyTorch's `SGD` with `momentum` and `nesterov=True`. It remembers one number per parameter, `v`, which is zero
/// before the first step.
///
/// ```
/// use burtorch_runtime::optimizer::{Nesterov, Optimizer};
///
/// let mut params = [1.0];
/// let mut nesterov = Nesterov::new(0.5, 0.5, [0.0; Nesterov::SLOTS]);
/// nesterov.update(&mut params, &[1.0])?;
/// assert_eq!((params, nesterov.state), ([0.25], [1.0]));
/// nesterov.update(&mut params, &[1.0])?;
/// assert_eq!((params, nesterov.state), ([-0.625], [1.5]));
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Sutskever et al., [On the importance of initialization and momentum in deep
/// learning](https://proceedings.mlr.press/v28/sutskever13.html), in PyTorch's form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nesterov<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `v` is left after a step.
    pub momentum: f64,
    /// `v` of each parameter.
    pub state: B,
}

impl Nesterov<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 1;
}

impl<B> Nesterov<B> {
    /// Nesterov's momentum in a buffer of one number per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, momentum: f64, state: B) -> Self {
        Nesterov { rate, momentum, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for Nesterov<B> {
    type Update = NesterovUpdate<T>;

    fn begin(&mut self) -> (NesterovUpdate<T>, &mut [T]) {
        (NesterovUpdate { rate: cast(self.rate), momentum: cast(self.momentum) }, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`Nesterov`].
#[derive(Clone, Copy, Debug)]
pub struct NesterovUpdate<T> {
    rate: T,
    momentum: T,
}

impl<T: Float> Update<T> for NesterovUpdate<T> {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [v]: [T; 1]) -> (T, [T; 1]) {
        let v = self.momentum * v + gradient;
        (param - self.rate * (gradient + self.momentum * v), [v])
    }
}
