// Vasicek short rate: a path with a local generator, the bond price by the trapezoid rule.
use burtorch::differentiable;

#[derive(Clone)]
struct XorShift(u32);

impl Iterator for XorShift {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Some(self.0 as f64 / u32::MAX as f64 - 0.5)
    }
}

#[differentiable(wrt(kappa, theta, sigma))]
fn bond(kappa: f64, theta: f64, sigma: f64, seed: u32) -> f64 {
    let mut noise = XorShift(seed);
    let dt = 0.1f64;
    let mut r = 0.03;
    let mut integral = 0.0;
    for _ in 0..30 {
        let next = r + kappa * (theta - r) * dt + sigma * dt.sqrt() * noise.next().unwrap();
        integral += 0.5 * (r + next) * dt;
        r = next;
    }
    (-integral).exp()
}

// checks
fn main() {
    let f = |x: &[f64]| bond(x[0], x[1], x[2], 17);
    check::grad("bond", &[0.5, 0.04, 0.02], f, |x| bond::grad(x[0], x[1], x[2], 17));
}
