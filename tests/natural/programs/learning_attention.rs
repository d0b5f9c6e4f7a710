// Causal attention by hand over nested arrays with const generics.
use burtorch::differentiable;

#[differentiable]
fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn attention<const T: usize, const D: usize>(q: &[[f64; D]; T], k: &[[f64; D]; T], v: &[[f64; D]; T]) -> [[f64; D]; T] {
    let scale = 1.0 / (D as f64).sqrt();
    let mut out = [[0.0; D]; T];
    for t in 0..T {
        let mut scores = [0.0; T];
        let mut total = 0.0;
        for s in 0..=t {
            scores[s] = (scale * dot(&q[t], &k[s])).exp();
            total += scores[s];
        }
        for s in 0..=t {
            for d in 0..D {
                out[t][d] += scores[s] / total * v[s][d];
            }
        }
    }
    out
}

#[differentiable]
fn pooled(x: &[[f64; 2]; 3]) -> f64 {
    let y = attention(x, x, x);
    y.iter().flatten().map(|v| v.tanh()).sum()
}

// checks
fn main() {
    let m = |x: &[f64]| -> [[f64; 2]; 3] { std::array::from_fn(|i| [x[2 * i], x[2 * i + 1]]) };
    let x = [0.1, -0.4, 0.9, 0.3, -0.2, 0.6];
    check::grad("pooled", &x, |x| pooled(&m(x)), |x| pooled::grad(&m(x)));
}
