// Power iteration on a tight-binding ring, Rayleigh quotient, deflation; vectors with own norm helper returning Option.
use burtorch::differentiable;

fn normalized(v: &[f64]) -> Option<Vec<f64>> {
    let n = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    if n < 1e-12 { None } else { Some(v.iter().map(|x| x / n).collect()) }
}

fn apply(onsite: &[f64], hop: f64, v: &[f64]) -> Vec<f64> {
    let n = v.len();
    (0..n).map(|i| onsite[i] * v[i] + hop * (v[(i + 1) % n] + v[(i + n - 1) % n])).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiable(wrt(onsite, hop))]
fn gap(onsite: &[f64], hop: f64, iterations: usize) -> Option<f64> {
    let n = onsite.len();
    let shift = 5.0;
    let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
    for state in 0..2 {
        let start: Vec<f64> = (0..n).map(|i| 1.0 + ((i * (state + 2)) % 5) as f64).collect();
        let mut v = normalized(&start)?;
        for _ in 0..iterations {
            let mut w = apply(onsite, hop, &v);
            for (wi, vi) in w.iter_mut().zip(&v) {
                *wi += shift * vi;
            }
            for (_, u) in &found {
                let overlap = dot(&w, u);
                for (wi, ui) in w.iter_mut().zip(u) {
                    *wi -= overlap * ui;
                }
            }
            v = normalized(&w)?;
        }
        let e = dot(&v, &apply(onsite, hop, &v));
        found.push((e, v));
    }
    match &found[..] {
        [(a, _), (b, _)] => Some(a - b),
        _ => None,
    }
}

// checks
fn main() {
    let x = [0.3, -0.2, 0.9, 0.1, 0.4];
    check::grad("gap", &x, |x| gap(&x[..4], x[4], 25).unwrap(), |x| gap::grad(&x[..4], x[4], 25).unwrap());
}
