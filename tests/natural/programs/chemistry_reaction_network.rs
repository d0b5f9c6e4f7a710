// Chemistry: molecular weights in a HashMap, reactions as lists of (name, stoichiometry), mass-action kinetics.
use burtorch::differentiable;
use std::collections::{BTreeMap, HashMap};

struct Reaction {
    reactants: Vec<(&'static str, u32)>,
    products: Vec<(&'static str, u32)>,
}

#[differentiable(wrt(rates, start))]
fn conversion(rates: &[f64], start: &[f64], species: &[&str], reactions: &[Reaction], dt: f64, steps: usize) -> f64 {
    let index: HashMap<&str, usize> = species.iter().enumerate().map(|(i, s)| (*s, i)).collect();
    let mut c = start.to_vec();
    for _ in 0..steps {
        let mut dc = vec![0.0; c.len()];
        for (k, r) in rates.iter().zip(reactions) {
            let mut rate = *k;
            for (name, order) in &r.reactants {
                rate *= c[index[name]].powi(*order as i32);
            }
            for (name, n) in &r.reactants {
                dc[index[name]] -= f64::from(*n) * rate;
            }
            for (name, n) in &r.products {
                dc[index[name]] += f64::from(*n) * rate;
            }
        }
        for (c, d) in c.iter_mut().zip(&dc) {
            *c = (*c + dt * d).max(0.0);
        }
    }
    let weights: BTreeMap<&str, f64> = BTreeMap::from([("A", 2.0), ("B", 3.0), ("C", 5.0)]);
    species.iter().zip(&c).map(|(s, c)| weights.get(s).unwrap_or(&1.0) * c).sum()
}

// checks
fn main() {
    let species = ["A", "B", "C"];
    let reactions = [
        Reaction { reactants: vec![("A", 1), ("B", 1)], products: vec![("C", 1)] },
        Reaction { reactants: vec![("C", 2)], products: vec![("A", 2), ("B", 1)] },
    ];
    let x = [0.8, 0.3, 1.0, 0.7, 0.1];
    check::grad(
        "kinetics",
        &x,
        |x| conversion(&x[..2], &x[2..], &species, &reactions, 0.05, 10),
        |x| conversion::grad(&x[..2], &x[2..], &species, &reactions, 0.05, 10),
    );
}
