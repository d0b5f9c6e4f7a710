// A few L-BFGS steps unrolled over a test function trait; two-loop recursion with VecDeque of pairs; the derivative of the result.
use burtorch::differentiable;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn sub(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn rosenbrock(x: &[f64], a: f64, b: f64) -> (f64, Vec<f64>) {
    let mut f = 0.0;
    let mut g = vec![0.0; x.len()];
    for i in 0..x.len() - 1 {
        let (u, v) = (a - x[i], x[i + 1] - x[i] * x[i]);
        f += u * u + b * v * v;
        g[i] += -2.0 * u - 4.0 * b * x[i] * v;
        g[i + 1] += 2.0 * b * v;
    }
    (f, g)
}

fn two_loop(g: &[f64], pairs: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut q = g.to_vec();
    let mut alphas = Vec::new();
    for (s, y) in pairs.iter().rev() {
        let alpha = dot(s, &q) / dot(y, s);
        for (q, y) in q.iter_mut().zip(y) {
            *q -= alpha * y;
        }
        alphas.push(alpha);
    }
    if let Some((s, y)) = pairs.last() {
        let scale = dot(s, y) / dot(y, y);
        q.iter_mut().for_each(|v| *v *= scale);
    }
    for ((s, y), alpha) in pairs.iter().zip(alphas.iter().rev()) {
        let beta = dot(y, &q) / dot(y, s);
        for (q, s) in q.iter_mut().zip(s) {
            *q += (alpha - beta) * s;
        }
    }
    q
}

#[differentiable(wrt(start, a, b))]
fn minimum(start: &[f64], a: f64, b: f64, iterations: usize) -> f64 {
    let mut x = start.to_vec();
    let (mut f, mut g) = rosenbrock(&x, a, b);
    let mut pairs: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..iterations {
        let d = two_loop(&g, &pairs);
        let slope = dot(&d, &g);
        let mut t = if pairs.is_empty() { 0.01 } else { 1.0 };
        let (next, nf, ng) = loop {
            let trial: Vec<f64> = x.iter().zip(&d).map(|(x, d)| x - t * d).collect();
            let (ft, gt) = rosenbrock(&trial, a, b);
            if ft <= f - 1e-4 * t * slope || t < 1e-6 {
                break (trial, ft, gt);
            }
            t *= 0.5;
        };
        pairs.push((sub(&next, &x), sub(&ng, &g)));
        if pairs.len() > 3 {
            pairs.remove(0);
        }
        (x, f, g) = (next, nf, ng);
    }
    f
}

// checks
fn main() {
    let x = [-0.4, 0.6, 1.0, 4.0];
    check::grad("lbfgs", &x, |x| minimum(&x[..2], x[2], x[3], 4), |x| minimum::grad(&x[..2], x[2], x[3], 4));
}
