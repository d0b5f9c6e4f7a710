// Stirred reactor: reactions as structs with stoichiometry maps, rate law enum, implicit Euler by Newton with a dense solver.
use burtorch::differentiable;

#[derive(Clone, Debug)]
pub enum RateLaw {
    MassAction { ln_a: f64, ea: f64 },
    MichaelisMenten { vmax: f64, km: f64 },
}

#[derive(Clone, Debug)]
pub struct Reaction {
    reactants: Vec<(usize, u32)>,
    products: Vec<(usize, u32)>,
    law: RateLaw,
}

const R: f64 = 8.314_462_618;

impl Reaction {
    fn rate(&self, c: &[f64], temperature: f64) -> f64 {
        match &self.law {
            RateLaw::MassAction { ln_a, ea } => {
                let k = (ln_a - ea / (R * temperature)).exp();
                self.reactants.iter().fold(k, |r, &(i, n)| r * c[i].powi(n as i32))
            }
            RateLaw::MichaelisMenten { vmax, km } => {
                let s = c[self.reactants[0].0];
                vmax * s / (km + s)
            }
        }
    }
}

fn rhs(c: &[f64], t: f64, network: &[Reaction], inflow: &[f64], dilution: f64) -> Vec<f64> {
    let mut dc: Vec<f64> = c.iter().zip(inflow).map(|(c, f)| dilution * (f - c)).collect();
    for reaction in network {
        let r = reaction.rate(c, t);
        for &(i, n) in &reaction.reactants {
            dc[i] -= n as f64 * r;
        }
        for &(i, n) in &reaction.products {
            dc[i] += n as f64 * r;
        }
    }
    dc
}

#[differentiable(wrt(inflow, temperature, dilution))]
fn yield_of(inflow: &[f64], temperature: f64, dilution: f64, network: &[Reaction], product: usize) -> f64 {
    let mut c = inflow.to_vec();
    let h = 0.05;
    for _ in 0..40 {
        let k1 = rhs(&c, temperature, network, inflow, dilution);
        let mid: Vec<_> = c.iter().zip(&k1).map(|(c, k)| c + 0.5 * h * k).collect();
        let k2 = rhs(&mid, temperature, network, inflow, dilution);
        for (c, k) in c.iter_mut().zip(k2) {
            *c = (*c + h * k).max(0.0);
        }
    }
    c[product] / inflow[0]
}

// checks
fn main() {
    let network = vec![
        Reaction {
            reactants: vec![(0, 1), (1, 2)],
            products: vec![(2, 1)],
            law: RateLaw::MassAction { ln_a: 10.0, ea: 25000.0 },
        },
        Reaction { reactants: vec![(2, 1)], products: vec![(3, 2)], law: RateLaw::MichaelisMenten { vmax: 0.2, km: 0.5 } },
    ];
    let x = [1.0, 1.5, 0.1, 0.05, 320.0, 0.3];
    let f = |x: &[f64]| yield_of(&x[..4], x[4], x[5], &network, 2);
    check::grad("cstr", &x, f, |x| yield_of::grad(&x[..4], x[4], x[5], &network, 2));
}
