// Natural cubic spline: build by the Thomas algorithm, evaluate by binary search.
use burtorch::differentiable;

#[derive(Clone, Debug)]
struct Spline<'a> {
    xs: &'a [f64],
    ys: Vec<f64>,
    m: Vec<f64>,
}

impl<'a> Spline<'a> {
    fn natural(xs: &'a [f64], ys: &[f64]) -> Spline<'a> {
        let n = xs.len();
        let mut c = vec![0.0; n];
        let mut d = vec![0.0; n];
        for i in 1..n - 1 {
            let (h0, h1) = (xs[i] - xs[i - 1], xs[i + 1] - xs[i]);
            let rhs = 6.0 * ((ys[i + 1] - ys[i]) / h1 - (ys[i] - ys[i - 1]) / h0);
            let denom = 2.0 * (h0 + h1) - h0 * c[i - 1];
            c[i] = h1 / denom;
            d[i] = (rhs - h0 * d[i - 1]) / denom;
        }
        let mut m = vec![0.0; n];
        for i in (1..n - 1).rev() {
            m[i] = d[i] - c[i] * m[i + 1];
        }
        Spline { xs, ys: ys.to_owned(), m }
    }

    fn eval(&self, x: f64) -> f64 {
        let i = match self.xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
            Ok(i) => i.min(self.xs.len() - 2),
            Err(i) => i.saturating_sub(1).min(self.xs.len() - 2),
        };
        let h = self.xs[i + 1] - self.xs[i];
        let (a, b) = ((self.xs[i + 1] - x) / h, (x - self.xs[i]) / h);
        a * self.ys[i]
            + b * self.ys[i + 1]
            + ((a.powi(3) - a) * self.m[i] + (b.powi(3) - b) * self.m[i + 1]) * h * h / 6.0
    }
}

#[differentiable(wrt(ys))]
fn roughness(xs: &[f64], ys: &[f64], samples: &[f64]) -> f64 {
    let s = Spline::natural(xs, ys);
    let fit: f64 = samples.iter().map(|&x| (s.eval(x) - x.sin()).powi(2)).sum();
    fit + 1e-2 * s.m.iter().map(|m| m * m).sum::<f64>()
}

// checks
fn main() {
    let xs = [0.0, 0.7, 1.5, 2.0, 3.1];
    let samples = [0.1, 0.7, 1.0, 1.9, 2.5, 3.0];
    let ys = [0.1, 0.6, 1.1, 0.8, 0.0];
    check::grad("spline", &ys, |y| roughness(&xs, y, &samples), |y| roughness::grad(&xs, y, &samples));
}
