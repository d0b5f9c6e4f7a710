// Softmax regression with a matrix struct and label smoothing; argmax for the accuracy.
use burtorch::differentiable;

#[differentiable]
fn softmax(logits: &[f64]) -> Vec<f64> {
    let m = logits.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    let e: Vec<f64> = logits.iter().map(|l| (l - m).exp()).collect();
    let z: f64 = e.iter().sum();
    e.iter().map(|v| v / z).collect()
}

#[differentiable(wrt(w))]
fn cross_entropy(w: &[f64], xs: &[[f64; 2]], labels: &[usize], classes: usize, smoothing: f64) -> f64 {
    let mut nll = 0.0;
    let mut correct = 0;
    for (x, &label) in xs.iter().zip(labels) {
        let logits: Vec<f64> = (0..classes).map(|c| w[3 * c] * x[0] + w[3 * c + 1] * x[1] + w[3 * c + 2]).collect();
        let p = softmax(&logits);
        for c in 0..classes {
            let target = if c == label { 1.0 - smoothing } else { smoothing / (classes - 1) as f64 };
            nll -= target * p[c].ln();
        }
        let best = (0..classes).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap();
        if best == label {
            correct += 1;
        }
    }
    println!("{correct} of {}", xs.len());
    nll / xs.len() as f64
}

// checks
fn main() {
    let (xs, labels) = ([[0.1, 1.0], [0.7, -0.3], [1.5, 0.2]], [0, 2, 1]);
    let x = [0.1, -0.4, 0.2, 0.5, 0.3, -0.1, -0.6, 0.2, 0.0];
    let f = |x: &[f64]| cross_entropy(x, &xs, &labels, 3, 0.1);
    check::grad("cross_entropy", &x, f, |x| cross_entropy::grad(x, &xs, &labels, 3, 0.1));
}
