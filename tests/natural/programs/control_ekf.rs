// An extended Kalman filter with 2x2 matrices as tuples and arrays.
use burtorch::differentiable;

type M2 = [[f64; 2]; 2];
type V2 = [f64; 2];

fn mm(a: M2, b: M2) -> M2 {
    let mut c = [[0.0; 2]; 2];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, e) in row.iter_mut().enumerate() {
            *e = (0..2).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}
fn tr(a: M2) -> M2 {
    [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
}
fn add(a: M2, b: M2) -> M2 {
    [[a[0][0] + b[0][0], a[0][1] + b[0][1]], [a[1][0] + b[1][0], a[1][1] + b[1][1]]]
}
fn mv(a: &M2, v: &V2) -> V2 {
    a.map(|row| row[0] * v[0] + row[1] * v[1])
}

struct Filter {
    x: V2,
    p: M2,
}

impl Filter {
    fn predict(&mut self, dt: f64, q: f64) {
        let f = [[1.0, dt], [-dt * self.x[0].cos(), 1.0]];
        self.x = [self.x[0] + dt * self.x[1], self.x[1] - dt * self.x[0].sin()];
        self.p = add(mm(mm(f, self.p), tr(f)), [[q * dt, 0.0], [0.0, q * dt]]);
    }
    fn update(&mut self, z: f64, r: f64) -> f64 {
        let innovation = z - self.x[0];
        let s = self.p[0][0] + r;
        let k = [self.p[0][0] / s, self.p[1][0] / s];
        let i_kh = [[1.0 - k[0], 0.0], [-k[1], 1.0]];
        self.x[0] += k[0] * innovation;
        self.x[1] += k[1] * innovation;
        self.p = mm(i_kh, self.p);
        -0.5 * (innovation.powi(2) / s + (2.0 * std::f64::consts::PI * s).ln())
    }
}

#[differentiable(wrt(q, r, start))]
fn log_likelihood(q: f64, r: f64, start: V2, z: &[Option<f64>]) -> f64 {
    let mut filter = Filter { x: start, p: [[0.1, 0.0], [0.0, 0.1]] };
    let mut ll = 0.0;
    for z in z.iter().flatten() {
        filter.predict(0.1, q);
        ll += filter.update(*z, r);
    }
    ll
}

#[differentiable(wrt(q))]
fn gaps(q: f64, z: &[Option<f64>]) -> f64 {
    let mut filter = Filter { x: [0.2, 0.0], p: [[q, 0.0], [0.0, q]] };
    z.iter()
        .map(|z| {
            filter.predict(0.1, q);
            match z {
                Some(z) => filter.update(*z, 0.05),
                None => 0.0,
            }
        })
        .sum()
}

// checks
fn main() {
    let z = [Some(0.3), None, Some(0.25), Some(0.1), None, Some(-0.2)];
    let f = |x: &[f64]| log_likelihood(x[0], x[1], [x[2], x[3]], &z);
    check::grad("ekf", &[0.1, 0.05, 0.3, -0.1], f, |x| log_likelihood::grad(x[0], x[1], [x[2], x[3]], &z));
    check::grad("gaps", &[0.1], |x| gaps(x[0], &z), |x| gaps::grad(x[0], &z));
}
