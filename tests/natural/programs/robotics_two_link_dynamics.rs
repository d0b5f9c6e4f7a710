// Manipulator equation of a two-link arm, simulated by a semi-implicit step; torque from a PD law.
use burtorch::differentiable;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmParams {
    pub m: [f64; 2],
    pub l: [f64; 2],
    pub damping: f64,
}

#[derive(Debug, Clone, Copy, Default)]
struct JointState {
    q: [f64; 2],
    dq: [f64; 2],
}

struct Gains {
    kp: f64,
    kd: f64,
}

impl ArmParams {
    const GRAVITY: f64 = 9.80665;

    fn mass_matrix(&self, q2: f64) -> [[f64; 2]; 2] {
        let [m1, m2] = self.m;
        let [l1, l2] = self.l;
        let c2 = q2.cos();
        let h = m2 * l1 * l2 * c2;
        let m22 = m2 * l2.powi(2);
        let m12 = m22 + h;
        [[m1 * l1 * l1 + m2 * l1 * l1 + m22 + 2.0 * h, m12], [m12, m22]]
    }

    fn bias(&self, s: &JointState) -> [f64; 2] {
        let JointState { q: [q1, q2], dq: [d1, d2] } = *s;
        let h = self.m[1] * self.l[0] * self.l[1] * q2.sin();
        let g2 = self.m[1] * Self::GRAVITY * self.l[1] * (q1 + q2).cos();
        let g1 = (self.m[0] + self.m[1]) * Self::GRAVITY * self.l[0] * q1.cos() + g2;
        [-h * (2.0 * d1 * d2 + d2 * d2) + g1 + self.damping * d1, h * d1 * d1 + g2 + self.damping * d2]
    }

    fn forward_dynamics(&self, s: &JointState, tau: [f64; 2]) -> [f64; 2] {
        let [[a, b], [c, d]] = self.mass_matrix(s.q[1]);
        let bias = self.bias(s);
        let rhs = [tau[0] - bias[0], tau[1] - bias[1]];
        let det = a * d - b * c;
        debug_assert!(det.abs() > 1e-12, "singular mass matrix: {det}");
        [(d * rhs[0] - b * rhs[1]) / det, (a * rhs[1] - c * rhs[0]) / det]
    }
}

impl Gains {
    fn torque(&self, target: [f64; 2], s: &JointState) -> [f64; 2] {
        std::array::from_fn(|i| (self.kp * (target[i] - s.q[i]) - self.kd * s.dq[i]).clamp(-60.0, 60.0))
    }
}

#[differentiable(wrt(kp, kd, lengths))]
fn tracking_cost(kp: f64, kd: f64, lengths: [f64; 2], target: [f64; 2], steps: usize) -> f64 {
    let arm = ArmParams { m: [1.0, 0.7], l: lengths, damping: 0.3 };
    let gains = Gains { kp, kd };
    let mut s = JointState::default();
    let mut cost = 0.0;
    let dt = 0.01;
    for _ in 0..steps {
        let tau = gains.torque(target, &s);
        let ddq = arm.forward_dynamics(&s, tau);
        for ((q, dq), a) in s.q.iter_mut().zip(s.dq.iter_mut()).zip(ddq) {
            *dq += a * dt;
            *q += *dq * dt;
        }
        cost += s.q.iter().zip(&target).map(|(q, t)| (q - t).powi(2)).sum::<f64>() * dt;
        cost += 1e-4 * tau.iter().map(|t| t * t).sum::<f64>() * dt;
    }
    cost
}

// checks
fn main() {
    let x = [40.0, 6.0, 0.5, 0.4];
    let f = |x: &[f64]| tracking_cost(x[0], x[1], [x[2], x[3]], [0.5, -0.3], 30);
    check::grad("arm", &x, f, |x| tracking_cost::grad(x[0], x[1], [x[2], x[3]], [0.5, -0.3], 30));
}
