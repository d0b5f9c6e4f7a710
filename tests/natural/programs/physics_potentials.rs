// Potentials behind a trait, static dispatch; a chain of particles.
use burtorch::{Differentiable, differentiable};

trait Potential {
    fn energy(&self, r: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Harmonic {
    k: f64,
    rest: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Morse {
    depth: f64,
    width: f64,
    rest: f64,
}

impl Potential for Harmonic {
    fn energy(&self, r: f64) -> f64 {
        0.5 * self.k * (r - self.rest).powi(2)
    }
}

impl Potential for Morse {
    fn energy(&self, r: f64) -> f64 {
        let e = (-self.width * (r - self.rest)).exp();
        self.depth * (1.0 - e).powi(2)
    }
}

#[differentiable(wrt(x))]
fn chain<P: Potential>(x: &[f64], bond: &P) -> f64 {
    x.windows(2).map(|w| bond.energy((w[1] - w[0]).abs())).sum()
}

// checks
fn main() {
    let x = [0.0, 1.1, 1.9, 3.2];
    let harmonic = Harmonic { k: 2.0, rest: 1.0 };
    let morse = Morse { depth: 1.5, width: 0.9, rest: 1.0 };
    check::grad("harmonic", &x, |x| chain(x, &harmonic), |x| chain::grad(x, &harmonic));
    check::grad("morse", &x, |x| chain(x, &morse), |x| chain::grad(x, &morse));
}
