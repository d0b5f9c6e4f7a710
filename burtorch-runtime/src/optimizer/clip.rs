//! Gradients that are too large, made smaller.

use num_traits::Float;

use super::cast;
use super::vector::norm;

/// `gradient = min(max(gradient, −limit), limit)`, element by element.
///
/// PyTorch's `clip_grad_value_`. NaN stays NaN.
///
/// ```
/// use burtorch_runtime::optimizer::clip_value;
///
/// let mut gradient = [0.5, -3.0, 2.0];
/// clip_value(&mut gradient, 1.0);
/// assert_eq!(gradient, [0.5, -1.0, 1.0]);
/// ```
pub fn clip_value<T: Float>(gradient: &mut [T], limit: f64) {
    let limit = cast::<T>(limit);
    for slope in gradient {
        // Not `min` and `max`: they would turn NaN into the limit.
        *slope = if *slope > limit { limit } else { *slope };
        *slope = if *slope < -limit { -limit } else { *slope };
    }
}

/// `gradient = gradient · min(1, limit / (‖gradient‖ + 10⁻⁶))`; returns `‖gradient‖`, the Euclidean norm before.
///
/// PyTorch's `clip_grad_norm_`. The norm is computed in `f64`. One that is NaN or infinite is returned as that, for the
/// caller to look at: then NaN makes all of the gradient NaN, and infinity makes it zero but for the elements that are
/// not finite.
///
/// ```
/// use burtorch_runtime::optimizer::clip_norm;
///
/// let mut gradient = [3.0_f32, 4.0];
/// assert_eq!(clip_norm(&mut gradient, 1.0), 5.0);
/// assert!((gradient[0] - 0.6).abs() < 1e-6 && (gradient[1] - 0.8).abs() < 1e-6);
/// assert!(clip_norm(&mut gradient, 10.0) < 1.0);
/// ```
pub fn clip_norm<T: Float>(gradient: &mut [T], limit: f64) -> f64 {
    let norm = norm(gradient);
    let factor = limit / (norm + 1e-6);
    // A gradient that is small enough keeps its bits. The comparison is false for NaN, which goes on to the elements.
    if factor >= 1.0 {
        return norm;
    }
    let factor = cast::<T>(factor);
    for slope in gradient {
        *slope = *slope * factor;
    }
    norm
}
