// Well hydraulics: bisection to a tolerance, then one implicit Newton step so that the derivative is right; closures returned by functions.
use burtorch::differentiable;

fn friction(re: f64, rough: f64) -> f64 {
    if re < 2300.0 {
        return 64.0 / re;
    }
    let residual = |f: f64| 1.0 / f.sqrt() + 2.0 * (rough / 3.7 + 2.51 / (re * f.sqrt())).log10();
    let (mut lo, mut hi) = (1e-3, 0.2);
    while hi - lo > 1e-13 {
        let mid = 0.5 * (lo + hi);
        if residual(mid) > 0.0 { lo = mid } else { hi = mid }
    }
    let f0 = 0.5 * (lo + hi);
    let h = 1e-6 * f0;
    let slope = (residual(f0 + h) - residual(f0 - h)) / (2.0 * h);
    f0 - residual(f0) / slope
}

fn pump_curve(shutoff: f64, quad: f64) -> impl Fn(f64) -> f64 {
    move |q| shutoff - quad * q * q
}

#[differentiable(wrt(q, d, rough))]
fn surplus_head(q: f64, d: f64, rough: f64, lengths: &[f64]) -> f64 {
    let area = std::f64::consts::PI * d * d / 4.0;
    let v = q / area;
    let re = v * d / 1e-6;
    let f = friction(re, rough / d);
    let losses: f64 = lengths.iter().map(|l| f * l / d * v * v / (2.0 * 9.81)).sum();
    let pump = pump_curve(60.0, 2000.0);
    pump(q) - losses
}

// checks
fn main() {
    check::grad(
        "head",
        &[0.03, 0.15, 4e-5],
        |x| surplus_head(x[0], x[1], x[2], &[100.0, 50.0]),
        |x| surplus_head::grad(x[0], x[1], x[2], &[100.0, 50.0]),
    );
}
