//! Plain gradient descent.

use num_traits::Float;

use super::{Optimizer, Update, cast};

/// `param −= rate · gradient`
///
/// It remembers nothing.
///
/// ```
/// use burtorch_runtime::optimizer::{Optimizer, Sgd};
///
/// let mut params = [1.0, 2.0];
/// Sgd::new(0.5).update(&mut params, &[2.0, -2.0])?;
/// assert_eq!(params, [0.0, 3.0]);
/// # Ok::<(), burtorch_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// The learning rate.
    pub rate: f64,
}

impl Sgd {
    /// Gradient descent with this learning rate.
    #[must_use]
    pub const fn new(rate: f64) -> Self {
        Sgd { rate }
    }
}

impl<T: Float> Optimizer<T> for Sgd {
    type Update = SgdUpdate<T>;

    fn begin(&mut self) -> (SgdUpdate<T>, &mut [T]) {
        (SgdUpdate { rate: cast(self.rate) }, &mut [])
    }

    fn state(&mut self) -> &mut [T] {
        &mut []
    }
}

/// One step of [`Sgd`].
#[derive(Clone, Copy, Debug)]
pub struct SgdUpdate<T> {
    rate: T,
}

impl<T: Float> Update<T> for SgdUpdate<T> {
    type State = [T; 0];
    const PLAIN: bool = true;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, state: [T; 0]) -> (T, [T; 0]) {
        (param - self.rate * gradient, state)
    }

    fn rate(self) -> T {
        self.rate
    }
}
