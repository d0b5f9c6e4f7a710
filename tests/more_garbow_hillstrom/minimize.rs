//! BFGS on the inverse Hessian, with a bisecting line search for the Wolfe conditions.

const ITERATIONS: usize = 5_000;
const SUFFICIENT_DECREASE: f64 = 1.0e-4;
const CURVATURE: f64 = 0.9;

/// The least value found on the way down from `x`.
pub fn bfgs(value: impl Fn(&[f64]) -> f64, gradient: impl Fn(&[f64]) -> Vec<f64>, mut x: Vec<f64>) -> f64 {
    let mut lowest = value(&x);
    let mut g = gradient(&x);
    let mut inverse = identity(x.len(), 1.0 / dot(&g, &g).sqrt());
    let mut steepest = true;
    for _ in 0..ITERATIONS {
        let direction: Vec<f64> = inverse.iter().map(|row| -dot(row, &g)).collect();
        let Some(step) = wolfe_step(&value, &gradient, &x, lowest, &g, &direction) else {
            // Rounding has spoilt the model or nothing is left to gain: steepest descent tells.
            if steepest {
                break;
            }
            inverse = identity(x.len(), 1.0 / dot(&g, &g).sqrt());
            steepest = true;
            continue;
        };
        let s: Vec<f64> = direction.iter().map(|d| step * d).collect();
        x = moved(&x, step, &direction);
        lowest = value(&x);
        let after = gradient(&x);
        let y: Vec<f64> = after.iter().zip(&g).map(|(a, b)| a - b).collect();
        g = after;
        if steepest {
            // The first pair tells the scale of the Hessian.
            inverse = identity(x.len(), dot(&s, &y) / dot(&y, &y));
            steepest = false;
        }
        update(&mut inverse, &s, &y);
    }
    lowest
}

/// A step that lowers the value enough and flattens the slope enough, by bisection.
fn wolfe_step(
    value: impl Fn(&[f64]) -> f64,
    gradient: impl Fn(&[f64]) -> Vec<f64>,
    x: &[f64],
    current: f64,
    g: &[f64],
    direction: &[f64],
) -> Option<f64> {
    let slope = dot(g, direction);
    let (mut low, mut high, mut step) = (0.0, f64::INFINITY, 1.0);
    for _ in 0..100 {
        let trial = moved(x, step, direction);
        let lowered = value(&trial);
        // A value that is not a number is no decrease either.
        if lowered < current && lowered <= current + SUFFICIENT_DECREASE * step * slope {
            if dot(&gradient(&trial), direction) >= CURVATURE * slope {
                return Some(step);
            }
            low = step;
        } else {
            high = step;
        }
        step = if high.is_finite() { low.midpoint(high) } else { 2.0 * low };
    }
    None
}

/// `H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ` with `ρ = 1 / yᵀs`, multiplied out.
fn update(inverse: &mut [Vec<f64>], s: &[f64], y: &[f64]) {
    let curvature = dot(s, y);
    let hy: Vec<f64> = inverse.iter().map(|row| dot(row, y)).collect();
    let weight = (1.0 + dot(y, &hy) / curvature) / curvature;
    for (i, row) in inverse.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry += weight * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / curvature;
        }
    }
}

fn identity(n: usize, scale: f64) -> Vec<Vec<f64>> {
    let entry = |i, j| if i == j { scale } else { 0.0 };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

fn moved(x: &[f64], step: f64, direction: &[f64]) -> Vec<f64> {
    x.iter().zip(direction).map(|(x, d)| x + step * d).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
