// An epidemic in compartments, fitted to counts of cases; lockdown as a range of days.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rates {
    beta: f64,
    sigma: f64,
    gamma: f64,
}

#[differentiable(wrt(rates))]
fn misfit(rates: &Rates, cases: &[u32], lockdown: std::ops::Range<usize>) -> f64 {
    let (mut s, mut e, mut i, mut r) = (990.0, 5.0, 5.0, 0.0);
    let mut loss = 0.0;
    for (day, &seen) in cases.iter().enumerate() {
        let beta = if lockdown.contains(&day) { 0.4 * rates.beta } else { rates.beta };
        let infected = beta * s * i / (s + e + i + r);
        let onset = rates.sigma * e;
        let healed = rates.gamma * i;
        s -= infected;
        e += infected - onset;
        i += onset - healed;
        r += healed;
        loss += (onset - seen as f64).powi(2);
    }
    loss / cases.len() as f64
}

// checks
fn main() {
    let cases = [2, 3, 5, 8, 9, 8, 6, 7];
    let rates = |x: &[f64]| Rates { beta: x[0], sigma: x[1], gamma: x[2] };
    check::grad("misfit", &[0.9, 0.3, 0.2], |x| misfit(&rates(x), &cases, 3..6), |x| {
        let g = misfit::grad(&rates(x), &cases, 3..6);
        [g.beta, g.sigma, g.gamma]
    });
}
