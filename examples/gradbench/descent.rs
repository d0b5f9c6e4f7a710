//! Gradient descent, as the evals `particle` and `saddle` prescribe it to the step.

/// A minimum of `f`, whose gradient is `slope`, near `x`.
///
/// The rate doubles after ten steps down in a row and halves at a step that would not lead down. The search ends where
/// the gradient or the step is at most 1e-5 long.
pub fn minimize<const N: usize>(
    mut x: [f64; N],
    f: impl Fn(&[f64; N]) -> f64,
    slope: impl Fn(&[f64; N]) -> [f64; N],
) -> [f64; N] {
    let mut value = f(&x);
    let mut gradient = slope(&x);
    let mut rate = 1e-5;
    let mut downs = 0;
    while length(&gradient) > 1e-5 {
        if downs == 10 {
            rate *= 2.0;
            downs = 0;
            continue;
        }
        let mut next = x;
        let mut step = [0.0; N];
        for i in 0..N {
            next[i] -= rate * gradient[i];
            step[i] = x[i] - next[i];
        }
        if length(&step) <= 1e-5 {
            break;
        }
        let next_value = f(&next);
        if next_value < value {
            x = next;
            value = next_value;
            gradient = slope(&x);
            downs += 1;
        } else {
            rate /= 2.0;
            downs = 0;
        }
    }
    x
}

fn length(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
