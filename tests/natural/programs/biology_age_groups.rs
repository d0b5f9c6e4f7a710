// Epidemic model with age groups: struct of arrays, AddAssign and Mul by scalars, RK2 generic over a trait with associated consts.
use burtorch::{Differentiable, differentiable};
use std::ops::{Add, Mul};

const N: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Seir {
    s: [f64; N],
    e: [f64; N],
    i: [f64; N],
    r: [f64; N],
}

fn map2(a: &[f64; N], b: &[f64; N], f: impl Fn(f64, f64) -> f64) -> [f64; N] {
    let mut out = [0.0; N];
    for k in 0..N {
        out[k] = f(a[k], b[k]);
    }
    out
}

impl Add for Seir {
    type Output = Seir;
    fn add(self, o: Seir) -> Seir {
        let f = |a: f64, b: f64| a + b;
        Seir {
            s: map2(&self.s, &o.s, f),
            e: map2(&self.e, &o.e, f),
            i: map2(&self.i, &o.i, f),
            r: map2(&self.r, &o.r, f),
        }
    }
}
impl Mul<Seir> for f64 {
    type Output = Seir;
    fn mul(self, x: Seir) -> Seir {
        Seir { s: x.s.map(|v| self * v), e: x.e.map(|v| self * v), i: x.i.map(|v| self * v), r: x.r.map(|v| self * v) }
    }
}

trait Disease {
    const INCUBATION: f64;
    const RECOVERY: f64;
}
struct Flu;
impl Disease for Flu {
    const INCUBATION: f64 = 0.5;
    const RECOVERY: f64 = 0.25;
}

fn derivative<D: Disease>(x: Seir, beta: f64, contact: &[[f64; N]; N]) -> Seir {
    let force: [f64; N] = std::array::from_fn(|a| beta * contact[a].iter().zip(&x.i).map(|(c, i)| c * i).sum::<f64>());
    let new: [f64; N] = std::array::from_fn(|a| force[a] * x.s[a]);
    Seir {
        s: new.map(|v| -v),
        e: map2(&new, &x.e, |n, e| n - D::INCUBATION * e),
        i: map2(&x.e, &x.i, |e, i| D::INCUBATION * e - D::RECOVERY * i),
        r: x.i.map(|i| D::RECOVERY * i),
    }
}

#[differentiable(wrt(x0, beta))]
fn peak_infected(x0: Seir, beta: f64, contact: &[[f64; N]; N], days: usize) -> f64 {
    let mut x = x0;
    let mut peak = 0.0_f64;
    let h = 0.5;
    for _ in 0..2 * days {
        let k1 = derivative::<Flu>(x, beta, contact);
        let k2 = derivative::<Flu>(x + h * k1, beta, contact);
        x = x + 0.5 * h * (k1 + k2);
        peak = peak.max(x.i.iter().sum());
    }
    peak + 0.1 * x.r.iter().sum::<f64>()
}

// checks
fn main() {
    let c = [[0.5, 0.2, 0.1], [0.2, 0.6, 0.3], [0.1, 0.3, 0.4]];
    let x = [0.9, 0.8, 0.95, 0.02, 0.03, 0.01, 0.01, 0.02, 0.0, 0.0, 0.0, 0.0, 1.1];
    let s = |x: &[f64]| Seir {
        s: check::array(&x[..3]),
        e: check::array(&x[3..6]),
        i: check::array(&x[6..9]),
        r: check::array(&x[9..12]),
    };
    check::grad(
        "seir",
        &x,
        |x| peak_infected(s(x), x[12], &c, 6),
        |x| {
            let (g, b) = peak_infected::grad(s(x), x[12], &c, 6);
            [g.s.to_vec(), g.e.to_vec(), g.i.to_vec(), g.r.to_vec(), vec![b]].concat()
        },
    );
}
