// Small fixed-size linear algebra, generic over sizes, with operators.
use burtorch::differentiable;
use std::ops::{Add, Index, IndexMut, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Mat<const R: usize, const C: usize>([[f64; C]; R]);

impl<const R: usize, const C: usize> Mat<R, C> {
    fn zeros() -> Self {
        Mat([[0.0; C]; R])
    }
    fn transpose(&self) -> Mat<C, R> {
        let mut t = Mat::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                t[(j, i)] = self[(i, j)];
            }
        }
        t
    }
}
impl<const N: usize> Mat<N, N> {
    fn identity() -> Self {
        let mut m = Self::zeros();
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
    fn trace(&self) -> f64 {
        (0..N).map(|i| self[(i, i)]).sum()
    }
}
impl<const R: usize, const C: usize> Index<(usize, usize)> for Mat<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.0[i][j]
    }
}
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Mat<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.0[i][j]
    }
}
impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    fn mul(self, o: Mat<K, C>) -> Mat<R, C> {
        let mut m = Mat::zeros();
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    m[(i, j)] += self[(i, k)] * o[(k, j)];
                }
            }
        }
        m
    }
}
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    fn add(mut self, o: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(o.0.iter()) {
            for (a, b) in a.iter_mut().zip(b) {
                *a += *b;
            }
        }
        self
    }
}
impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        let mut m = self;
        for i in 0..R {
            for j in 0..C {
                m[(i, j)] -= o[(i, j)];
            }
        }
        m
    }
}

#[differentiable]
fn misfit(a: [[f64; 2]; 3], p: [[f64; 2]; 2]) -> f64 {
    let a = Mat(a);
    let p = Mat(p);
    let s = a * p * a.transpose() + Mat::<3, 3>::identity();
    let r = s - Mat::identity();
    (r * s).trace().ln_1p()
}

// checks
fn main() {
    let x = [0.3, -0.2, 0.5, 0.9, -0.4, 0.1, 1.2, 0.3, 0.2, 0.8];
    let un = |x: &[f64]| ([[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]], [[x[6], x[7]], [x[8], x[9]]]);
    check::grad(
        "mat",
        &x,
        |x| {
            let (a, p) = un(x);
            misfit(a, p)
        },
        |x| {
            let (a, p) = un(x);
            misfit::grad(a, p)
        },
    );
    check::hvp(
        "mat",
        &x,
        &check::direction(10),
        |x| {
            let (a, p) = un(x);
            misfit::grad(a, p)
        },
        |x, v| misfit::hvp(un(x), un(v)),
    );
}
