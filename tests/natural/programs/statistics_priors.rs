// Log posterior of a logistic regression; the prior is an enum.
use burtorch::differentiable;

#[derive(Clone, Copy)]
enum Prior {
    Flat,
    Normal { sd: f64 },
    Laplace(f64),
}

impl Prior {
    #[differentiable]
    fn log_density(&self, x: f64) -> f64 {
        match *self {
            Prior::Flat => 0.0,
            Prior::Normal { sd } => -0.5 * (x / sd).powi(2) - sd.ln(),
            Prior::Laplace(b) if b > 0.0 => -x.abs() / b - (2.0 * b).ln(),
            Prior::Laplace(_) => panic!("scale must be positive"),
        }
    }
}

#[differentiable(wrt(beta))]
fn log_posterior(beta: &[f64], rows: &[([f64; 2], bool)], priors: &[Prior]) -> f64 {
    let fit: f64 = rows
        .iter()
        .map(|(x, label)| {
            let eta = beta[0] + beta[1] * x[0] + beta[2] * x[1];
            let p = 1.0 / (1.0 + (-eta).exp());
            if *label { p.ln() } else { (1.0 - p).ln() }
        })
        .sum();
    let prior: f64 = beta.iter().zip(priors).map(|(b, prior)| prior.log_density(*b)).sum();
    fit + prior
}

// checks
fn main() {
    let rows = [([0.1, 1.0], true), ([0.7, -0.3], false), ([1.5, 0.2], true)];
    let priors = [Prior::Flat, Prior::Normal { sd: 2.0 }, Prior::Laplace(0.7)];
    let f = |x: &[f64]| log_posterior(x, &rows, &priors);
    check::grad("log_posterior", &[0.2, -0.5, 0.8], f, |x| log_posterior::grad(x, &rows, &priors));
}
