// Welford accumulators with AddAssign, From, Extend-like push, merged; t statistic.
use burtorch::differentiable;
use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    n: u32,
    mean: f64,
    m2: f64,
}

impl Moments {
    fn push(&mut self, x: f64) {
        self.n += 1;
        let d = x - self.mean;
        self.mean += d / f64::from(self.n);
        self.m2 += d * (x - self.mean);
    }
    fn variance(&self) -> Option<f64> {
        (self.n > 1).then(|| self.m2 / f64::from(self.n - 1))
    }
}
impl AddAssign for Moments {
    fn add_assign(&mut self, o: Moments) {
        if o.n == 0 {
            return;
        }
        let n = self.n + o.n;
        let d = o.mean - self.mean;
        self.m2 += o.m2 + d * d * f64::from(self.n) * f64::from(o.n) / f64::from(n);
        self.mean += d * f64::from(o.n) / f64::from(n);
        self.n = n;
    }
}
impl From<&[f64]> for Moments {
    fn from(xs: &[f64]) -> Self {
        let mut m = Moments::default();
        for &x in xs {
            m.push(x);
        }
        m
    }
}
impl<'a> FromIterator<&'a f64> for Moments {
    fn from_iter<I: IntoIterator<Item = &'a f64>>(iter: I) -> Self {
        let mut m = Moments::default();
        iter.into_iter().for_each(|x| m.push(*x));
        m
    }
}

#[differentiable]
fn t_statistic(a: &[f64], b: &[f64]) -> f64 {
    let (ma, mb) = (Moments::from(a), Moments::from(b));
    let (va, vb) = (ma.variance().unwrap_or(1.0), mb.variance().unwrap_or(1.0));
    (ma.mean - mb.mean) / (va / f64::from(ma.n) + vb / f64::from(mb.n)).sqrt()
}

#[differentiable]
fn pooled(a: &[f64], b: &[f64]) -> f64 {
    let mut m = Moments::from(a);
    m += b.into();
    m.variance().map_or(0.0, f64::sqrt)
}

// checks
fn main() {
    let x = [0.2, 0.9, 1.4, -0.3, 0.6, 0.1, 2.0];
    check::grad("t", &x, |x| t_statistic(&x[..4], &x[4..]), |x| t_statistic::grad(&x[..4], &x[4..]));
    check::grad("pooled", &x, |x| pooled(&x[..4], &x[4..]), |x| pooled::grad(&x[..4], &x[4..]));
    let _: Moments = x.iter().collect();
}
