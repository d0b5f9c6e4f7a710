// A PID controller with state drives a motor; which gains track a ramp best?
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last: f64,
}

impl Pid {
    fn update(&mut self, error: f64, dt: f64) -> f64 {
        self.integral += error * dt;
        let slope = (error - self.last) / dt;
        self.last = error;
        self.kp * error + self.ki * self.integral + self.kd * slope
    }
}

#[differentiable(wrt(kp, ki, kd))]
fn tracking(kp: f64, ki: f64, kd: f64, steps: usize) -> f64 {
    let mut pid = Pid { kp, ki, kd, integral: 0.0, last: 0.0 };
    let (mut pos, mut vel) = (0.0, 0.0);
    let dt = 0.02;
    let mut sum = 0.0;
    for k in 0..steps {
        let want = 0.5 * k as f64 * dt;
        let u = pid.update(want - pos, dt).clamp(-5.0, 5.0);
        vel += dt * (u - 0.4 * vel);
        pos += dt * vel;
        sum += (want - pos).powi(2) * dt;
    }
    sum
}

// checks
fn main() {
    let f = |x: &[f64]| tracking(x[0], x[1], x[2], 60);
    check::grad("tracking", &[4.0, 1.0, 0.05], f, |x| tracking::grad(x[0], x[1], x[2], 60));
}
