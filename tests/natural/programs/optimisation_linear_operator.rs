// A linear operator trait, GMRES-free Richardson iteration with generics, dense and tridiagonal implementations.
use burtorch::differentiable;

pub trait LinearOperator {
    fn apply(&self, x: &[f64], scale: f64) -> Vec<f64>;
    fn diagonal(&self, i: usize) -> f64;
}

pub struct Tridiagonal {
    pub n: usize,
    pub off: f64,
    pub main: f64,
}

impl LinearOperator for Tridiagonal {
    fn apply(&self, x: &[f64], scale: f64) -> Vec<f64> {
        let mut y = vec![0.0; self.n];
        for i in 0..self.n {
            y[i] = self.main * x[i];
            if i > 0 {
                y[i] += scale * self.off * x[i - 1];
            }
            if i + 1 < self.n {
                y[i] += scale * self.off * x[i + 1];
            }
        }
        y
    }
    fn diagonal(&self, _i: usize) -> f64 {
        self.main
    }
}

pub struct Dense(pub Vec<Vec<f64>>);

impl LinearOperator for Dense {
    fn apply(&self, x: &[f64], scale: f64) -> Vec<f64> {
        self.0.iter().map(|row| row.iter().zip(x).map(|(a, x)| scale * a * x).sum()).collect()
    }
    fn diagonal(&self, i: usize) -> f64 {
        self.0[i][i]
    }
}

#[differentiable(wrt(b, scale))]
fn solve<A: LinearOperator>(a: &A, b: &[f64], scale: f64, steps: usize) -> Vec<f64> {
    let mut x = vec![0.0; b.len()];
    for _ in 0..steps {
        let ax = a.apply(&x, scale);
        for (i, xi) in x.iter_mut().enumerate() {
            *xi += 0.8 * (b[i] - ax[i]) / a.diagonal(i);
        }
    }
    x
}

#[differentiable(wrt(b, scale))]
fn norm_of_solution<A: LinearOperator>(a: &A, b: &[f64], scale: f64) -> f64 {
    solve(a, b, scale, 8).iter().map(|v| v * v).sum::<f64>().sqrt()
}

// checks
fn main() {
    let t = Tridiagonal { n: 3, off: -0.4, main: 2.0 };
    let d = Dense(vec![vec![3.0, 0.2, 0.1], vec![0.0, 2.0, 0.3], vec![0.4, 0.0, 4.0]]);
    let x = [1.0, -0.5, 0.3, 0.9];
    check::grad("tri", &x, |x| norm_of_solution(&t, &x[..3], x[3]), |x| norm_of_solution::grad(&t, &x[..3], x[3]));
    check::grad("dense", &x, |x| norm_of_solution(&d, &x[..3], x[3]), |x| norm_of_solution::grad(&d, &x[..3], x[3]));
}
