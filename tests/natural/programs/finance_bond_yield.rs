// Yield of a bond by Newton's method: a while loop with a tolerance, and a Result for nonsense.
use burtorch::differentiable;

#[derive(Debug)]
enum BondError {
    NoCashflows,
    NoConvergence { after: usize },
}

#[differentiable(wrt(price, coupon))]
fn yield_to_maturity(price: f64, coupon: f64, years: usize) -> Result<f64, BondError> {
    if years == 0 {
        return Err(BondError::NoCashflows);
    }
    let mut y = coupon / price;
    let mut iterations = 0;
    loop {
        let mut value = -price;
        let mut slope = 0.0;
        for t in 1..=years {
            let cash = if t == years { coupon + 100.0 } else { coupon };
            let discount = (1.0 + y).powi(-(t as i32));
            value += cash * discount;
            slope -= t as f64 * cash * discount / (1.0 + y);
        }
        let step = value / slope;
        y -= step;
        if step.abs() < 1e-13 {
            break;
        }
        iterations += 1;
        if iterations > 50 {
            return Err(BondError::NoConvergence { after: iterations });
        }
    }
    Ok(y)
}

#[differentiable(wrt(price, coupon))]
fn spread(price: f64, coupon: f64, years: usize, riskless: f64) -> f64 {
    match yield_to_maturity(price, coupon, years) {
        Ok(y) => 1e4 * (y - riskless),
        Err(_) => f64::NAN,
    }
}

// checks
fn main() {
    if let Err(BondError::NoConvergence { after }) = yield_to_maturity(95.0, 4.5, 0) {
        panic!("not even after {after} steps");
    }
    let f = |x: &[f64]| spread(x[0], x[1], 7, 0.03);
    check::grad("spread", &[95.0, 4.5], f, |x| spread::grad(x[0], x[1], 7, 0.03));
}
