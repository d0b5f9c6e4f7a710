// Explicit finite differences for the heat equation, two buffers that swap.
use burtorch::differentiable;

#[differentiable(wrt(u0, alpha))]
fn final_energy(u0: &[f64], alpha: f64, steps: usize) -> f64 {
    let n = u0.len();
    let mut u = u0.to_vec();
    let mut next = vec![0.0; n];
    for _ in 0..steps {
        for i in 0..n {
            let left = if i == 0 { u[0] } else { u[i - 1] };
            let right = u[(i + 1).min(n - 1)];
            next[i] = u[i] + alpha * (left - 2.0 * u[i] + right);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum::<f64>() / n as f64
}

// checks
fn main() {
    let x = [1.0, 0.5, -0.2, 0.8, 0.1, 0.2];
    check::grad("final_energy", &x, |x| final_energy(&x[..5], x[5], 7), |x| final_energy::grad(&x[..5], x[5], 7));
    check::jvp("final_energy", &x, &check::direction(6), |x| final_energy(&x[..5], x[5], 7), |x, v| {
        final_energy::jvp((&x[..5], x[5], 7), (&v[..5], v[5])).1
    });
}
