// Planar quadrotor: dynamics trait with associated constants, generic integrator over the trait, rollout with soft constraints.
use burtorch::differentiable;

pub trait Dynamics<const N: usize, const M: usize> {
    const DT: f64;
    fn derivative(&self, x: &[f64; N], u: &[f64; M]) -> [f64; N];
}

pub struct Quadrotor {
    pub mass: f64,
    pub inertia: f64,
    pub arm: f64,
}

impl Dynamics<6, 2> for Quadrotor {
    const DT: f64 = 0.05;
    fn derivative(&self, x: &[f64; 6], u: &[f64; 2]) -> [f64; 6] {
        let &[_, _, theta, vx, vy, omega] = x;
        let thrust = u[0] + u[1];
        [
            vx,
            vy,
            omega,
            -thrust * theta.sin() / self.mass,
            thrust * theta.cos() / self.mass - 9.81,
            self.arm * (u[1] - u[0]) / self.inertia,
        ]
    }
}

fn axpy<const N: usize>(x: &[f64; N], a: f64, d: &[f64; N]) -> [f64; N] {
    let mut y = *x;
    y.iter_mut().zip(d.iter()).for_each(|(y, d)| *y += a * d);
    y
}

#[differentiable(wrt(x, u))]
fn rk4<const N: usize, const M: usize, D: Dynamics<N, M>>(sys: &D, x: &[f64; N], u: &[f64; M]) -> [f64; N] {
    let h = D::DT;
    let k1 = sys.derivative(x, u);
    let k2 = sys.derivative(&axpy(x, 0.5 * h, &k1), u);
    let k3 = sys.derivative(&axpy(x, 0.5 * h, &k2), u);
    let k4 = sys.derivative(&axpy(x, h, &k3), u);
    std::array::from_fn(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
}

fn barrier(u: f64, lo: f64, hi: f64) -> f64 {
    let soft = |v: f64| if v > 0.0 { v * v } else { 0.0 };
    soft(lo - u) + soft(u - hi)
}

#[differentiable(wrt(controls))]
fn plan_cost(sys: &Quadrotor, controls: &[[f64; 2]], goal: (f64, f64)) -> f64 {
    let mut x = [0.0; 6];
    let mut cost = 0.0;
    for u in controls {
        x = rk4(sys, &x, u);
        cost += 0.01 * (u[0] - u[1]).powi(2) + 10.0 * u.iter().map(|&u| barrier(u, 0.0, 6.0)).sum::<f64>();
    }
    let [px, py, th, ..] = x;
    cost + 10.0 * ((px - goal.0).powi(2) + (py - goal.1).powi(2)) + th.powi(2)
}

// checks
fn main() {
    let sys = Quadrotor { mass: 0.9, inertia: 0.02, arm: 0.15 };
    let x: Vec<f64> = (0..12).map(|i| 4.4 + 0.05 * ((i * 3 % 5) as f64) + if i == 4 { 2.0 } else { 0.0 }).collect();
    let un = |x: &[f64]| x.chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>();
    check::grad("quad", &x, |x| plan_cost(&sys, &un(x), (0.2, 0.3)), |x| plan_cost::grad(&sys, &un(x), (0.2, 0.3)));
}
