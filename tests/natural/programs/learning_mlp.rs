// A perceptron as vectors of vectors, the activation chosen by name.
use burtorch::differentiable;

#[differentiable(wrt(z))]
fn activate(name: &str, z: f64) -> f64 {
    match name {
        "tanh" => z.tanh(),
        "relu" => z.max(0.0),
        _ => 1.0 / (1.0 + (-z).exp()),
    }
}

#[differentiable(wrt(w, b))]
fn layer(w: &[Vec<f64>], b: &[f64], x: &[f64], name: &str) -> Vec<f64> {
    let mut out = Vec::new();
    for (row, bias) in w.iter().zip(b) {
        let z = row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + bias;
        out.push(activate(name, z));
    }
    out
}

#[differentiable(wrt(w1, b1))]
fn loss(w1: &[Vec<f64>], b1: &[f64], data: &[(Vec<f64>, f64)]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in data {
        let h = layer(w1, b1, x, "tanh");
        let out: f64 = h.iter().sum();
        sum += (out - y).powi(2);
    }
    sum / data.len() as f64
}

// checks
fn main() {
    let data = vec![(vec![0.1, 0.9], 1.0), (vec![0.8, -0.4], -1.0)];
    let w = |x: &[f64]| -> Vec<Vec<f64>> { x[..6].chunks(2).map(|c| c.to_vec()).collect() };
    let x = [0.1, -0.2, 0.5, 0.3, -0.7, 0.4, 0.05, -0.1, 0.2];
    check::grad("loss", &x, |x| loss(&w(x), &x[6..], &data), |x| loss::grad(&w(x), &x[6..], &data));
}
