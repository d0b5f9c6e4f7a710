// Gaussian process marginal likelihood with kernels as a generic trait, sums and products of kernels.
use burtorch::{Differentiable, differentiable};

trait Kernel {
    fn k(&self, a: &[f64], b: &[f64]) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Rbf {
    variance: f64,
    length: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Periodic {
    period: f64,
    length: f64,
}
#[derive(Clone, Debug)]
struct Sum<A, B>(A, B);

impl Kernel for Rbf {
    fn k(&self, a: &[f64], b: &[f64]) -> f64 {
        let d2 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        self.variance * (-0.5 * d2 / self.length.powi(2)).exp()
    }
}
impl Kernel for Periodic {
    fn k(&self, a: &[f64], b: &[f64]) -> f64 {
        let d = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>();
        (-2.0 * (std::f64::consts::PI * d / self.period).sin().powi(2) / self.length.powi(2)).exp()
    }
}
impl<A: Kernel, B: Kernel> Kernel for Sum<A, B> {
    fn k(&self, a: &[f64], b: &[f64]) -> f64 {
        self.0.k(a, b) + self.1.k(a, b)
    }
}

fn gram(kernel: &impl Kernel, xs: &[Vec<f64>], noise: f64) -> Vec<Vec<f64>> {
    (0..xs.len())
        .map(|i| (0..xs.len()).map(|j| kernel.k(&xs[i], &xs[j]) + if i == j { noise } else { 0.0 }).collect())
        .collect()
}

fn cholesky(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    for j in 0..n {
        for k in 0..j {
            for i in j..n {
                let t = a[i][k] * a[j][k];
                a[i][j] -= t;
            }
        }
        if a[j][j] <= 0.0 {
            return None;
        }
        let d = a[j][j].sqrt();
        for i in j..n {
            a[i][j] /= d;
        }
    }
    Some(a)
}

fn nll(kernel: &impl Kernel, noise: f64, xs: &[Vec<f64>], ys: &[f64]) -> Option<f64> {
    let l = cholesky(gram(kernel, xs, noise))?;
    let mut z: Vec<f64> = Vec::with_capacity(ys.len());
    for (i, y) in ys.iter().enumerate() {
        let s: f64 = z.iter().enumerate().map(|(k, z)| l[i][k] * z).sum();
        z.push((y - s) / l[i][i]);
    }
    let logdet: f64 = (0..ys.len()).map(|i| l[i][i].ln()).sum();
    Some(0.5 * z.iter().map(|z| z * z).sum::<f64>() + logdet)
}

#[differentiable(wrt(rbf, noise))]
fn evidence(rbf: &Rbf, noise: f64, xs: &[Vec<f64>], ys: &[f64]) -> f64 {
    nll(rbf, noise, xs, ys).unwrap_or(f64::INFINITY)
}

#[differentiable(wrt(rbf, per, noise))]
fn evidence_sum(rbf: Rbf, per: Periodic, noise: f64, xs: &[Vec<f64>], ys: &[f64]) -> f64 {
    let kernel = Sum(rbf, per);
    nll(&kernel, noise, xs, ys).expect("positive definite")
}

// checks
fn main() {
    let xs: Vec<Vec<f64>> = (0..5).map(|i| vec![i as f64 * 0.6, (i as f64).cos()]).collect();
    let ys = [0.1, 0.5, 0.9, 0.4, -0.2];
    check::grad(
        "gp",
        &[1.1, 0.8, 0.1],
        |x| evidence(&Rbf { variance: x[0], length: x[1] }, x[2], &xs, &ys),
        |x| {
            let (k, n) = evidence::grad(&Rbf { variance: x[0], length: x[1] }, x[2], &xs, &ys);
            [k.variance, k.length, n]
        },
    );
    check::grad(
        "sum",
        &[1.1, 0.8, 1.4, 0.9, 0.1],
        |x| evidence_sum(Rbf { variance: x[0], length: x[1] }, Periodic { period: x[2], length: x[3] }, x[4], &xs, &ys),
        |x| {
            let (k, p, n) = evidence_sum::grad(
                Rbf { variance: x[0], length: x[1] },
                Periodic { period: x[2], length: x[3] },
                x[4],
                &xs,
                &ys,
            );
            [k.variance, k.length, p.period, p.length, n]
        },
    );
}
