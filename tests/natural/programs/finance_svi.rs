// SVI total variance slices, arbitrage penalty, calibration with weights from a closure.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
pub struct Svi {
    pub a: f64,
    pub b: f64,
    pub rho: f64,
    pub m: f64,
    pub sigma: f64,
}

#[derive(Clone, Debug)]
pub struct Quote {
    pub log_moneyness: f64,
    pub vol: f64,
    pub vega: Option<f64>,
}

impl Svi {
    pub fn total_variance(&self, k: f64) -> f64 {
        let d = k - self.m;
        self.a + self.b * (self.rho * d + (d * d + self.sigma * self.sigma).sqrt())
    }
    pub fn vol(&self, k: f64, t: f64) -> Option<f64> {
        let w = self.total_variance(k);
        (w > 0.0).then(|| (w / t).sqrt())
    }
    fn slope(&self, k: f64) -> f64 {
        let d = k - self.m;
        self.b * (self.rho + d / d.hypot(self.sigma))
    }
}

#[differentiable(wrt(svi))]
fn calibration(svi: &Svi, quotes: &[Quote], t: f64) -> f64 {
    let weight = |q: &Quote| q.vega.unwrap_or(1.0).max(0.1);
    let norm: f64 = quotes.iter().map(weight).sum();
    let fit = quotes
        .iter()
        .map(|q| {
            let model = svi.vol(q.log_moneyness, t).unwrap_or(1.0);
            weight(q) * (model - q.vol).powi(2)
        })
        .sum::<f64>()
        / norm;
    let penalty: f64 = [-1.0, 1.0].iter().map(|&k| (svi.slope(k).abs() - 0.3).max(0.0).powi(2)).sum();
    fit + 10.0 * penalty
}

// checks
fn main() {
    let quotes: Vec<Quote> = (0..5).map(|i| Quote { log_moneyness: 0.1 * i as f64 - 0.2, vol: 0.2 + 0.01 * i as f64, vega: (i % 2 == 0).then_some(0.5) }).collect();
    let s = |x: &[f64]| Svi { a: x[0], b: x[1], rho: x[2], m: x[3], sigma: x[4] };
    let g = |x: &[f64]| { let d = calibration::grad(&s(x), &quotes, 0.5); vec![d.a, d.b, d.rho, d.m, d.sigma] };
    let x = [0.02, 0.4, -0.3, 0.05, 0.2];
    check::grad("svi", &x, |x| calibration(&s(x), &quotes, 0.5), g);
}
