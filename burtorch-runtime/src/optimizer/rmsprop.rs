//! `RMSProp`: steps in units of how large gradients were lately.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// ```text
/// v     = alpha · v + (1 − alpha) · gradient²
/// param = param − rate · gradient / (√v + epsilon)
/// ```
///
/// PyTorch's `RMSprop`, with its defaults; it is neither centered nor does it have momentum. It remembers one number
/// per parameter, `v`, which is zero before the first step.
///
/// ```
/// use burtorch_runtime::optimizer::{Optimizer, RmsProp};
///
/// let mut params = [1.0_f64, 1.0];
/// let mut rmsprop = RmsProp::new(0.01, [0.0; RmsProp::SLOTS * 2]);
/// rmsprop.update(&mut params, &[20.0, -0.3])?;
/// // The first step is ten times the rate, 1 / √(1 − alpha), however large the gradient is.
/// assert!((params[0] - 0.9).abs() < 1e-6 && (params[1] - 1.1).abs() < 1e-6);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
///
/// Tieleman and Hinton, [Lecture 6.5](https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf), 2012.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsProp<B> {
    /// The learning rate.
    pub rate: f64,
    /// How much of `v` is left after a step; 0.99.
    pub alpha: f64,
    /// What is added to the root of `v`; 1e-8.
    pub epsilon: f64,
    /// `v` of each parameter.
    pub state: B,
}

impl RmsProp<()> {
    /// How many numbers it remembers per parameter.
    pub const SLOTS: usize = 1;
}

impl<B> RmsProp<B> {
    /// `RMSProp` in a buffer of one number per parameter, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        RmsProp { rate, alpha: 0.99, epsilon: 1e-8, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Optimizer<T> for RmsProp<B> {
    type Update = RmsPropUpdate<T>;

    fn begin(&mut self) -> (RmsPropUpdate<T>, &mut [T]) {
        let update = RmsPropUpdate {
            rate: cast(self.rate),
            keep: cast(self.alpha),
            take: cast(1.0 - self.alpha),
            epsilon: cast(self.epsilon),
        };
        (update, self.state.as_mut())
    }

    fn state(&mut self) -> &mut [T] {
        self.state.as_mut()
    }
}

/// One step of [`RmsProp`].
#[derive(Clone, Copy, Debug)]
pub struct RmsPropUpdate<T> {
    rate: T,
    /// `alpha`
    keep: T,
    /// `1 − alpha`
    take: T,
    epsilon: T,
}

impl<T: Float> Update<T> for RmsPropUpdate<T> {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [v]: [T; 1]) -> (T, [T; 1]) {
        let v = self.keep * v + self.take * gradient * gradient;
        (param - self.rate * gradient / (v.sqrt() + self.epsilon), [v])
    }
}
