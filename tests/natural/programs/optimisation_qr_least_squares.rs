// Householder QR on a flat column-major struct, least squares, with error type and ? through three levels.
use burtorch::differentiable;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SolveError {
    Shape { rows: usize, cols: usize },
    RankDeficient(usize),
}

#[derive(Clone, Debug)]
struct Dense {
    rows: usize,
    cols: usize,
    a: Vec<f64>,
}

impl Dense {
    fn try_from_rows(rows: &[Vec<f64>]) -> Result<Self, SolveError> {
        let cols = rows.first().map_or(0, Vec::len);
        if rows.is_empty() || rows.iter().any(|r| r.len() != cols) {
            return Err(SolveError::Shape { rows: rows.len(), cols });
        }
        let mut a = Vec::new();
        for j in 0..cols {
            a.extend(rows.iter().map(|r| r[j]));
        }
        Ok(Self { rows: rows.len(), cols, a })
    }
    fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.a[j * self.rows..(j + 1) * self.rows]
    }
    fn get(&self, i: usize, j: usize) -> f64 {
        self.a[j * self.rows + i]
    }
}

fn reflect(v: &[f64], x: &mut [f64]) {
    let vv: f64 = v.iter().map(|v| v * v).sum();
    let vx: f64 = v.iter().zip(x.iter()).map(|(v, x)| v * x).sum();
    let f = 2.0 * vx / vv;
    for (x, v) in x.iter_mut().zip(v) {
        *x -= f * v;
    }
}

fn least_squares(mut m: Dense, mut b: Vec<f64>) -> Result<Vec<f64>, SolveError> {
    for k in 0..m.cols {
        let mut v: Vec<f64> = m.column_mut(k)[k..].to_vec();
        let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm < 1e-10 {
            return Err(SolveError::RankDeficient(k));
        }
        v[0] += if v[0] < 0.0 { -norm } else { norm };
        for j in k..m.cols {
            reflect(&v, &mut m.column_mut(j)[k..]);
        }
        reflect(&v, &mut b[k..]);
    }
    let mut x = vec![0.0; m.cols];
    for i in (0..m.cols).rev() {
        let s: f64 = ((i + 1)..m.cols).map(|j| m.get(i, j) * x[j]).sum();
        x[i] = (b[i] - s) / m.get(i, i);
    }
    Ok(x)
}

#[differentiable(wrt(rows, b))]
fn coefficient_norm(rows: &[Vec<f64>], b: &[f64]) -> Result<f64, SolveError> {
    let m = Dense::try_from_rows(rows)?;
    let x = least_squares(m, b.to_vec())?;
    Ok(x.iter().enumerate().map(|(i, v)| (i + 1) as f64 * v * v).sum())
}

// checks
fn main() {
    let x: Vec<f64> = (0..12).map(|i| ((i * 7 % 11) as f64) / 4.0 - 0.9).collect();
    let un = |x: &[f64]| x[..8].chunks(2).map(<[f64]>::to_vec).collect::<Vec<_>>();
    let f = |x: &[f64]| coefficient_norm(&un(x), &x[8..]).unwrap();
    check::grad("ls", &x, f, |x| coefficient_norm::grad(&un(x), &x[8..]).unwrap());
}
