//! Searches along a line: a direction that goes down in, a point that is further down out.

use num_traits::Float;

use super::cast;
use super::vector::{dot, wide};

/// How many points of a line are tried.
const TRIALS: usize = 30;

/// A straight line in the space of parameters, and the loss along it.
pub(super) struct Line<'a, T, F> {
    /// Where it begins.
    pub origin: &'a [T],
    /// Where it goes.
    pub direction: &'a [T],
    /// The point that was evaluated last.
    pub params: &'a mut [T],
    /// Its gradient.
    pub gradient: &'a mut [T],
    /// The loss.
    pub evaluate: F,
}

impl<T: Float, E, F: FnMut(&[T], &mut [T]) -> Result<T, E>> Line<'_, T, F> {
    /// Goes to `origin + length · direction`, and evaluates there; goes back if that fails.
    pub fn evaluate(&mut self, length: f64) -> Result<f64, E> {
        let length = cast::<T>(length);
        for (param, (origin, direction)) in self.params.iter_mut().zip(self.origin.iter().zip(self.direction)) {
            *param = *origin + length * *direction;
        }
        self.gradient.fill(T::zero());
        let loss = (self.evaluate)(self.params, self.gradient);
        if loss.is_err() {
            self.back();
        }
        loss.map(wide)
    }

    /// Goes back to where the line begins.
    pub fn back(&mut self) {
        self.params.copy_from_slice(self.origin);
    }
}

/// Wolfe's conditions on a line.
pub(super) struct Wolfe {
    /// The loss where the line begins.
    pub loss: f64,
    /// Its slope there.
    pub slope: f64,
    /// How much of the decrease that the slope promises is enough.
    pub decrease: f64,
    /// How much of the slope may be left.
    pub curvature: f64,
}

impl Wolfe {
    /// Goes to a point that is further down, which has both conditions if there was time to find one. Whether there is
    /// any such point.
    pub fn search<T: Float, E, F: FnMut(&[T], &mut [T]) -> Result<T, E>>(
        &self,
        first: f64,
        line: &mut Line<'_, T, F>,
    ) -> Result<bool, E> {
        let (mut near, mut far) = (0.0, f64::INFINITY);
        let mut length = first;
        for _ in 0..TRIALS {
            let loss = line.evaluate(length)?;
            let slope = dot(line.gradient, line.direction);
            // What is not finite is too far.
            if !(loss <= self.loss + self.decrease * length * self.slope && slope.is_finite()) {
                far = length;
                if near == 0.0 && is_lost::<T>(length * self.slope, self.loss) {
                    break;
                }
            } else if slope < self.curvature * self.slope {
                near = length;
            } else {
                return Ok(true);
            }
            length = if far.is_finite() { 0.5 * (near + far) } else { 2.0 * length };
        }
        // The best so far is not as good as it should be, but it is further down.
        if near > 0.0 {
            line.evaluate(near)?;
        }
        Ok(near > 0.0)
    }
}

/// Whether a change of the loss is so small that rounding hides it. A shorter step is not worth a try then.
pub(super) fn is_lost<T: Float>(change: f64, loss: f64) -> bool {
    change.abs() < 0.5 * wide(T::epsilon()) * loss.abs()
}
