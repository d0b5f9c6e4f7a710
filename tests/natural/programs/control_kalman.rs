// A Kalman filter in one dimension; measurements may be missing.
use burtorch::differentiable;

struct Estimate {
    mean: f64,
    var: f64,
}

#[differentiable(wrt(q, r))]
fn log_likelihood(z: &[Option<f64>], q: f64, r: f64) -> f64 {
    let mut e = Estimate { mean: 0.0, var: 1.0 };
    let mut ll = 0.0;
    for z in z {
        e.var += q;
        match z {
            Some(z) => {
                let s = e.var + r;
                let innovation = z - e.mean;
                let k = e.var / s;
                e.mean += k * innovation;
                e.var *= 1.0 - k;
                ll -= 0.5 * (innovation * innovation / s + s.ln());
            }
            None => continue,
        }
    }
    ll
}

// checks
fn main() {
    let z = [Some(0.1), Some(0.4), None, Some(0.2), None, Some(0.9)];
    check::grad("log_likelihood", &[0.05, 0.3], |x| log_likelihood(&z, x[0], x[1]), |x| {
        log_likelihood::grad(&z, x[0], x[1])
    });
}
