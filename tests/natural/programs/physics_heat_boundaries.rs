// In-place solvers with &mut slices passed between helpers: tridiagonal heat steps, boundary conditions by an enum with data.
use burtorch::differentiable;

#[derive(Clone, Copy)]
enum Boundary {
    Fixed(f64),
    Insulated,
    Robin { h: f64, ambient: f64 },
}

fn apply(b: Boundary, u: &mut [f64], dx: f64) {
    let n = u.len();
    match b {
        Boundary::Fixed(t) => {
            u[0] = t;
            u[n - 1] = t;
        }
        Boundary::Insulated => {
            u[0] = u[1];
            u[n - 1] = u[n - 2];
        }
        Boundary::Robin { h, ambient } => {
            u[0] = (u[1] + h * dx * ambient) / (1.0 + h * dx);
            u[n - 1] = (u[n - 2] + h * dx * ambient) / (1.0 + h * dx);
        }
    }
}

fn thomas(lower: &[f64], diag: &mut [f64], upper: &[f64], rhs: &mut [f64]) {
    let n = rhs.len();
    for i in 1..n {
        let w = lower[i - 1] / diag[i - 1];
        diag[i] -= w * upper[i - 1];
        rhs[i] -= w * rhs[i - 1];
    }
    rhs[n - 1] /= diag[n - 1];
    for i in (0..n - 1).rev() {
        rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diag[i];
    }
}

#[differentiable(wrt(start, k))]
fn final_spread(start: &[f64], k: f64, boundary: Boundary, steps: usize) -> f64 {
    let n = start.len();
    let (dx, dt) = (1.0 / n as f64, 0.01);
    let r = k * dt / (dx * dx);
    let mut u = start.to_vec();
    for _ in 0..steps {
        let off = vec![-r; n - 1];
        let mut diag = vec![1.0 + 2.0 * r; n];
        thomas(&off, &mut diag, &off, &mut u);
        apply(boundary, &mut u, dx);
    }
    let mean = u.iter().sum::<f64>() / n as f64;
    u.iter().map(|v| (v - mean).powi(2)).sum::<f64>().sqrt()
}

// checks
fn main() {
    let x = [0.2, 1.0, 0.7, 0.1, 0.4, 0.3];
    for b in [Boundary::Fixed(0.5), Boundary::Insulated, Boundary::Robin { h: 2.0, ambient: 0.1 }] {
        check::grad("heat", &x, |x| final_spread(&x[..5], x[5], b, 4), |x| final_spread::grad(&x[..5], x[5], b, 4));
    }
}
