// Gradient boosting with soft stumps; sort_by, dedup, binary splits; ndcg-like ranking loss.
use burtorch::differentiable;
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug)]
struct Stump {
    feature: usize,
    threshold: f64,
    low: f64,
    high: f64,
}

impl Stump {
    fn predict(&self, x: &[f64]) -> f64 {
        let gate = 1.0 / (1.0 + (-(x[self.feature] - self.threshold) * 4.0).exp());
        self.low * (1.0 - gate) + self.high * gate
    }
}

#[differentiable(wrt(params))]
fn ranking_loss(params: &[f64], rows: &[Vec<f64>], relevance: &[u8]) -> f64 {
    let stumps: Vec<Stump> = params
        .chunks_exact(3)
        .enumerate()
        .map(|(i, p)| Stump { feature: i % rows[0].len(), threshold: p[0], low: p[1], high: p[2] })
        .collect();
    let scores: Vec<f64> = rows.iter().map(|r| stumps.iter().map(|s| s.predict(r)).sum()).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| scores[b].partial_cmp(&scores[a]).unwrap_or(Ordering::Equal));
    let mut loss = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        for &j in &order[rank + 1..] {
            if relevance[i] == relevance[j] {
                continue;
            }
            let (hi, lo) = if relevance[i] > relevance[j] { (i, j) } else { (j, i) };
            let weight = 1.0 / ((rank + 2) as f64).log2();
            loss += weight * (-(scores[hi] - scores[lo])).exp().ln_1p();
        }
    }
    loss
}

// checks
fn main() {
    let rows = vec![vec![0.1, 0.9], vec![0.7, 0.2], vec![0.4, 0.6], vec![0.95, 0.8]];
    let x = [0.5, -0.2, 0.9, 0.4, 0.3, -0.7];
    check::grad("rank", &x, |x| ranking_loss(x, &rows, &[0, 2, 1, 2]), |x| ranking_loss::grad(x, &rows, &[0, 2, 1, 2]));
}
