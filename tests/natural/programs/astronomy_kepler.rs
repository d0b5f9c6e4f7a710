// Radial velocity of a planet: Kepler's equation to a tolerance, the fit to observations.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Orbit {
    period: f64,
    eccentricity: f64,
    amplitude: f64,
    phase: f64,
}

impl Orbit {
    fn eccentric_anomaly(&self, mean: f64) -> f64 {
        let mut e = mean;
        let mut delta = 1.0f64;
        while delta.abs() > 1e-14 {
            delta = (e - self.eccentricity * e.sin() - mean) / (1.0 - self.eccentricity * e.cos());
            e -= delta;
        }
        e
    }

    fn velocity(&self, t: f64) -> f64 {
        let mean = std::f64::consts::TAU * t / self.period + self.phase;
        let e = self.eccentric_anomaly(mean);
        let factor = ((1.0 + self.eccentricity) / (1.0 - self.eccentricity)).sqrt();
        let nu = 2.0 * (factor * (e / 2.0).tan()).atan();
        self.amplitude * (nu.cos() + self.eccentricity)
    }
}

#[differentiable(wrt(orbit))]
fn chi_squared(orbit: &Orbit, observations: &[(f64, f64, f64)]) -> f64 {
    observations.iter().map(|&(t, v, sd)| ((orbit.velocity(t) - v) / sd).powi(2)).sum()
}

// checks
fn main() {
    let seen = [(0.1, 20.0, 2.0), (1.3, -5.0, 1.5), (2.2, -18.0, 2.5)];
    let orbit = |x: &[f64]| Orbit { period: x[0], eccentricity: x[1], amplitude: x[2], phase: x[3] };
    check::grad("chi_squared", &[4.2, 0.3, 21.0, 0.4], |x| chi_squared(&orbit(x), &seen), |x| {
        let g = chi_squared::grad(&orbit(x), &seen);
        [g.period, g.eccentricity, g.amplitude, g.phase]
    });
}
