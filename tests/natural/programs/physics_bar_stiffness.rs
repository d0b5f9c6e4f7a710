// Sparse matrix in CSR form as a struct, conjugate gradients, compliance of a bar structure.
use burtorch::differentiable;

struct Csr {
    indptr: Vec<usize>,
    indices: Vec<usize>,
    data: Vec<f64>,
}

impl Csr {
    fn from_triplets(n: usize, triplets: &[(usize, usize, f64)]) -> Self {
        let mut counts = vec![0usize; n + 1];
        for &(i, _, _) in triplets {
            counts[i + 1] += 1;
        }
        for i in 0..n {
            counts[i + 1] += counts[i];
        }
        let mut next = counts.clone();
        let mut indices = vec![0; triplets.len()];
        let mut data = vec![0.0; triplets.len()];
        for &(i, j, v) in triplets {
            let at = next[i];
            indices[at] = j;
            data[at] = v;
            next[i] += 1;
        }
        Csr { indptr: counts, indices, data }
    }
    fn mul(&self, x: &[f64]) -> Vec<f64> {
        self.indptr.windows(2).map(|w| (w[0]..w[1]).map(|k| self.data[k] * x[self.indices[k]]).sum()).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn cg(a: &Csr, b: &[f64], tol: f64) -> Vec<f64> {
    let mut x = vec![0.0; b.len()];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs = dot(&r, &r);
    while rs.sqrt() > tol {
        let ap = a.mul(&p);
        let alpha = rs / dot(&p, &ap);
        for i in 0..x.len() {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let new = dot(&r, &r);
        p = r.iter().zip(&p).map(|(r, p)| r + new / rs * p).collect();
        rs = new;
    }
    x
}

#[differentiable(wrt(stiffness))]
fn compliance(stiffness: &[f64], load: &[f64]) -> f64 {
    let n = load.len();
    let mut triplets = Vec::new();
    for (e, k) in stiffness.iter().enumerate() {
        triplets.push((e, e, *k));
        if e + 1 < n {
            triplets.push((e + 1, e + 1, *k));
            triplets.push((e, e + 1, -k));
            triplets.push((e + 1, e, -k));
        }
    }
    let a = Csr::from_triplets(n, &triplets);
    dot(load, &cg(&a, load, 1e-10))
}

// checks
fn main() {
    let load = [0.1, -0.4, 0.3, 1.0];
    let k = [2.0, 1.5, 1.2, 0.9];
    check::grad("compliance", &k, |k| compliance(k, &load), |k| compliance::grad(k, &load));
}
