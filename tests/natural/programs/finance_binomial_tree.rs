// American put on a binomial tree, a Vec that is overwritten from the back.
use burtorch::differentiable;

#[differentiable(wrt(spot, vol, rate))]
fn american_put(spot: f64, strike: f64, vol: f64, rate: f64, n: usize) -> f64 {
    let dt = 1.0 / n as f64;
    let up = (vol * dt.sqrt()).exp();
    let down = 1.0 / up;
    let growth = (rate * dt).exp();
    let p = (growth - down) / (up - down);
    let mut values: Vec<f64> =
        (0..=n).map(|i| (strike - spot * up.powi(2 * i as i32 - n as i32)).max(0.0)).collect();
    for step in (0..n).rev() {
        for i in 0..=step {
            let hold = (p * values[i + 1] + (1.0 - p) * values[i]) / growth;
            let exercise = strike - spot * up.powi(2 * i as i32 - step as i32);
            values[i] = hold.max(exercise);
        }
    }
    values[0]
}

// checks
fn main() {
    let f = |x: &[f64]| american_put(x[0], 100.0, x[1], x[2], 25);
    check::grad("american_put", &[98.3, 0.21, 0.04], f, |x| american_put::grad(x[0], 100.0, x[1], x[2], 25));
}
