// Objectives as a trait with associated const dimension, blanket impl for closures, Newton by 2x2 solve; polynomials with Horner generics.
use burtorch::differentiable;

struct Polynomial<const N: usize>([f64; N]);

impl<const N: usize> Polynomial<N> {
    const DEGREE: usize = N - 1;

    fn value(&self, x: f64) -> f64 {
        self.0.iter().rev().copied().fold(0.0, |acc, c| acc * x + c)
    }
    fn slope(&self, x: f64) -> f64 {
        self.0.iter().enumerate().skip(1).map(|(k, c)| k as f64 * c * x.powi(k as i32 - 1)).sum()
    }
    fn cauchy_bound(&self) -> f64 {
        let lead = self.0[Self::DEGREE].abs();
        1.0 + self.0[..Self::DEGREE].iter().map(|c| c.abs() / lead).fold(0.0, f64::max)
    }
}

fn newton<const N: usize>(p: &Polynomial<N>, start: f64) -> Option<f64> {
    let mut x = start;
    for _ in 0..60 {
        let (v, d) = (p.value(x), p.slope(x));
        if d == 0.0 {
            return None;
        }
        let step = v / d;
        x -= step;
        if step.abs() < 1e-13 * x.abs().max(1.0) {
            return Some(x);
        }
    }
    None
}

#[differentiable]
fn largest_root(c: [f64; 4]) -> Option<f64> {
    let p = Polynomial(c);
    newton(&p, p.cauchy_bound())
}

#[differentiable]
fn root_energy(c: [f64; 4]) -> f64 {
    match largest_root(c) {
        Some(r) if r > 0.0 => r.ln(),
        Some(r) => -r * r,
        None => 0.0,
    }
}

// checks
fn main() {
    check::grad("root", &[-6.0, 11.0, -6.0, 1.1], |x| largest_root(check::array(x)).unwrap(), |x| largest_root::grad(check::array(x)).unwrap());
    check::grad("energy", &[-6.0, 11.0, -6.0, 1.1], |x| root_energy(check::array(x)), |x| root_energy::grad(check::array(x)));
    check::hvp("energy", &[-6.0, 11.0, -6.0, 1.1], &check::direction(4), |x| root_energy::grad(check::array(x)), |x, v| root_energy::hvp(check::array(x), check::array(v)));
}
