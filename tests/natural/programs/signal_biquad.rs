// A biquad section with state in a struct, the energy of its output.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Default, Differentiable)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}

impl Biquad {
    #[differentiable(method)]
    fn lowpass(cutoff: f64, q: f64) -> Biquad {
        let (s, c) = cutoff.sin_cos();
        let alpha = s / (2.0 * q);
        let a0 = 1.0 + alpha;
        Biquad {
            b: [(1.0 - c) / 2.0 / a0, (1.0 - c) / a0, (1.0 - c) / 2.0 / a0],
            a: [-2.0 * c / a0, (1.0 - alpha) / a0],
            z: [0.0; 2],
        }
    }
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
        self.z[1] = self.b[2] * x - self.a[1] * y;
        y
    }
}

#[differentiable(wrt(cutoff, q))]
fn energy(signal: &[f64], cutoff: f64, q: f64) -> f64 {
    let mut filter = Biquad::lowpass(cutoff, q);
    signal.iter().map(|&x| filter.process(x).powi(2)).sum()
}

// checks
fn main() {
    let signal: Vec<f64> = (0..32).map(|i| (i as f64 * 0.9).sin() + 0.3 * (i as f64 * 2.5).cos()).collect();
    check::grad("energy", &[0.6, 0.8], |x| energy(&signal, x[0], x[1]), |x| energy::grad(&signal, x[0], x[1]));
}
