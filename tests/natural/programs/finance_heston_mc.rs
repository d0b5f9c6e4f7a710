// Heston by Monte Carlo with an own generator, antithetic paths, payoffs as an enum, price and control variate.
use burtorch::{Differentiable, differentiable};

pub struct SplitMix(u64);

impl SplitMix {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn gaussian_pair(&mut self) -> (f64, f64) {
        let r = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        let (s, c) = (std::f64::consts::TAU * self.uniform()).sin_cos();
        (r * c, r * s)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Heston {
    pub kappa: f64,
    pub theta: f64,
    pub xi: f64,
    pub rho: f64,
    pub v0: f64,
}

#[derive(Clone, Copy)]
pub enum Payoff {
    Call(f64),
    Put(f64),
    Asian { strike: f64 },
}

impl Payoff {
    fn value(self, path: &[f64]) -> f64 {
        let last = *path.last().unwrap();
        match self {
            Payoff::Call(k) => (last - k).max(0.0),
            Payoff::Put(k) => (k - last).max(0.0),
            Payoff::Asian { strike } => {
                let mean = path.iter().sum::<f64>() / path.len() as f64;
                (mean - strike).max(0.0)
            }
        }
    }
}

#[differentiable(wrt(model, spot))]
fn price(model: &Heston, spot: f64, payoff: Payoff, seed: u64, n_paths: usize) -> f64 {
    let mut rng = SplitMix(seed);
    let (dt, steps) = (0.05_f64, 8);
    let mut sum = 0.0;
    for _ in 0..n_paths {
        let mut normals = Vec::with_capacity(steps);
        for _ in 0..steps {
            normals.push(rng.gaussian_pair());
        }
        for sign in [1.0, -1.0] {
            let (mut s, mut v) = (spot.ln(), model.v0);
            let mut path = vec![spot];
            for &(z1, z2) in &normals {
                let vp = v.max(0.0);
                let w = model.rho * z1 + (1.0 - model.rho * model.rho).sqrt() * z2;
                s += -0.5 * vp * dt + (vp * dt).sqrt() * sign * z1;
                v += model.kappa * (model.theta - vp) * dt + model.xi * (vp * dt).sqrt() * sign * w;
                path.push(s.exp());
            }
            sum += payoff.value(&path);
        }
    }
    sum / (2 * n_paths) as f64
}

// checks
fn main() {
    let m = |x: &[f64]| Heston { kappa: x[0], theta: x[1], xi: x[2], rho: x[3], v0: x[4] };
    let x = [1.5, 0.06, 0.2, -0.5, 0.05, 100.0];
    for payoff in [Payoff::Call(100.0), Payoff::Put(105.0), Payoff::Asian { strike: 99.0 }] {
        check::grad("heston", &x, |x| price(&m(x), x[5], payoff, 7, 5), |x| {
            let (m, s) = price::grad(&m(x), x[5], payoff, 7, 5);
            vec![m.kappa, m.theta, m.xi, m.rho, m.v0, s]
        });
    }
}
