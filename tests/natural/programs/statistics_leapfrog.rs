// One leapfrog trajectory of Hamiltonian Monte Carlo: how far is energy conserved?
use burtorch::differentiable;

#[differentiable]
fn potential(q: &[f64; 2]) -> f64 {
    let [a, b] = *q;
    0.5 * a * a + 0.5 * (b - a * a).powi(2)
}

#[differentiable(wrt(eps))]
fn energy_error(eps: f64, start: [f64; 2], momentum: [f64; 2], leaps: u8) -> f64 {
    let gradient = |q: &[f64; 2]| [q[0] - 2.0 * q[0] * (q[1] - q[0] * q[0]), q[1] - q[0] * q[0]];
    let kinetic = |p: &[f64; 2]| 0.5 * p.iter().map(|v| v * v).sum::<f64>();
    let mut q = start;
    let mut p = momentum;
    for _ in 0..leaps {
        let g = gradient(&q);
        for i in 0..2 {
            p[i] -= 0.5 * eps * g[i];
            q[i] += eps * p[i];
        }
        let g = gradient(&q);
        for (pi, gi) in p.iter_mut().zip(g) {
            *pi -= 0.5 * eps * gi;
        }
    }
    potential(&q) + kinetic(&p) - potential(&start) - kinetic(&momentum)
}

// checks
fn main() {
    let f = |x: &[f64]| energy_error(x[0], [0.5, -0.3], [0.8, 0.1], 5);
    check::grad("energy_error", &[0.2], f, |x| energy_error::grad(x[0], [0.5, -0.3], [0.8, 0.1], 5));
    check::grad("potential", &[0.4, 0.9], |x| potential(&check::array(x)), |x| potential::grad(&check::array(x)));
}
