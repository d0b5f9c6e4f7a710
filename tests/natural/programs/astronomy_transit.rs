// Transit light curve: Kepler solver, limb darkening, binned likelihood; named constants, tuples of options, clamp and match guards.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Planet {
    pub period: f64,
    pub t0: f64,
    pub radius: f64,
    pub impact: f64,
    pub ecc: f64,
}

const LIMB: [f64; 2] = [0.4, 0.2];

fn eccentric_anomaly(mean: f64, e: f64) -> f64 {
    let mut big_e = mean + e * mean.sin();
    for _ in 0..20 {
        let delta = (big_e - e * big_e.sin() - mean) / (1.0 - e * big_e.cos());
        big_e -= delta;
        if delta.abs() < 1e-14 {
            break;
        }
    }
    big_e
}

impl Planet {
    fn separation(&self, t: f64) -> f64 {
        let mean = std::f64::consts::TAU * (t - self.t0) / self.period;
        let e = eccentric_anomaly(mean, self.ecc);
        let (x, y) = (e.cos() - self.ecc, (1.0 - self.ecc * self.ecc).sqrt() * e.sin());
        (8.0 * y).hypot(self.impact) + if x < 0.0 { 10.0 } else { 0.0 }
    }

    fn flux(&self, t: f64) -> f64 {
        let z = self.separation(t);
        match z {
            z if z >= 1.0 + self.radius => 1.0,
            z => {
                let mu2 = (1.0 - (z / (1.0 + self.radius)).powi(2)).max(0.0);
                let mu = mu2.sqrt();
                let dark = 1.0 - LIMB[0] * (1.0 - mu) - LIMB[1] * (1.0 - mu).powi(2);
                1.0 - self.radius * self.radius * dark * mu2
            }
        }
    }
}

#[differentiable(wrt(planet, log_sigma))]
fn log_likelihood(planet: Planet, log_sigma: f64, times: &[f64], flux: &[Option<f64>]) -> f64 {
    let sigma = log_sigma.exp();
    times
        .iter()
        .zip(flux)
        .filter_map(|(&t, f)| f.map(|f| (t, f)))
        .map(|(t, f)| {
            let z = (f - planet.flux(t)) / sigma;
            -0.5 * z * z - log_sigma
        })
        .sum()
}

// checks
fn main() {
    let times: Vec<f64> = (0..15).map(|i| -0.03 + 0.004 * i as f64).collect();
    let flux: Vec<Option<f64>> = (0..15).map(|i| (i % 4 != 0).then(|| 0.99 + 0.001 * (i % 3) as f64)).collect();
    let p = |x: &[f64]| Planet { period: x[0], t0: x[1], radius: x[2], impact: x[3], ecc: x[4] };
    check::grad("transit", &[1.0, 0.001, 0.1, 0.3, 0.1, -4.0], |x| log_likelihood(p(x), x[5], &times, &flux), |x| {
        let (p, s) = log_likelihood::grad(p(x), x[5], &times, &flux);
        [p.period, p.t0, p.radius, p.impact, p.ecc, s]
    });
}
