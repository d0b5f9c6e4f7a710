// Monte Carlo with an iterator over paths, payoffs as closures in helper functions, barrier by `any`.
use burtorch::differentiable;

struct Lcg {
    state: u64,
}
impl Lcg {
    fn new(seed: u64) -> Self {
        Lcg { state: seed }
    }
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.state >> 33) as f64 + 0.5) / (1u64 << 31) as f64
    }
    fn normal(&mut self) -> f64 {
        let (u, v) = (self.uniform(), self.uniform());
        (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos()
    }
}

fn simulate(spot: f64, vol: f64, rate: f64, steps: usize, rng: &mut Lcg) -> Vec<f64> {
    let dt = 1.0 / steps as f64;
    let mut path = Vec::with_capacity(steps + 1);
    path.push(spot);
    for i in 0..steps {
        let z = rng.normal();
        let prev = path[i];
        path.push(prev * ((rate - 0.5 * vol * vol) * dt + vol * dt.sqrt() * z).exp());
    }
    path
}

fn monte_carlo(spot: f64, vol: f64, rate: f64, n: usize, payoff: impl Fn(&[f64]) -> f64) -> f64 {
    let mut rng = Lcg::new(42);
    let mut sum = 0.0;
    for _ in 0..n {
        let path = simulate(spot, vol, rate, 8, &mut rng);
        sum += payoff(&path);
    }
    (-rate).exp() * sum / n as f64
}

#[differentiable(wrt(spot, vol, rate))]
fn asian(spot: f64, vol: f64, rate: f64, strike: f64) -> f64 {
    monte_carlo(spot, vol, rate, 40, |path| (path.iter().sum::<f64>() / path.len() as f64 - strike).max(0.0))
}

#[differentiable(wrt(spot, vol, rate))]
fn lookback(spot: f64, vol: f64, rate: f64) -> f64 {
    monte_carlo(spot, vol, rate, 40, |path| {
        let min = path.iter().copied().fold(f64::INFINITY, f64::min);
        path[path.len() - 1] - min
    })
}

#[differentiable(wrt(spot, vol, rate))]
fn down_and_out(spot: f64, vol: f64, rate: f64, barrier: f64) -> f64 {
    monte_carlo(spot, vol, rate, 40, |path| {
        if path.iter().any(|&s| s < barrier) { 0.0 } else { (path.last().unwrap() - 100.0).max(0.0) }
    })
}

// checks
fn main() {
    let x = [100.0, 0.2, 0.03];
    check::grad("asian", &x, |x| asian(x[0], x[1], x[2], 99.0), |x| asian::grad(x[0], x[1], x[2], 99.0));
    check::grad("lookback", &x, |x| lookback(x[0], x[1], x[2]), |x| lookback::grad(x[0], x[1], x[2]));
    check::grad(
        "barrier",
        &x,
        |x| down_and_out(x[0], x[1], x[2], 85.0),
        |x| down_and_out::grad(x[0], x[1], x[2], 85.0),
    );
}
