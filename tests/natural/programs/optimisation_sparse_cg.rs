// CSR matrix-vector product, conjugate gradients with a preconditioner given as a closure, iterator over rows as impl method.
use burtorch::differentiable;

pub struct Pattern {
    offsets: Vec<usize>,
    columns: Vec<usize>,
}

impl Pattern {
    fn row(&self, i: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        (self.offsets[i]..self.offsets[i + 1]).map(move |k| (k, self.columns[k]))
    }
    fn len(&self) -> usize {
        self.offsets.len() - 1
    }
}

fn multiply(pattern: &Pattern, values: &[f64], x: &[f64]) -> Vec<f64> {
    (0..pattern.len()).map(|i| pattern.row(i).map(|(k, j)| values[k] * x[j]).sum()).collect()
}

fn conjugate_gradient<A, P>(apply: A, precondition: P, b: &[f64], iterations: usize) -> Vec<f64>
where
    A: Fn(&[f64]) -> Vec<f64>,
    P: Fn(&[f64]) -> Vec<f64>,
{
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut x = vec![0.0; b.len()];
    let mut r = b.to_vec();
    let mut z = precondition(&r);
    let mut p = z.clone();
    let mut rz = dot(&r, &z);
    for _ in 0..iterations {
        if rz.abs() < 1e-20 {
            break;
        }
        let ap = apply(&p);
        let alpha = rz / dot(&p, &ap);
        for i in 0..x.len() {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        z = precondition(&r);
        let next = dot(&r, &z);
        let beta = next / rz;
        rz = next;
        p = z.iter().zip(&p).map(|(z, p)| z + beta * p).collect();
    }
    x
}

#[differentiable(wrt(values, b))]
fn compliance(values: &[f64], b: &[f64], pattern: &Pattern) -> f64 {
    let diagonal: Vec<f64> = (0..pattern.len())
        .map(|i| pattern.row(i).find(|&(_, j)| j == i).map(|(k, _)| values[k]).unwrap_or(1.0))
        .collect();
    let x = conjugate_gradient(
        |v| multiply(pattern, values, v),
        |r| r.iter().zip(&diagonal).map(|(r, d)| r / d).collect(),
        b,
        2,
    );
    x.iter().zip(b).map(|(x, b)| x * b).sum()
}

// checks
fn main() {
    let pattern = Pattern { offsets: vec![0, 2, 5, 7], columns: vec![0, 1, 0, 1, 2, 1, 2] };
    let x = [4.0, -1.0, -1.0, 4.5, -1.2, -1.2, 3.0, 1.0, 0.5, -0.3];
    check::grad("cg", &x, |x| compliance(&x[..7], &x[7..], &pattern), |x| compliance::grad(&x[..7], &x[7..], &pattern));
}
