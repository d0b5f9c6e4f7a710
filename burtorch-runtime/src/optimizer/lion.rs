//! Lion.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// With β₁ and β₂ the two `betas`, and `sign` of zero zero:
///
/// ```text
/// param = param − rate · (sign(β₁ · m + (1 − β₁) · gradient) + decay · param)
/// m     = β₂ · m + (1 − β₂) · gradient
/// ```
///
/// All steps have the size of the rate, so the rate is about a tenth of what Adam would have, and the decay ten times
/// as large. It remembers one number per parameter, `m`, which is zero before the first step.
///
/// ```
/// use burtorch_runtime::optimizer::{Lion, Optimizer};
///
/// let mut params = [1.0, 1.0, 1.0];
/// let mut lion = Lion::new(0.25, [0.0; Lion::SLOTS * 3]);
/// lion.update(&mut params, &[20.0, -0.3, 0.0])?;
/// assert_eq!(params, [0.75, 1.25, 1.0]);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Chen et al., [Symbolic Discovery of Optimization Algorithms](https://arxiv.org/abs/2302.06675).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lion<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `m` is in a direction, and how much is left after a step; 0.9 and 0.99.
    pub betas: (f64, f64),
    /// How much a parameter shrinks, times the rate; 0.
    pub decay: f64,
    /// `m` of each parameter.
    pub state: B,
}

impl Lion<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 1;
}

impl<B> Lion<B> {
    /// Lion in a buffer of one number per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        Lion { rate, betas: (0.9, 0.99), decay: 0.0, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for Lion<B> {
    type Update = LionUpdate<T>;

    fn begin(&mut self) -> (LionUpdate<T>, &mut [T]) {
        let (first, second) = self.betas;
        let update = LionUpdate {
            rate: cast(self.rate),
            first: cast(1.0 - first),
            second: cast(1.0 - second),
            keep: cast(1.0 - self.rate * self.decay),
        };
        (update, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`Lion`].
#[derive(Clone, Copy, Debug)]
pub struct LionUpdate<T> {
    rate: T,
    /// `1 − β₁`
    first: T,
    /// `1 − β₂`
    second: T,
    /// `1 − rate · decay`
    keep: T,
}

impl<T: Float> Update<T> for LionUpdate<T> {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [m]: [T; 1]) -> (T, [T; 1]) {
        let change = gradient - m;
        let direction = m + self.first * change;
        // `signum` of zero is one. Zero and NaN stay what they are.
        let up = if direction > T::zero() { T::one() } else { direction };
        let sign = if direction < T::zero() { -T::one() } else { up };
        (self.keep * param - self.rate * sign, [m + self.second * change])
    }
}
