// Batch normalisation and a learned scale; statistics of each column of a Vec<Vec<f64>>.
use burtorch::differentiable;

#[differentiable]
fn mean_and_variance(column: &[f64]) -> (f64, f64) {
    let n = column.len() as f64;
    let mean = column.iter().sum::<f64>() / n;
    let variance = column.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    (mean, variance)
}

#[differentiable(wrt(batch, gamma))]
fn loss(batch: &Vec<Vec<f64>>, gamma: &[f64], targets: &[f64]) -> f64 {
    let width = batch[0].len();
    let mut out = vec![0.0; batch.len()];
    for c in 0..width {
        let column: Vec<f64> = batch.iter().map(|row| row[c]).collect();
        let (mean, var) = mean_and_variance(&column);
        for (o, x) in out.iter_mut().zip(&column) {
            *o += gamma[c] * (x - mean) / (var + 1e-5).sqrt();
        }
    }
    out.iter().zip(targets).map(|(o, t)| (o - t).powi(2)).sum()
}

// checks
fn main() {
    let batch = |x: &[f64]| -> Vec<Vec<f64>> { x[..6].chunks(2).map(<[f64]>::to_vec).collect() };
    let targets = [0.1, -0.5, 0.8];
    let x = [0.4, 1.0, -0.3, 0.7, 0.9, -1.1, 0.8, 1.2];
    check::grad("loss", &x, |x| loss(&batch(x), &x[6..], &targets), |x| loss::grad(&batch(x), &x[6..], &targets));
}
