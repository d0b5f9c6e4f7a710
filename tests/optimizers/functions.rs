//! The functions that are minimized, and numbers of PyTorch's.

use burtorch::{Error, differentiable};

/// The lines of this name in what `reference.py` printed.
pub fn reference(name: &str) -> Vec<Vec<f64>> {
    let lines = include_str!("../data/optimizers/reference.txt").lines();
    let own = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    own.map(|line| line.split(' ').map(|word| word.parse().expect("a number")).collect()).collect()
}

/// Whether all are as near as 10⁻¹², relative to 1 or to themselves.
pub fn assert_near(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{what}: {found} and {expected}");
    }
}

/// Where `waves` is started.
pub const START: [f64; 4] = [1.0, -1.0, 0.5, 0.25];

/// The function of `reference.py`: a valley 2000 times as steep as it is long, with waves across.
#[differentiable]
pub fn waves(x: &[f64; 4]) -> f64 {
    let scales = [0.01, 1.0, 5.0, 20.0];
    let centre = [3.0, 1.0, -1.0, 2.0];
    let mut sum = 0.0;
    for i in 0..4 {
        sum += scales[i] * (x[i] - centre[i]).powi(2);
    }
    sum / 2.0 + (x[0] + x[1] + x[2] + x[3]).sin()
}

/// The function of `reference.py` for L-BFGS.
#[differentiable]
pub fn ripples(x: &[f64; 4]) -> f64 {
    let stiffness = [1.0, 2.0, 3.0, 5.0];
    let centre = [3.0, 1.0, -1.0, 2.0];
    let mut sum = 0.0;
    for i in 0..4 {
        sum += stiffness[i] * (x[i] - centre[i]).powi(2);
    }
    sum / 2.0 + (x[0] + x[1] + x[2] + x[3]).sin()
}

/// The other function of `reference.py` for L-BFGS: flat at its minimum, which takes many steps.
#[differentiable]
pub fn quartic(x: &[f64; 4]) -> f64 {
    let stiffness = [1.0, 2.0, 3.0, 5.0];
    let centre = [3.0, 1.0, -1.0, 2.0];
    let (mut sum, mut all) = (0.0, 0.0);
    for i in 0..4 {
        sum += stiffness[i] * (x[i] - centre[i]).powi(4);
        all += x[i] - centre[i];
    }
    sum / 4.0 + all.powi(2)
}

/// Convex: a parabola, ten times as steep as it is long, and a term of fourth order. Its minimum is 0 at (1, −2).
#[differentiable]
pub fn bowl(x: &[f64; 2]) -> f64 {
    let (a, b) = (x[0] - 1.0, x[1] + 2.0);
    0.5 * a * a + 5.0 * b * b + 0.1 * (a + b).powi(4)
}

/// Not convex: Rosenbrock's valley. Its minimum is 0 at (1, 1).
#[differentiable]
pub fn rosenbrock(x: &[f64; 2]) -> f64 {
    (1.0 - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2)
}

/// A function as optimizers evaluate it.
pub fn evaluate<const N: usize>(
    value_and_grad: impl Fn(&[f64; N]) -> (f64, [f64; N]),
) -> impl FnMut(&[f64], &mut [f64]) -> Result<f64, Error> {
    move |x, gradient| {
        let (value, slopes) = value_and_grad(x.try_into().expect("the number of parameters"));
        for (sum, slope) in gradient.iter_mut().zip(slopes) {
            *sum += slope;
        }
        Ok(value)
    }
}
