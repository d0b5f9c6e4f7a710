//! A gradient from function values alone: central differences, extrapolated to step zero.
//!
//! Ridders' method. Row `k` of the table holds the difference at step `h / 2ᵏ` and its Richardson
//! extrapolations. An entry's distance from the two it was made of, plus the rounding of its
//! difference, estimates its error. Truncation shrinks and rounding grows along the table, so the
//! entry with the least estimate is taken.

const ROWS: usize = 8;

pub fn gradient(value: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let slope = |j: usize| {
        derivative(|step| {
            let mut moved = x.to_vec();
            moved[j] += step * magnitude(x[j]);
            value(&moved)
        }) / magnitude(x[j])
    };
    (0..x.len()).map(slope).collect()
}

/// The natural length of a step along a coordinate.
pub fn magnitude(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { x.abs() }
}

/// `d/ds along(s)` at zero.
fn derivative(along: impl Fn(f64) -> f64) -> f64 {
    let mut step = 0.125;
    let mut above: Vec<f64> = Vec::new();
    let (mut best, mut least) = (f64::NAN, f64::INFINITY);
    for _ in 0..ROWS {
        let (after, before) = (along(step), along(-step));
        let mut row = vec![(after - before) / (2.0 * step)];
        let rounding = f64::EPSILON * after.abs() / step;
        let mut power = 1.0;
        for k in 0..above.len() {
            power *= 4.0;
            let entry = row[k] + (row[k] - above[k]) / (power - 1.0);
            let error = rounding + (entry - row[k]).abs().max((entry - above[k]).abs());
            if error < least {
                (best, least) = (entry, error);
            }
            row.push(entry);
        }
        above = row;
        step /= 2.0;
    }
    best
}
