// Probabilistic model: distributions as structs with a trait LogPdf; a prior is a Vec<Box<dyn LogPdf>>.
use burtorch::differentiable;
use std::f64::consts::PI;

trait LogPdf {
    fn log_pdf(&self, x: f64) -> f64;
}
struct Normal {
    mean: f64,
    sd: f64,
}
struct Gamma {
    shape: f64,
    rate: f64,
}
struct Laplace(f64);

impl LogPdf for Normal {
    fn log_pdf(&self, x: f64) -> f64 {
        -0.5 * ((x - self.mean) / self.sd).powi(2) - self.sd.ln() - 0.5 * (2.0 * PI).ln()
    }
}
impl LogPdf for Gamma {
    fn log_pdf(&self, x: f64) -> f64 {
        if x <= 0.0 {
            return f64::NEG_INFINITY;
        }
        self.shape * self.rate.ln() + (self.shape - 1.0) * x.ln() - self.rate * x
    }
}
impl LogPdf for Laplace {
    fn log_pdf(&self, x: f64) -> f64 {
        -x.abs() / self.0 - (2.0 * self.0).ln()
    }
}

fn likelihood<D: LogPdf>(d: &D, data: &[f64]) -> f64 {
    data.iter().map(|x| d.log_pdf(*x)).sum()
}

#[differentiable(wrt(theta))]
fn log_posterior(theta: &[f64], data: &[f64], groups: &[usize]) -> f64 {
    let [mu, log_sd, effects @ ..] = theta else { panic!("theta is too short") };
    let sd = log_sd.exp();
    let mut lp = Normal { mean: 0.0, sd: 10.0 }.log_pdf(*mu) + Gamma { shape: 2.0, rate: 1.0 }.log_pdf(sd) + log_sd;
    for e in effects {
        lp += Laplace(0.7).log_pdf(*e);
    }
    for (y, &g) in data.iter().zip(groups) {
        lp += Normal { mean: mu + effects[g], sd }.log_pdf(*y);
    }
    lp + likelihood(&Normal { mean: *mu, sd: 2.0 * sd }, data)
}

// checks
fn main() {
    let data = [0.3, 1.2, 0.8, -0.1, 0.6];
    let groups = [0, 1, 1, 0, 2];
    let t = [0.4, -0.3, 0.2, 0.5, -0.1];
    check::grad("posterior", &t, |t| log_posterior(t, &data, &groups), |t| log_posterior::grad(t, &data, &groups));
    check::hvp(
        "posterior",
        &t,
        &check::direction(5),
        |t| log_posterior::grad(t, &data, &groups),
        |t, v| log_posterior::hvp((t, &data, &groups), v),
    );
}
