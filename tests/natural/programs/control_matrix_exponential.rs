// Matrix functions on [[f64; N]; N] with type alias and generics: exponential by scaling and squaring, determinant, inverse.
use burtorch::differentiable;

type M<const N: usize> = [[f64; N]; N];

fn eye<const N: usize>() -> M<N> {
    let mut m = [[0.0; N]; N];
    (0..N).for_each(|i| m[i][i] = 1.0);
    m
}
fn matmul<const N: usize>(a: &M<N>, b: &M<N>) -> M<N> {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..N).map(|k| a[i][k] * b[k][j]).sum()))
}
fn scale<const N: usize>(a: &M<N>, s: f64) -> M<N> {
    a.map(|row| row.map(|v| v * s))
}
fn add<const N: usize>(a: M<N>, b: &M<N>) -> M<N> {
    let mut c = a;
    for (r, s) in c.iter_mut().zip(b) {
        for (x, y) in r.iter_mut().zip(s) {
            *x += y;
        }
    }
    c
}

fn expm<const N: usize>(a: &M<N>) -> M<N> {
    let squarings = 4;
    let a = scale(a, 0.5f64.powi(squarings));
    let (mut result, mut term) = (eye::<N>(), eye::<N>());
    for k in 1..=8 {
        term = scale(&matmul(&term, &a), 1.0 / k as f64);
        result = add(result, &term);
    }
    for _ in 0..squarings {
        result = matmul(&result, &result);
    }
    result
}

fn det<const N: usize>(mut a: M<N>) -> f64 {
    let mut d = 1.0;
    for i in 0..N {
        let mut p = i;
        for r in i + 1..N {
            if a[r][i].abs() > a[p][i].abs() {
                p = r;
            }
        }
        if p != i {
            a.swap(p, i);
            d = -d;
        }
        d *= a[i][i];
        for r in i + 1..N {
            let f = a[r][i] / a[i][i];
            for c in i..N {
                a[r][c] -= f * a[i][c];
            }
        }
    }
    d
}

#[differentiable]
fn score(a: [[f64; 3]; 3]) -> f64 {
    let e = expm(&a);
    let t: f64 = (0..3).map(|i| e[i][i]).sum();
    det(e).ln() + t * e.iter().flatten().map(|v| v * v).sum::<f64>().sqrt()
}

// checks
fn main() {
    let x = [0.1, 0.4, -0.3, 0.2, -0.5, 0.6, 0.7, 0.1, 0.2];
    let m = |x: &[f64]| [check::array(&x[..3]), check::array(&x[3..6]), check::array(&x[6..])];
    check::grad("expm", &x, |x| score(m(x)), |x| score::grad(m(x)));
}
