// Mean field fixed point iteration with tolerance, free energy; transfer matrix of the 1D Ising chain with a complex pair of eigenvalues.
use burtorch::differentiable;

#[derive(Clone, Copy)]
struct Lattice {
    coordination: u32,
    coupling: f64,
}

impl Lattice {
    fn magnetization(&self, beta: f64, field: f64) -> Option<f64> {
        let mut m: f64 = 0.5;
        let mut iterations = 0usize;
        loop {
            let next = (beta * (self.coordination as f64 * self.coupling * m + field)).tanh();
            iterations += 1;
            if (next - m).abs() < 1e-14 {
                break Some(next);
            }
            if iterations > 500 {
                break None;
            }
            m = next;
        }
    }

    fn free_energy(&self, beta: f64, field: f64) -> Option<f64> {
        let m = self.magnetization(beta, field)?;
        let zj = f64::from(self.coordination) * self.coupling;
        Some(0.5 * zj * m * m - (2.0 * (beta * (zj * m + field)).cosh()).ln() / beta)
    }
}

#[differentiable]
fn landau(beta: f64, field: f64, coupling: f64) -> f64 {
    let lattice = Lattice { coordination: 4, coupling };
    lattice.free_energy(beta, field).unwrap_or(f64::NAN)
}

#[differentiable(wrt(k, h))]
fn chain_free_energy(k: f64, h: f64, n: i32) -> f64 {
    let a = k.exp() * h.cosh();
    let disc = (2.0 * k).exp() * h.sinh().powi(2) + (-2.0 * k).exp();
    let (l1, l2) = (a + disc.sqrt(), a - disc.sqrt());
    let z = l1.powi(n) + l2.powi(n);
    -z.ln() / f64::from(n)
}

// checks
fn main() {
    check::grad("landau", &[0.4, 0.2, 1.0], |x| landau(x[0], x[1], x[2]), |x| landau::grad(x[0], x[1], x[2]));
    check::grad("chain", &[0.4, 0.2], |x| chain_free_energy(x[0], x[1], 8), |x| chain_free_energy::grad(x[0], x[1], 8));
    check::hvp("chain", &[0.4, 0.2], &[0.3, 0.7], |x| chain_free_energy::grad(x[0], x[1], 8), |x, v| chain_free_energy::hvp((x[0], x[1], 8), (v[0], v[1])));
}
