// Monte Carlo price of an Asian call; the generator is passed along.
use burtorch::differentiable;

struct Lcg(u64);

impl Lcg {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn normal(&mut self) -> f64 {
        let (a, b) = (self.uniform().max(1e-300), self.uniform());
        (-2.0 * a.ln()).sqrt() * (2.0 * std::f64::consts::PI * b).cos()
    }
}

#[differentiable(wrt(spot, vol))]
fn path_payoff(spot: f64, vol: f64, strike: f64, steps: usize, rng: &mut Lcg) -> f64 {
    let dt = 1.0 / steps as f64;
    let mut s = spot;
    let mut mean = 0.0;
    for _ in 0..steps {
        s *= ((0.02 - 0.5 * vol * vol) * dt + vol * dt.sqrt() * rng.normal()).exp();
        mean += s / steps as f64;
    }
    (mean - strike).max(0.0)
}

#[differentiable(wrt(spot, vol))]
fn price(spot: f64, vol: f64, strike: f64, paths: usize, rng: &mut Lcg) -> f64 {
    let mut sum = 0.0;
    for _ in 0..paths {
        sum += path_payoff(spot, vol, strike, 12, rng);
    }
    (-0.02f64).exp() * sum / paths as f64
}

// checks
fn main() {
    let f = |x: &[f64]| price(x[0], x[1], 100.0, 20, &mut Lcg(42));
    check::grad("price", &[101.0, 0.25], f, |x| price::grad(x[0], x[1], 100.0, 20, &mut Lcg(42)));
    let mut left = (Lcg(42), Lcg(42));
    price(101.0, 0.25, 100.0, 20, &mut left.0);
    let _ = price::grad(101.0, 0.25, 100.0, 20, &mut left.1);
    assert_eq!(left.0.0, left.1.0, "the generator was asked as often");
}
