// Zero curve by linear interpolation: partition_point, tuples, a swap rate.
use burtorch::differentiable;

#[differentiable(wrt(rates))]
fn zero_rate(tenors: &[f64], rates: &[f64], t: f64) -> f64 {
    let i = tenors.partition_point(|&x| x < t);
    if i == 0 {
        return rates[0];
    }
    if i == tenors.len() {
        return *rates.last().unwrap();
    }
    let w = (t - tenors[i - 1]) / (tenors[i] - tenors[i - 1]);
    rates[i - 1] * (1.0 - w) + rates[i] * w
}

#[differentiable(wrt(rates))]
fn swap_rate(tenors: &[f64], rates: &[f64], years: u32) -> f64 {
    let discount = |t: f64| (-zero_rate(tenors, rates, t) * t).exp();
    let annuity: f64 = (1..=years).map(|y| discount(f64::from(y))).sum();
    (1.0 - discount(years as f64)) / annuity
}

// checks
fn main() {
    let tenors = [0.5, 1.0, 3.0, 5.0, 10.0];
    let f = |x: &[f64]| swap_rate(&tenors, x, 7);
    check::grad("swap_rate", &[0.01, 0.015, 0.02, 0.022, 0.025], f, |x| swap_rate::grad(&tenors, x, 7));
}
