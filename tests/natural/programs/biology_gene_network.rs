// A toggle switch of two genes with Hill kinetics, noise from a generator in a Cell.
use burtorch::differentiable;
use std::cell::Cell;

struct Noise {
    state: Cell<u64>,
    drawn: Cell<usize>,
}

impl Noise {
    fn draw(&self) -> f64 {
        self.drawn.set(self.drawn.get() + 1);
        let s = self.state.get().wrapping_mul(2862933555777941757).wrapping_add(3037000493);
        self.state.set(s);
        (s >> 40) as f64 / (1u64 << 24) as f64 - 0.5
    }
}

#[differentiable(wrt(x))]
fn hill(x: f64, n: i32) -> f64 {
    1.0 / (1.0 + x.powi(n))
}

#[differentiable(wrt(alpha))]
fn settle(alpha: [f64; 2], noise: &Noise, steps: usize) -> f64 {
    let mut u = 0.5;
    let mut v = 0.4;
    for _ in 0..steps {
        let du = alpha[0] * hill(v, 2) - u;
        let dv = alpha[1] * hill(u, 3) - v;
        u += 0.1 * (du + u * noise.draw());
        v += 0.1 * (dv + v * noise.draw());
    }
    u - v
}

// checks
fn main() {
    let noise = || Noise { state: Cell::new(5), drawn: Cell::new(0) };
    let f = |x: &[f64]| settle([x[0], x[1]], &noise(), 40);
    check::grad("settle", &[1.5, 1.1], f, |x| {
        let n = noise();
        let g = settle::grad([x[0], x[1]], &n, 40);
        assert_eq!(n.drawn.get(), 80, "draws");
        g
    });
}
