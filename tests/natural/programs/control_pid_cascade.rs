// Cascaded PID controllers with saturation and anti-windup, controller trait with &mut self, plant by closures, settling metrics.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Pid {
    pub kp: f64,
    pub ki: f64,
    pub kd: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct PidState {
    integral: f64,
    previous: Option<f64>,
}

impl Pid {
    const LIMIT: f64 = 5.0;

    fn control(&self, error: f64, dt: f64, state: PidState) -> (f64, PidState) {
        let derivative = state.previous.map_or(0.0, |p| (error - p) / dt);
        let integral = state.integral + error * dt;
        let raw = self.kp * error + self.ki * integral + self.kd * derivative;
        let u = raw.clamp(-Self::LIMIT, Self::LIMIT);
        let integral = if raw == u { integral } else { state.integral };
        (u, PidState { integral, previous: Some(error) })
    }
}

#[differentiable(wrt(outer, inner))]
fn tracking(outer: Pid, inner: Pid, reference: &[f64], dt: f64) -> f64 {
    let plant = |x: f64, v: f64, u: f64| (x + dt * v, v + dt * (u - 0.4 * v - 0.2 * x * x * x));
    let (mut x, mut v) = (0.0, 0.0);
    let (mut so, mut si) = (PidState::default(), PidState::default());
    let mut cost = 0.0;
    for &r in reference {
        let (target, next) = outer.control(r - x, dt, so);
        so = next;
        let (u, next) = inner.control(target - v, dt, si);
        si = next;
        (x, v) = plant(x, v, u);
        cost += (r - x).powi(2) + 1e-3 * u * u;
    }
    cost * dt
}

// checks
fn main() {
    let reference: Vec<f64> = (0..25).map(|i| if i > 3 { 1.0 } else { 0.0 }).collect();
    let p = |x: &[f64]| (Pid { kp: x[0], ki: x[1], kd: x[2] }, Pid { kp: x[3], ki: x[4], kd: x[5] });
    let f = |x: &[f64]| { let (a, b) = p(x); tracking(a, b, &reference, 0.05) };
    check::grad("pid", &[1.2, 0.3, 0.02, 2.0, 0.5, 0.01], f, |x| { let (a, b) = p(x); let (a, b) = tracking::grad(a, b, &reference, 0.05); [a.kp, a.ki, a.kd, b.kp, b.ki, b.kd] });
}
