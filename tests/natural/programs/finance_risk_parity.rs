// Risk parity weights: covariance from returns, softmax weights, penalty; Vec<Vec<f64>> matrices behind a type alias.
use burtorch::differentiable;

type Matrix = Vec<Vec<f64>>;

fn mean(xs: &[f64]) -> f64 {
    xs.iter().sum::<f64>() / xs.len() as f64
}

fn covariance(returns: &Matrix) -> Matrix {
    let n = returns.len();
    let means: Vec<f64> = returns.iter().map(|r| mean(r)).collect();
    let mut cov = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in i..n {
            let c = returns[i]
                .iter()
                .zip(returns[j].iter())
                .map(|(a, b)| (a - means[i]) * (b - means[j]))
                .sum::<f64>()
                / (returns[i].len() - 1) as f64;
            cov[i][j] = c;
            cov[j][i] = c;
        }
    }
    cov
}

fn mat_vec(m: &Matrix, v: &[f64]) -> Vec<f64> {
    m.iter().map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect()
}

fn softmax(logits: &[f64]) -> Vec<f64> {
    let top = logits.iter().copied().fold(f64::MIN, f64::max);
    let e: Vec<f64> = logits.iter().map(|l| (l - top).exp()).collect();
    let z: f64 = e.iter().sum();
    e.into_iter().map(|v| v / z).collect()
}

#[differentiable(wrt(logits, returns))]
fn parity_gap(logits: &[f64], returns: &Matrix) -> f64 {
    let w = softmax(logits);
    let cov = covariance(returns);
    let marginal = mat_vec(&cov, &w);
    let contributions: Vec<f64> = w.iter().zip(&marginal).map(|(w, m)| w * m).collect();
    let variance: f64 = contributions.iter().sum();
    let target = 1.0 / w.len() as f64;
    contributions.iter().map(|c| (c / variance - target).powi(2)).sum::<f64>()
}

// checks
fn main() {
    let x: Vec<f64> = (0..15).map(|i| ((i * 7 + 3) % 11) as f64 / 7.0 - 0.6).collect();
    let m = |x: &[f64]| x[3..].chunks(4).map(<[f64]>::to_vec).collect::<Vec<_>>();
    check::grad("parity", &x, |x| parity_gap(&x[..3], &m(x)), |x| parity_gap::grad(&x[..3], &m(x)));
}
