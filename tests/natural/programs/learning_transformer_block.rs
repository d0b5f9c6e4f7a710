// One head of attention with layer norm; a small Tensor type with shape, matmul and map; parameters in a struct that derives.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug)]
struct Tensor {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Tensor {
    fn new(rows: usize, cols: usize, data: Vec<f64>) -> Self {
        assert_eq!(data.len(), rows * cols, "shape mismatch");
        Self { rows, cols, data }
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
    fn matmul(&self, other: &Tensor) -> Tensor {
        let mut out = vec![0.0; self.rows * other.cols];
        for i in 0..self.rows {
            for j in 0..other.cols {
                let mut s = 0.0;
                for k in 0..self.cols {
                    s += self.data[i * self.cols + k] * other.data[k * other.cols + j];
                }
                out[i * other.cols + j] = s;
            }
        }
        Tensor::new(self.rows, other.cols, out)
    }
    fn map(&self, f: impl Fn(f64) -> f64) -> Tensor {
        Tensor { data: self.data.iter().map(|&v| f(v)).collect(), ..*self }
    }
    fn transpose(&self) -> Tensor {
        let mut data = Vec::with_capacity(self.data.len());
        for j in 0..self.cols {
            for i in 0..self.rows {
                data.push(self.data[i * self.cols + j]);
            }
        }
        Tensor::new(self.cols, self.rows, data)
    }
    fn softmax_rows(mut self) -> Tensor {
        for row in self.data.chunks_mut(self.cols) {
            let max = row.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let mut z = 0.0;
            for v in row.iter_mut() {
                *v = (*v - max).exp();
                z += *v;
            }
            row.iter_mut().for_each(|v| *v /= z);
        }
        self
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Block {
    pub wq: Vec<f64>,
    pub wk: Vec<f64>,
    pub wv: Vec<f64>,
    pub scale: f64,
}

#[differentiable(wrt(block, x))]
fn loss(block: &Block, x: &[f64], dim: usize) -> f64 {
    let n = x.len() / dim;
    let x = Tensor::new(n, dim, x.to_vec());
    let q = x.matmul(&Tensor::new(dim, dim, block.wq.clone()));
    let k = x.matmul(&Tensor::new(dim, dim, block.wk.clone()));
    let v = x.matmul(&Tensor::new(dim, dim, block.wv.clone()));
    let scores = q.matmul(&k.transpose()).map(|s| s * block.scale / (dim as f64).sqrt());
    let out = scores.softmax_rows().matmul(&v);
    (0..n).map(|i| out.row(i).iter().map(|v| v.tanh().powi(2)).sum::<f64>()).sum::<f64>() / n as f64
}

// checks
fn main() {
    let b = |x: &[f64]| Block { wq: x[..4].to_vec(), wk: x[4..8].to_vec(), wv: x[8..12].to_vec(), scale: x[12] };
    let x: Vec<f64> = (0..19).map(|i| ((i * 7 % 11) as f64) / 6.0 - 0.8).collect();
    check::grad("block", &x, |x| loss(&b(x), &x[13..], 2), |x| {
        let (d, g) = loss::grad(&b(x), &x[13..], 2);
        [d.wq, d.wk, d.wv, vec![d.scale], g].concat()
    });
}
