//! `AdaGrad`: steps that become smaller where gradients were large.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// ```text
/// v     = v + gradient²
/// param = param − rate · gradient / (√v + epsilon)
/// ```
///
/// PyTorch's `Adagrad`, with its defaults. It remembers one number per parameter, `v`, which is zero before the first
/// step. Steps become smaller where gradients were large, and never larger again.
///
/// ```
/// use burtorch_runtime::optimizer::{AdaGrad, Optimizer};
///
/// let mut params = [1.0_f64];
/// let mut adagrad = AdaGrad::new(0.1, [0.0; AdaGrad::SLOTS]);
/// adagrad.update(&mut params, &[3.0])?;
/// assert!((params[0] - 0.9).abs() < 1e-9);
/// adagrad.update(&mut params, &[4.0])?;
/// assert!((params[0] - (0.9 - 0.1 * 4.0 / 5.0)).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Duchi, Hazan and Singer, [Adaptive Subgradient Methods for Online Learning and Stochastic
/// Optimization](https://jmlr.org/papers/v12/duchi11a.html).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaGrad<B> {
    /// The learning rate.
    pub rate: f64,
    /// What is added to the root of `v`; 1e-10.
    pub epsilon: f64,
    /// `v` of each parameter.
    pub state: B,
}

impl AdaGrad<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 1;
}

impl<B> AdaGrad<B> {
    /// `AdaGrad` in a buffer of one number per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        AdaGrad { rate, epsilon: 1e-10, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for AdaGrad<B> {
    type Update = AdaGradUpdate<T>;

    fn begin(&mut self) -> (AdaGradUpdate<T>, &mut [T]) {
        (AdaGradUpdate { rate: cast(self.rate), epsilon: cast(self.epsilon) }, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`AdaGrad`].
#[derive(Clone, Copy, Debug)]
pub struct AdaGradUpdate<T> {
    rate: T,
    epsilon: T,
}

impl<T: Float> Update<T> for AdaGradUpdate<T> {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [v]: [T; 1]) -> (T, [T; 1]) {
        let v = v + gradient * gradient;
        (param - self.rate * gradient / (v.sqrt() + self.epsilon), [v])
    }
}
