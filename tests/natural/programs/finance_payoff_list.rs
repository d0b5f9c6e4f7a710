// Options priced on simulated paths; payoffs are an enum with strikes in it that we want the sensitivity to.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
pub struct Market {
    spot: f64,
    rate: f64,
    vol: f64,
}

#[derive(Clone, Debug)]
pub enum Payoff {
    Call { strike: f64 },
    Put { strike: f64 },
    Digital { strike: f64, width: f64 },
    Asian(f64),
    Basket(Vec<Payoff>),
}

impl Payoff {
    fn value(&self, path: &[f64]) -> f64 {
        let last = *path.last().unwrap();
        match self {
            Payoff::Call { strike } => (last - strike).max(0.0),
            Payoff::Put { strike } => (strike - last).max(0.0),
            Payoff::Digital { strike, width } => 1.0 / (1.0 + (-(last - strike) / width).exp()),
            Payoff::Asian(strike) => {
                let mean = path.iter().sum::<f64>() / path.len() as f64;
                (mean - strike).max(0.0)
            }
            Payoff::Basket(list) => list.iter().map(|p| p.value(path)).sum(),
        }
    }
}

fn path(m: &Market, z: &[f64], dt: f64) -> Vec<f64> {
    let drift = (m.rate - 0.5 * m.vol * m.vol) * dt;
    let mut s = m.spot;
    z.iter()
        .map(|z| {
            s *= (drift + m.vol * dt.sqrt() * z).exp();
            s
        })
        .collect()
}

#[differentiable(wrt(market))]
fn price(market: &Market, payoff: &Payoff, draws: &[Vec<f64>], maturity: f64) -> f64 {
    let discount = (-market.rate * maturity).exp();
    let dt = maturity / draws[0].len() as f64;
    let total: f64 = draws.iter().map(|z| payoff.value(&path(market, z, dt))).sum();
    discount * total / draws.len() as f64
}

// checks
fn main() {
    let draws: Vec<Vec<f64>> =
        (0..6).map(|i| (0..5).map(|j| (((i * 5 + j) * 7919 % 101) as f64 / 50.0 - 1.0) * 1.3).collect()).collect();
    let payoffs = [
        Payoff::Call { strike: 98.0 },
        Payoff::Put { strike: 105.0 },
        Payoff::Digital { strike: 100.0, width: 5.0 },
        Payoff::Asian(99.0),
    ];
    let m = |x: &[f64]| Market { spot: x[0], rate: x[1], vol: x[2] };
    for p in &payoffs {
        check::grad(
            "price",
            &[100.0, 0.03, 0.2],
            |x| price(&m(x), p, &draws, 1.0),
            |x| {
                let g = price::grad(&m(x), p, &draws, 1.0);
                [g.spot, g.rate, g.vol]
            },
        );
    }
    let _ = Payoff::Basket(vec![]);
}
