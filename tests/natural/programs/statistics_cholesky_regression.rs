// Marginal likelihood of Bayesian linear regression; a matrix struct with row-major storage.
use burtorch::differentiable;

#[derive(Clone)]
struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
}

#[differentiable(wrt(noise, scale))]
fn evidence(x: &Matrix, y: &[f64], noise: f64, scale: f64) -> f64 {
    let n = x.rows;
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let mut dot = 0.0;
            for c in 0..x.cols {
                dot += x.at(i, c) * x.at(j, c);
            }
            k[i][j] = scale * dot + if i == j { noise } else { 0.0 };
        }
    }
    // Cholesky in place, then forward substitution.
    let mut log_det = 0.0;
    for j in 0..n {
        for i in j..n {
            let s: f64 = (0..j).map(|m| k[i][m] * k[j][m]).sum();
            k[i][j] = if i == j { (k[i][i] - s).sqrt() } else { (k[i][j] - s) / k[j][j] };
        }
        log_det += 2.0 * k[j][j].ln();
    }
    let mut quad = 0.0;
    let mut z = vec![0.0; n];
    for i in 0..n {
        let s: f64 = (0..i).map(|m| k[i][m] * z[m]).sum();
        z[i] = (y[i] - s) / k[i][i];
        quad += z[i] * z[i];
    }
    -0.5 * (quad + log_det)
}

// checks
fn main() {
    let mut x = Matrix::zeros(4, 2);
    x.data = vec![1.0, 0.2, 1.0, 0.9, 1.0, 1.5, 1.0, 2.2];
    let y = [0.1, 0.8, 1.1, 2.5];
    check::grad("evidence", &[0.3, 1.2], |p| evidence(&x, &y, p[0], p[1]), |p| evidence::grad(&x, &y, p[0], p[1]));
}
