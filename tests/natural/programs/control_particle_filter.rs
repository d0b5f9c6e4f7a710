// Particle filter likelihood with systematic resampling (indices only) and logged weights; xorshift state inside a struct.
use burtorch::differentiable;

struct Filter<'a> {
    particles: Vec<f64>,
    log_weights: Vec<f64>,
    noise: &'a [f64],
    cursor: usize,
}

impl<'a> Filter<'a> {
    fn new(n: usize, noise: &'a [f64]) -> Self {
        Filter { particles: vec![0.0; n], log_weights: vec![-(n as f64).ln(); n], noise, cursor: 0 }
    }

    fn draw(&mut self) -> f64 {
        let z = self.noise[self.cursor % self.noise.len()];
        self.cursor += 1;
        z
    }

    fn propagate(&mut self, phi: f64, q: f64) {
        for i in 0..self.particles.len() {
            let z = self.draw();
            self.particles[i] = phi * self.particles[i] + q * z;
        }
    }

    fn weigh(&mut self, y: f64, r: f64) -> f64 {
        for (w, p) in self.log_weights.iter_mut().zip(&self.particles) {
            *w += -0.5 * ((y - p) / r).powi(2) - r.ln();
        }
        let max = self.log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total = self.log_weights.iter().map(|w| (w - max).exp()).sum::<f64>();
        let evidence = max + total.ln();
        self.log_weights.iter_mut().for_each(|w| *w -= evidence);
        evidence
    }

    fn effective(&self) -> f64 {
        1.0 / self.log_weights.iter().map(|w| (2.0 * w).exp()).sum::<f64>()
    }

    fn resample(&mut self) {
        let n = self.particles.len();
        let mut cumulative = 0.0;
        let mut picked = Vec::with_capacity(n);
        let mut j = 0;
        for i in 0..n {
            let u = (i as f64 + 0.5) / n as f64;
            while j < n - 1 && cumulative + self.log_weights[j].exp() < u {
                cumulative += self.log_weights[j].exp();
                j += 1;
            }
            picked.push(self.particles[j]);
        }
        self.particles = picked;
        self.log_weights = vec![-(n as f64).ln(); n];
    }
}

#[differentiable(wrt(phi, q, r))]
fn log_likelihood(phi: f64, q: f64, r: f64, ys: &[f64], noise: &[f64]) -> f64 {
    let mut filter = Filter::new(6, noise);
    let mut total = 0.0;
    for &y in ys {
        filter.propagate(phi, q);
        total += filter.weigh(y, r);
        if filter.effective() < 3.0 {
            filter.resample();
        }
    }
    total
}

// checks
fn main() {
    let noise: Vec<f64> = (0..23).map(|i| ((i * 17 % 23) as f64 / 11.0 - 1.0) * 1.4).collect();
    let ys = [0.3, 0.5, 0.1, -0.4, -0.2];
    let x = [0.8, 0.5, 0.4];
    check::grad("pf", &x, |x| log_likelihood(x[0], x[1], x[2], &ys, &noise), |x| log_likelihood::grad(x[0], x[1], x[2], &ys, &noise));
}
