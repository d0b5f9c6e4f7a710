//! Adam.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// With β₁ and β₂ the two `betas`, in step `t` = 1, 2…:
///
/// ```text
/// m     = β₁ · m + (1 − β₁) · gradient
/// v     = β₂ · v + (1 − β₂) · gradient²
/// param = param − rate · m / (1 − β₁ᵗ) / (√(v / (1 − β₂ᵗ)) + epsilon)
/// ```
///
/// PyTorch's `Adam`, with its defaults. It remembers two numbers per parameter, `m` and `v`, which are zero before the
/// first step, and counts the steps.
///
/// ```
/// use burtorch_runtime::optimizer::{Adam, Optimizer};
///
/// let mut params = [1.0_f64, 1.0];
/// let mut adam = Adam::new(0.001, [0.0; Adam::SLOTS * 2]);
/// adam.update(&mut params, &[20.0, -0.3])?;
/// // The first step has the size of the rate, however large the gradient is.
/// assert!((params[0] - 0.999).abs() < 1e-8 && (params[1] - 1.001).abs() < 1e-8);
/// assert_eq!(adam.steps, 1);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Kingma and Ba, [Adam: A Method for Stochastic Optimization](https://arxiv.org/abs/1412.6980).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `m` and of `v` is left after a step; 0.9 and 0.999.
    pub betas: (f64, f64),
    /// What is added to the root of `v`; 1e-8.
    pub epsilon: f64,
    /// How many steps were taken.
    pub steps: u64,
    /// `m` of each parameter, then `v` of each.
    pub state: B,
}

impl Adam<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 2;
}

impl<B> Adam<B> {
    /// Adam in a buffer of two numbers per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        Adam { rate, betas: (0.9, 0.999), epsilon: 1e-8, steps: 0, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for Adam<B> {
    type Update = AdamUpdate<T>;

    fn begin(&mut self) -> (AdamUpdate<T>, &mut [T]) {
        self.steps += 1;
        // After so many steps the power is zero.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let left = |beta: f64| 1.0 - Float::powi(beta, steps);
        let (first, second) = self.betas;
        let update = AdamUpdate {
            first: cast(1.0 - first),
            keep: cast(second),
            second: cast(1.0 - second),
            rate: cast(self.rate / left(first)),
            root: cast(1.0 / Float::sqrt(left(second))),
            epsilon: cast(self.epsilon),
        };
        (update, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`Adam`].
#[derive(Clone, Copy, Debug)]
pub struct AdamUpdate<T> {
    /// `1 − β₁`
    first: T,
    /// `β₂`
    keep: T,
    /// `1 − β₂`
    second: T,
    /// `rate / (1 − β₁ᵗ)`
    rate: T,
    /// `1 / √(1 − β₂ᵗ)`
    root: T,
    epsilon: T,
}

impl<T: Float> Update<T> for AdamUpdate<T> {
    type State = [T; 2];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [m, v]: [T; 2]) -> (T, [T; 2]) {
        let m = m + self.first * (gradient - m);
        let v = self.keep * v + self.second * gradient * gradient;
        (param - self.rate * m / (v.sqrt() * self.root + self.epsilon), [m, v])
    }
}
