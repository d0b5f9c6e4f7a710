// Dropout with a generator behind &mut, and stochastic depth by a closure.
use burtorch::differentiable;

pub struct Pcg {
    state: u64,
}

impl Pcg {
    pub fn new(seed: u64) -> Self {
        Pcg { state: seed.wrapping_mul(0x9e37_79b9) + 1 }
    }
    pub fn chance(&mut self, p: f64) -> bool {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1);
        ((self.state >> 33) as f64 / (1u64 << 31) as f64) < p
    }
}

#[differentiable(wrt(w))]
fn forward(w: &[f64], x: &[f64], depth: usize, rng: &mut Pcg) -> f64 {
    let keep = 0.7;
    let mut h = 0.5;
    for _ in 0..depth {
        if !rng.chance(0.9) {
            continue;
        }
        let mut z = 0.0;
        for (w, x) in w.iter().zip(x) {
            if rng.chance(keep) {
                z += w * x / keep;
            }
        }
        h = (h + z).tanh();
    }
    h
}

// checks
fn main() {
    let x = [0.5, -1.0, 2.0];
    check::grad("forward", &[0.3, 0.1, -0.2], |w| forward(w, &x, 8, &mut Pcg::new(3)), |w| {
        forward::grad(w, &x, 8, &mut Pcg::new(3))
    });
}
