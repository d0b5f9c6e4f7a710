//! The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno.

use num_traits::Float;

use super::minimizer::Minimizer;
use super::pairs::Pairs;
use super::search::{Line, Wolfe};
use super::vector::{dot, wide};
use crate::Error;
use crate::model::check_length;

/// `param += t · d`, with `d = −H · gradient`; `H` is the inverse of a Hessian that agrees with the last `pairs` steps:
///
/// ```text
/// H y = s     for s = change of the parameters, y = change of the gradient
/// ```
///
/// `H` is never stored; the product is that of Nocedal's two loops over the pairs `s`, `y`. `t` is the first of `rate`,
/// twice that…, or of halvings in between, such that
///
/// ```text
/// loss(param + t · d)         ≤ loss(param) + decrease · t · gradient · d      far enough down
/// gradient(param + t · d) · d ≥ curvature · gradient · d                       not as steep any more
/// ```
///
/// These are Wolfe's conditions. By the first, the loss never grows. By the second, `s · y > 0`, so `H` stays positive
/// definite and `d` goes down; a search that only shortens steps would not have that. The gradient at every point that
/// is tried is known anyway. The stronger form, which also bounds the slope from above, buys nothing for `H`. The
/// search keeps a point that is too near and one that is too far, and halves what is between them; on a smooth function
/// that is bounded from below it ends.
///
/// While there are no pairs, `d = −gradient · min(1, 1 / Σ|gradient|)`. Where the first `t` fits, a step is one of
/// PyTorch's `LBFGS` with `max_iter=1`. If the search finds nothing, as at a minimum, the
/// parameters stay and the pairs are forgotten. If loss or gradient are not finite, the parameters stay.
///
/// `s` and `y` are both taken within one step. So batches may change from step to step, if they are large enough for
/// their gradients to say something about curvature. A step evaluates at least twice.
///
/// The state is `(2 · pairs + 3) · params + 2 · pairs` numbers, all zero before the first step. To save it, write that
/// buffer and `steps`.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::optimizer::{Lbfgs, Minimizer};
///
/// const PAIRS: usize = 4;
/// let (mut params, mut gradient) = ([-1.2_f64, 1.0], [0.0; 2]);
/// let mut lbfgs = Lbfgs::new(1.0, PAIRS, [0.0; Lbfgs::state_len(PAIRS, 2)]);
/// for _ in 0..60 {
///     lbfgs.step(&mut params, &mut gradient, |params, slope| {
///         let (x, y) = (params[0], params[1]);
///         let valley = y - x * x;
///         slope.copy_from_slice(&[-2.0 * (1.0 - x) - 400.0 * x * valley, 200.0 * valley]);
///         Ok::<f64, Error>((1.0 - x).powi(2) + 100.0 * valley * valley)
///     })?;
/// }
/// assert!((params[0] - 1.0).abs() < 1e-8 && (params[1] - 1.0).abs() < 1e-8);
/// # Ok::<(), Error>(())
/// ```
///
/// Liu and Nocedal, [On the limited memory BFGS method for large scale
/// optimization](https://doi.org/10.1007/BF01589116); Lewis and Overton, [Nonsmooth optimization via quasi-Newton
/// methods](https://doi.org/10.1007/s10107-012-0514-2), for the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lbfgs<B> {
    /// The first `t` that is tried; 1 is natural.
    pub rate: f64,
    /// How many pairs are remembered; 5 to 20 are common.
    pub pairs: usize,
    /// How much of the decrease that the slope promises is enough; 10⁻⁴.
    pub decrease: f64,
    /// How much of the slope may be left; 0.9.
    pub curvature: f64,
    /// How many steps were taken.
    pub steps: u64,
    /// `s` of each pair, `y` of each; `s · y` of each, which is zero where there is no pair; and where it computes.
    pub state: B,
}

impl Lbfgs<()> {
    /// How many numbers the state is, for so many pairs and parameters.
    #[must_use]
    pub const fn state_len(pairs: usize, params: usize) -> usize {
        (2 * pairs + 3) * params + 2 * pairs
    }
}

impl<B> Lbfgs<B> {
    /// L-BFGS in a buffer of [`state_len`](Lbfgs::state_len) numbers, all zero before the first step.
    #[must_use]
    pub const fn new(rate: f64, pairs: usize, state: B) -> Self {
        Lbfgs { rate, pairs, decrease: 1e-4, curvature: 0.9, steps: 0, state }
    }
}

impl<T: Float, B: AsMut<[T]>> Minimizer<T> for Lbfgs<B> {
    fn step<E: From<Error>>(
        &mut self,
        params: &mut [T],
        gradient: &mut [T],
        mut evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
    ) -> Result<T, E> {
        let count = params.len();
        let state = self.state.as_mut();
        check_length("gradient", gradient.len(), count)?;
        check_length("state", state.len(), Lbfgs::state_len(self.pairs, count))?;
        let (mut pairs, [origin, before, direction]) = Pairs::split(state, self.pairs, count, self.steps);

        gradient.fill(T::zero());
        let loss = evaluate(params, gradient)?;
        origin.copy_from_slice(params);
        before.copy_from_slice(gradient);
        if !wide(loss).is_finite() || !dot(gradient, gradient).is_finite() {
            pairs.skip();
            self.steps += 1;
            return Ok(loss);
        }
        let down = |slope: f64| slope < 0.0 && slope.is_finite();
        let mut slope = pairs.direction(direction, gradient);
        if !down(slope) {
            // Rounding, in the pairs; or the gradient is zero.
            pairs.forget();
            slope = pairs.direction(direction, gradient);
        }

        let wolfe = Wolfe { loss: wide(loss), slope, decrease: self.decrease, curvature: self.curvature };
        let mut line = Line { origin, direction, params, gradient, evaluate };
        if down(slope) && wolfe.search(self.rate, &mut line)? {
            pairs.remember([line.origin, line.params], [before, line.gradient]);
        } else {
            line.back();
            pairs.forget();
        }
        self.steps += 1;
        Ok(loss)
    }
}
