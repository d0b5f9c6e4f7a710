//! Gradient descent that finds its step length.

use num_traits::Float;

use super::cast;
use super::minimizer::Minimizer;
use super::search::{Line, is_lost};
use super::vector::{dot, wide};
use crate::Error;
use crate::model::check_length;

/// How often a step is made shorter before it is given up.
const TRIALS: usize = 60;

/// `param −= t · gradient`, with `t` the first of `first`, `first · shrink`, `first · shrink²`… such that
///
/// ```text
/// loss(param − t · gradient) ≤ loss(param) − decrease · t · ‖gradient‖²
/// ```
///
/// This is Armijo's rule. `first` is the rate in the first step; later it is one notch above the last length, and at
/// most the rate. So the loss never grows, and the rate is but an upper bound. If there is no such `t`, as at a
/// minimum, or where loss or gradient are not finite, the parameters stay.
///
/// The state is `2 · params + 1` numbers, all zero before the first step. The last of them is the last `t`; the others
/// are where it computes. A step evaluates at least twice.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::optimizer::{Armijo, Minimizer};
///
/// let (mut params, mut gradient) = ([1.0], [0.0]);
/// let mut armijo = Armijo::new(8.0, [0.0; Armijo::state_len(1)]);
/// let loss = armijo.step(&mut params, &mut gradient, |x, slope| {
///     slope[0] = x[0];
///     Ok::<f64, Error>(0.5 * x[0] * x[0])
/// })?;
/// // 8, 4 and 2 are too far; 1 is the minimum.
/// assert_eq!((loss, params), (0.5, [0.0]));
/// # Ok::<(), Error>(())
/// ```
///
/// Armijo, [Minimization of functions having Lipschitz continuous first partial
/// derivatives](https://doi.org/10.2140/pjm.1966.16.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Armijo<B> {
    /// The longest step, as a factor of the gradient.
    pub rate: f64,
    /// How much of the decrease that the slope promises is enough; 10⁻⁴.
    pub decrease: f64,
    /// What a step that was too long is multiplied by; 0.5.
    pub shrink: f64,
    /// Parameters and gradient where a step began, and the last `t`.
    pub state: B,
}

impl Armijo<()> {
    /// How many numbers the state is, for so many parameters.
    #[must_use]
    pub const fn state_len(params: usize) -> usize {
        2 * params + 1
    }
}

impl<B> Armijo<B> {
    /// Gradient descent with Armijo's rule, in a buffer of [`state_len`](Armijo::state_len) numbers, all zero before
    /// the first step.
    #[must_use]
    pub const fn new(rate: f64, state: B) -> Self {
        Armijo { rate, decrease: 1e-4, shrink: 0.5, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Minimizer<T> for Armijo<B> {
    fn step<E: From<Error>>(
        &mut self,
        params: &mut [T],
        gradient: &mut [T],
        mut evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
    ) -> Result<T, E> {
        let count = params.len();
        let state = self.state.as_mut();
        check_length("gradient", gradient.len(), count)?;
        check_length("state", state.len(), Armijo::state_len(count))?;
        let (origin, rest) = state.split_at_mut(count);
        let (direction, last) = rest.split_at_mut(count);

        gradient.fill(T::zero());
        let loss = evaluate(params, gradient)?;
        let steepness = dot(gradient, gradient);
        let worth = wide(loss).is_finite() && steepness.is_finite() && steepness > 0.0;
        origin.copy_from_slice(params);
        for (direction, slope) in direction.iter_mut().zip(&*gradient) {
            *direction = -*slope;
        }

        let mut line = Line { origin, direction, params, gradient, evaluate };
        let previous = wide(last[0]);
        let mut length = if previous > 0.0 { self.rate.min(previous / self.shrink) } else { self.rate };
        for _ in 0..if worth { TRIALS } else { 0 } {
            if line.evaluate(length)? <= wide(loss) - self.decrease * length * steepness {
                last[0] = cast(length);
                return Ok(loss);
            }
            if is_lost::<T>(length * steepness, wide(loss)) {
                break;
            }
            length *= self.shrink;
        }
        line.back();
        last[0] = T::zero();
        Ok(loss)
    }
}
