// Finite horizon LQR with a const generic Matrix type: Mul for references, transpose, solve by Gauss, cost of the closed loop.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Index, IndexMut, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Mat<const R: usize, const C: usize> {
    pub e: [[f64; C]; R],
}

impl<const R: usize, const C: usize> Mat<R, C> {
    pub fn zeros() -> Self {
        Mat { e: [[0.0; C]; R] }
    }
    pub fn transpose(&self) -> Mat<C, R> {
        let mut t = Mat::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                t.e[j][i] = self.e[i][j];
            }
        }
        t
    }
}

impl<const R: usize, const C: usize> Index<(usize, usize)> for Mat<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.e[i][j]
    }
}
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Mat<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.e[i][j]
    }
}

impl<const R: usize, const K: usize, const C: usize> Mul<&Mat<K, C>> for &Mat<R, K> {
    type Output = Mat<R, C>;
    fn mul(self, rhs: &Mat<K, C>) -> Mat<R, C> {
        let mut m = Mat::zeros();
        for i in 0..R {
            for j in 0..C {
                m[(i, j)] = (0..K).map(|k| self[(i, k)] * rhs[(k, j)]).sum();
            }
        }
        m
    }
}
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    fn add(mut self, rhs: Self) -> Self {
        for (a, b) in self.e.iter_mut().flatten().zip(rhs.e.iter().flatten()) {
            *a += b;
        }
        self
    }
}
impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        Mat { e: std::array::from_fn(|i| std::array::from_fn(|j| self.e[i][j] - rhs.e[i][j])) }
    }
}

fn gains(a: &Mat<2, 2>, b: &Mat<2, 1>, q: &Mat<2, 2>, r: f64, horizon: usize) -> Vec<Mat<1, 2>> {
    let mut p = *q;
    let mut ks = Vec::new();
    for _ in 0..horizon {
        let bt_p = &b.transpose() * &p;
        let s = r + (&bt_p * b)[(0, 0)];
        let mut k = &bt_p * a;
        k[(0, 0)] /= s;
        k[(0, 1)] /= s;
        let closed = *a - b * &k;
        p = *q + &(&a.transpose() * &p) * &closed;
        ks.push(k);
    }
    ks.reverse();
    ks
}

#[differentiable(wrt(a, r))]
fn closed_loop_cost(a: Mat<2, 2>, b: Mat<2, 1>, r: f64, x0: [f64; 2]) -> f64 {
    let q = Mat { e: [[1.0, 0.0], [0.0, 0.1]] };
    let mut x = Mat { e: [[x0[0]], [x0[1]]] };
    let mut cost = 0.0;
    for k in gains(&a, &b, &q, r, 6) {
        let u = -(&k * &x)[(0, 0)];
        cost += (&(&x.transpose() * &q) * &x)[(0, 0)] + r * u * u;
        x = &a * &x + Mat { e: [[b[(0, 0)] * u], [b[(1, 0)] * u]] };
    }
    cost
}

// checks
fn main() {
    let b = Mat { e: [[0.0], [0.1]] };
    let a = |x: &[f64]| Mat { e: [[x[0], x[1]], [x[2], x[3]]] };
    let f = |x: &[f64]| closed_loop_cost(a(x), b, x[4], [1.0, -0.5]);
    check::grad("lqr", &[1.0, 0.1, -0.05, 0.98, 0.2], f, |x| {
        let (m, r) = closed_loop_cost::grad(a(x), b, x[4], [1.0, -0.5]);
        (m.e, r)
    });
}
