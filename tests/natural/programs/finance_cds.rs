// Hazard curve from CDS quotes, piecewise constant intensities, Result with ?, custom error.
use burtorch::{Differentiable, differentiable};

#[derive(Debug, Clone, PartialEq)]
pub enum CurveError {
    Empty,
    NotIncreasing { at: usize },
}

#[derive(Clone, Debug, Differentiable)]
pub struct HazardCurve {
    #[no_derivative]
    pub times: Vec<f64>,
    pub rates: Vec<f64>,
}

impl HazardCurve {
    #[differentiable]
    pub fn survival(&self, t: f64) -> f64 {
        let mut integral = 0.0;
        let mut last = 0.0;
        for (&end, rate) in self.times.iter().zip(&self.rates) {
            let upto = t.min(end);
            if upto > last {
                integral += rate * (upto - last);
            }
            last = end;
        }
        (-integral).exp()
    }
}

fn validate(times: &[f64]) -> Result<(), CurveError> {
    if times.is_empty() {
        return Err(CurveError::Empty);
    }
    match times.windows(2).position(|w| w[1] <= w[0]) {
        Some(at) => Err(CurveError::NotIncreasing { at }),
        None => Ok(()),
    }
}

#[differentiable(wrt(rates, recovery))]
fn par_spread(rates: &[f64], recovery: f64, times: &[f64], maturity: f64, r: f64) -> Result<f64, CurveError> {
    validate(times)?;
    let curve = HazardCurve { times: times.to_vec(), rates: rates.to_vec() };
    let n = (maturity * 4.0) as usize;
    let (mut premium, mut protection) = (0.0, 0.0);
    for k in 1..=n {
        let (t0, t1) = ((k - 1) as f64 / 4.0, k as f64 / 4.0);
        let df = (-r * t1).exp();
        let (s0, s1) = (curve.survival(t0), curve.survival(t1));
        premium += 0.25 * df * 0.5 * (s0 + s1);
        protection += (1.0 - recovery) * df * (s0 - s1);
    }
    Ok(1e4 * protection / premium)
}

// checks
fn main() {
    let times = [1.0, 2.0, 5.0];
    let x = [0.01, 0.02, 0.03, 0.4];
    check::grad("cds", &x, |x| par_spread(&x[..3], x[3], &times, 3.0, 0.02).unwrap(), |x| par_spread::grad(&x[..3], x[3], &times, 3.0, 0.02).unwrap());
    assert_eq!(par_spread::grad(&x[..3], 0.4, &[1.0, 1.0], 3.0, 0.02), Err(CurveError::NotIncreasing { at: 0 }));
}
