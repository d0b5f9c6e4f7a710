// A tiny network library: layers behind a trait, a Sequential, activations as an enum.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Relu,
    Tanh,
    Sigmoid,
    Identity,
}

impl Activation {
    fn apply(self, x: f64) -> f64 {
        match self {
            Self::Relu => x.max(0.0),
            Self::Tanh => x.tanh(),
            Self::Sigmoid => 1.0 / (1.0 + (-x).exp()),
            Self::Identity => x,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Mlp {
    layers: Vec<Dense>,
}

impl Dense {
    fn forward(&self, x: &[f64], act: Activation) -> Vec<f64> {
        self.w
            .iter()
            .zip(self.b.iter())
            .map(|(row, b)| act.apply(row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b))
            .collect()
    }
}

impl Mlp {
    fn forward(&self, x: &[f64], acts: &[Activation]) -> Vec<f64> {
        self.layers.iter().zip(acts).fold(x.to_vec(), |h, (layer, act)| layer.forward(&h, *act))
    }
}

fn softmax(logits: &[f64]) -> Vec<f64> {
    let m = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let e: Vec<f64> = logits.iter().map(|l| (l - m).exp()).collect();
    let z: f64 = e.iter().sum();
    e.into_iter().map(|e| e / z).collect()
}

#[differentiable(wrt(net))]
fn cross_entropy(net: &Mlp, data: &[(Vec<f64>, usize)], acts: &[Activation], decay: f64) -> f64 {
    let nll: f64 = data.iter().map(|(x, y)| -softmax(&net.forward(x, acts))[*y].ln()).sum();
    let l2: f64 = net.layers.iter().flat_map(|l| l.w.iter().flatten()).map(|w| w * w).sum();
    nll / data.len() as f64 + decay * l2
}

// checks
fn main() {
    let net = |x: &[f64]| Mlp {
        layers: vec![
            Dense { w: x[0..6].chunks(2).map(|c| c.to_vec()).collect(), b: x[6..9].to_vec() },
            Dense { w: x[9..15].chunks(3).map(|c| c.to_vec()).collect(), b: x[15..17].to_vec() },
        ],
    };
    let data = vec![(vec![0.2, 0.8], 0), (vec![-0.4, 0.3], 1), (vec![1.0, -1.0], 1)];
    let x: Vec<f64> = (0..17).map(|i| ((i * 7 % 13) as f64 - 6.0) / 9.0).collect();
    let flat = |m: Mlp| m.layers.into_iter().flat_map(|l| l.w.into_iter().flatten().chain(l.b)).collect::<Vec<f64>>();
    for acts in [[Activation::Tanh, Activation::Identity], [Activation::Sigmoid, Activation::Relu]] {
        check::grad(
            "mlp",
            &x,
            |x| cross_entropy(&net(x), &data, &acts, 0.01),
            |x| flat(cross_entropy::grad(&net(x), &data, &acts, 0.01)),
        );
    }
}
