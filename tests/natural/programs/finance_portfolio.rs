// Portfolio variance from a covariance that is a Vec of rows; sectors from a HashMap.
use burtorch::differentiable;
use std::collections::HashMap;

#[differentiable(wrt(weights))]
fn utility(weights: &[f64], mean: &[f64], cov: &[Vec<f64>], aversion: f64) -> f64 {
    let expected: f64 = weights.iter().zip(mean.iter()).map(|(w, m)| w * m).sum();
    let mut variance = 0.0;
    for (i, row) in cov.iter().enumerate() {
        for (j, c) in row.iter().enumerate() {
            variance += weights[i] * weights[j] * c;
        }
    }
    expected - 0.5 * aversion * variance
}

#[differentiable(wrt(weights))]
fn sector_penalty(weights: &[f64], sectors: &[&str], caps: &HashMap<&str, f64>) -> f64 {
    let mut penalty = 0.0;
    for (i, name) in sectors.iter().enumerate() {
        if let Some(cap) = caps.get(name) {
            let excess = weights[i] - cap;
            if excess > 0.0 {
                penalty += excess * excess;
            }
        }
    }
    penalty
}

#[differentiable(wrt(weights))]
fn objective(weights: &[f64], mean: &[f64], cov: &[Vec<f64>], sectors: &[&str], caps: &HashMap<&str, f64>) -> f64 {
    utility(weights, mean, cov, 3.0) - 100.0 * sector_penalty(weights, sectors, caps)
}

// checks
fn main() {
    let cov = vec![vec![0.04, 0.01, 0.0], vec![0.01, 0.09, 0.02], vec![0.0, 0.02, 0.16]];
    let caps = HashMap::from([("tech", 0.3), ("energy", 0.6)]);
    let (mean, sectors) = ([0.05, 0.07, 0.1], ["energy", "tech", "food"]);
    let f = |x: &[f64]| objective(x, &mean, &cov, &sectors, &caps);
    check::grad("objective", &[0.2, 0.5, 0.3], f, |x| objective::grad(x, &mean, &cov, &sectors, &caps));
}
