// Likelihood of an AR(2) process, with slice patterns.
use burtorch::differentiable;

#[differentiable(wrt(phi, log_sd))]
fn negative_log_likelihood(series: &[f64], phi: [f64; 2], log_sd: f64) -> f64 {
    let sd = log_sd.exp();
    let mut nll = 0.0;
    let mut count = 0;
    for w in series.windows(3) {
        if let [a, b, c] = w {
            let e = c - phi[0] * b - phi[1] * a;
            nll += 0.5 * (e / sd).powi(2) + log_sd;
            count += 1;
        }
    }
    nll / count as f64
}

#[differentiable]
fn horner(coefficients: &[f64], x: f64) -> f64 {
    match coefficients {
        [] => 0.0,
        [c] => *c,
        [c, rest @ ..] => c + x * horner(rest, x),
    }
}

// checks
fn main() {
    let series = [0.1, 0.5, 0.2, -0.3, 0.4, 0.6, 0.1];
    let f = |x: &[f64]| negative_log_likelihood(&series, [x[0], x[1]], x[2]);
    check::grad("ar", &[0.4, -0.2, -0.7], f, |x| negative_log_likelihood::grad(&series, [x[0], x[1]], x[2]));
    let x = [1.0, -2.0, 0.5, 0.3, 1.7];
    check::grad("horner", &x, |x| horner(&x[..4], x[4]), |x| horner::grad(&x[..4], x[4]));
}
