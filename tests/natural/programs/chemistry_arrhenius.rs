// Reactions with Arrhenius rates and stoichiometry in a table; explicit Euler in a batch reactor.
use burtorch::differentiable;

struct Reaction {
    ln_a: f64,
    activation: f64,
    from: &'static [usize],
    to: &'static [usize],
}

const R: f64 = 8.314;
const REACTIONS: [Reaction; 2] = [
    Reaction { ln_a: 12.0, activation: 40e3, from: &[0], to: &[1] },
    Reaction { ln_a: 11.0, activation: 42e3, from: &[1, 1], to: &[2] },
];

#[differentiable]
fn yield_of_product(temperature: f64, start: f64) -> f64 {
    let mut c = [start, 0.0, 0.0];
    for _ in 0..40 {
        let mut rate = [0.0; 3];
        for r in &REACTIONS {
            let k = (r.ln_a - r.activation / (R * temperature)).exp();
            let mut speed = k;
            for &s in r.from {
                speed *= c[s];
            }
            for &s in r.from {
                rate[s] -= speed;
            }
            for &s in r.to {
                rate[s] += speed;
            }
        }
        for i in 0..3 {
            c[i] += 0.05 * rate[i];
        }
    }
    c[2] / start
}

// checks
fn main() {
    let f = |x: &[f64]| yield_of_product(x[0], x[1]);
    check::grad("yield", &[350.0, 1.3], f, |x| yield_of_product::grad(x[0], x[1]));
}
