// A bootstrap of a ratio estimate: resample by a generator made here.
use burtorch::differentiable;

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 7;
        self.0 ^= self.0 >> 9;
        (self.0 % n as u64) as usize
    }
}

#[differentiable(wrt(x))]
fn spread_of_mean(x: &[f64], rounds: usize, seed: u64) -> f64 {
    let mut rng = Rng(seed);
    let n = x.len();
    let mut sum = 0.0;
    let mut square = 0.0;
    for _ in 0..rounds {
        let mut mean = 0.0;
        for _ in 0..n {
            mean += x[rng.below(n)];
        }
        mean /= n as f64;
        sum += mean;
        square += mean * mean;
    }
    let m = sum / rounds as f64;
    square / rounds as f64 - m * m
}

// checks
fn main() {
    let x = [0.4, 1.9, -0.7, 1.1];
    check::grad("spread", &x, |x| spread_of_mean(x, 10, 99), |x| spread_of_mean::grad(x, 10, 99));
}
