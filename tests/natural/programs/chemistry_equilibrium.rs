// The pH of a weak acid by bisection, then polished; errors by Option and `?`.
use burtorch::differentiable;

#[differentiable]
fn charge(h: f64, c: f64, ka: f64) -> f64 {
    h - 1e-14 / h - c * ka / (h + ka)
}

#[differentiable]
fn solve(c: f64, ka: f64) -> Option<f64> {
    if c <= 0.0 || ka <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (1e-12, 1.0);
    for _ in 0..30 {
        let mid = f64::sqrt(low * high);
        if charge(mid, c, ka) > 0.0 {
            high = mid;
        } else {
            low = mid;
        }
    }
    let mut h: f64 = high;
    for _ in 0..3 {
        let slope = 1.0 + 1e-14 / (h * h) + c * ka / ((h + ka) * (h + ka));
        h -= charge(h, c, ka) / slope;
    }
    Some(h)
}

#[differentiable]
fn ph(c: f64, ka: f64) -> Option<f64> {
    let h = solve(c, ka)?;
    Some(-h.log10())
}

#[differentiable]
fn buffer_error(c: f64, ka: f64) -> f64 {
    (ph(c, ka).expect("positive concentrations") - 4.0).powi(2)
}

// checks
fn main() {
    check::grad("buffer_error", &[0.1, 1.8], |x| buffer_error(x[0], 1e-5 * x[1]), |x| {
        let (c, ka) = buffer_error::grad(x[0], 1e-5 * x[1]);
        (c, 1e-5 * ka)
    });
}
