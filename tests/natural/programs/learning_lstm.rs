// One LSTM cell with gates in a struct of matrices, unrolled over a sequence, cross entropy at the end.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
pub struct Gate {
    pub w: Vec<Vec<f64>>,
    pub u: Vec<Vec<f64>>,
    pub b: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Lstm {
    pub input: Gate,
    pub forget: Gate,
    pub output: Gate,
    pub cell: Gate,
    pub readout: Vec<f64>,
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Gate {
    fn apply(&self, x: &[f64], h: &[f64], f: fn(f64) -> f64) -> Vec<f64> {
        let mut out = self.b.clone();
        for (i, o) in out.iter_mut().enumerate() {
            *o += self.w[i].iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
            *o += self.u[i].iter().zip(h).map(|(u, h)| u * h).sum::<f64>();
            *o = f(*o);
        }
        out
    }
}

#[differentiable]
fn step(net: &Lstm, x: &[f64], h: &[f64], c: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let i = net.input.apply(x, h, sigmoid);
    let f = net.forget.apply(x, h, sigmoid);
    let o = net.output.apply(x, h, sigmoid);
    let g = net.cell.apply(x, h, f64::tanh);
    let c: Vec<f64> = (0..c.len()).map(|k| f[k] * c[k] + i[k] * g[k]).collect();
    let h = o.iter().zip(&c).map(|(o, c)| o * c.tanh()).collect();
    (h, c)
}

#[differentiable(wrt(net))]
fn loss(net: &Lstm, sequence: &[Vec<f64>], label: bool) -> f64 {
    let n = net.readout.len();
    let (mut h, mut c) = (vec![0.0; n], vec![0.0; n]);
    for x in sequence {
        (h, c) = step(net, x, &h, &c);
    }
    let logit: f64 = h.iter().zip(&net.readout).map(|(h, r)| h * r).sum();
    let p = sigmoid(logit);
    if label { -p.ln() } else { -(1.0 - p).ln() }
}

// checks
fn main() {
    let gate = |x: &[f64]| Gate { w: vec![x[0..1].to_vec(), x[1..2].to_vec()], u: vec![x[2..4].to_vec(), x[4..6].to_vec()], b: x[6..8].to_vec() };
    let net = |x: &[f64]| Lstm { input: gate(x), forget: gate(&x[8..]), output: gate(&x[16..]), cell: gate(&x[24..]), readout: x[32..34].to_vec() };
    let flat = |d: Lstm| { let mut v = vec![]; for g in [d.input, d.forget, d.output, d.cell] { v.extend(g.w.concat()); v.extend(g.u.concat()); v.extend(g.b); } v.extend(d.readout); v };
    let x: Vec<f64> = (0..34).map(|i| ((i * 7 % 11) as f64) / 8.0 - 0.6).collect();
    let seq = vec![vec![0.5], vec![-0.3], vec![0.9]];
    check::grad("lstm", &x, |x| loss(&net(x), &seq, true), |x| flat(loss::grad(&net(x), &seq, true)));
}
