//! Adam with decoupled weight decay.

use num_traits::Float;

use super::{Adam, AdamUpdate, Optimizer, Update, cast};

/// With β₁ and β₂ the two `betas`, in step `t` = 1, 2…:
///
/// ```text
/// m     = β₁ · m + (1 − β₁) · gradient
/// v     = β₂ · v + (1 − β₂) · gradient²
/// param = param · (1 − rate · decay) − rate · m / (1 − β₁ᵗ) / (√(v / (1 − β₂ᵗ)) + epsilon)
/// ```
///
/// PyTorch's `AdamW`, with its defaults: [`Adam`], but that parameters shrink, whatever their gradients are. It
/// remembers two numbers per parameter, `m` and `v`, which are zero before the first step, and counts the steps. To
/// decay some parameters and not others, take `Adam` and `Decay`. A fused step leaves frozen parameters alone;
/// [`update`] does not know of them, and lets them decay.
///
/// [`update`]: Optimizer::update
///
/// ```
/// use burtorch_runtime::optimizer::{AdamW, Optimizer};
///
/// let mut params = [1.0_f64, 1.0];
/// let mut adamw = AdamW { decay: 0.1, ..AdamW::new(0.01, [0.0; AdamW::SLOTS * 2]) };
/// adamw.update(&mut params, &[5.0, 0.0])?;
/// assert!((params[0] - (0.999 - 0.01)).abs() < 1e-8 && (params[1] - 0.999).abs() < 1e-12);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Loshchilov and Hutter, [Decoupled Weight Decay Regularization](https://arxiv.org/abs/1711.05101).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `m` and of `v` is left after a step; 0.9 and 0.999.
    pub betas: (f64, f64),
    /// What is added to the root of `v`; 1e-8.
    pub epsilon: f64,
    /// How much a parameter shrinks, times the rate; 0.01.
    pub decay: f64,
    /// How many steps were taken.
    pub steps: u64,
    /// `m` of each parameter, then `v` of each.
    pub state: B,
}

impl AdamW<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 2;
}

impl<B> AdamW<B> {
    /// `AdamW` in a buffer of two numbers per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        AdamW { rate, betas: (0.9, 0.999), epsilon: 1e-8, decay: 0.01, steps: 0, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for AdamW<B> {
    type Update = AdamWUpdate<T>;

    fn begin(&mut self) -> (AdamWUpdate<T>, &mut [T]) {
        let &mut AdamW { rate, betas, epsilon, decay, steps, .. } = self;
        let mut adam = Adam { rate, betas, epsilon, steps, state: self.state.as_mut() };
        let update = AdamWUpdate { keep: cast(1.0 - rate * decay), adam: adam.begin().0 };
        self.steps = adam.steps;
        (update, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`AdamW`].
#[derive(Clone, Copy, Debug)]
pub struct AdamWUpdate<T> {
    /// `1 − rate · decay`
    keep: T,
    adam: AdamUpdate<T>,
}

impl<T: Float> Update<T> for AdamWUpdate<T> {
    type State = [T; 2];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, state: [T; 2]) -> (T, [T; 2]) {
        self.adam.apply(self.keep * param, gradient, state)
    }
}
