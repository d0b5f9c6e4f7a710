// A field on a square lattice in a struct with const generics.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Field<const N: usize> {
    phi: [[f64; N]; N],
}

impl<const N: usize> Field<N> {
    fn neighbours(&self, i: usize, j: usize) -> [f64; 2] {
        [self.phi[(i + 1) % N][j], self.phi[i][(j + 1) % N]]
    }
}

#[differentiable(wrt(field, lambda))]
fn action<const N: usize>(field: &Field<N>, mass: f64, lambda: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..N {
        for j in 0..N {
            let p = field.phi[i][j];
            for q in field.neighbours(i, j) {
                s += 0.5 * (q - p).powi(2);
            }
            s += 0.5 * mass * p * p + lambda / 24.0 * p.powi(4);
        }
    }
    s
}

// checks
fn main() {
    let field = |x: &[f64]| Field::<3> { phi: std::array::from_fn(|i| std::array::from_fn(|j| x[3 * i + j])) };
    let x = [0.1, -0.3, 0.5, 0.7, 0.2, -0.9, 0.4, 0.3, 0.6, 1.3];
    check::grad("action", &x, |x| action(&field(x), 0.5, x[9]), |x| {
        let (f, l) = action::grad(&field(x), 0.5, x[9]);
        (f.phi, l)
    });
}
