// FM synth voice in f32 with envelope enum, polyphony by flat_map, oscillator state in structs, const generic delay buffer.
use burtorch::differentiable;

#[derive(Clone, Copy)]
pub enum Stage {
    Attack(f32),
    Decay { time: f32, sustain: f32 },
    Release(f32),
}

fn envelope(stages: &[Stage], t: f32) -> f32 {
    let mut start = 0.0_f32;
    let mut level = 0.0_f32;
    for stage in stages {
        let (duration, target) = match *stage {
            Stage::Attack(d) => (d, 1.0),
            Stage::Decay { time, sustain } => (time, sustain),
            Stage::Release(d) => (d, 0.0),
        };
        if t < start + duration {
            return level + (target - level) * (t - start) / duration;
        }
        start += duration;
        level = target;
    }
    level
}

struct Delay<const N: usize> {
    buffer: [f32; N],
    head: usize,
}

impl<const N: usize> Delay<N> {
    fn new() -> Self {
        Self { buffer: [0.0; N], head: 0 }
    }
    fn tick(&mut self, x: f32, feedback: f32) -> f32 {
        let y = self.buffer[self.head];
        self.buffer[self.head] = x + feedback * y;
        self.head = (self.head + 1) % N;
        y
    }
}

#[differentiable(wrt(index, ratio, feedback))]
fn energy(index: f32, ratio: f32, feedback: f32, stages: &[Stage], samples: usize) -> f32 {
    let rate = 100.0;
    let mut delay = Delay::<5>::new();
    let mut total = 0.0;
    for n in 0..samples {
        let t = n as f32 / rate;
        let modulator = (2.0 * std::f32::consts::PI * 3.0 * ratio * t).sin();
        let carrier = (2.0 * std::f32::consts::PI * 3.0 * t + index * modulator).sin();
        let dry = carrier * envelope(stages, t);
        let wet = delay.tick(dry, feedback);
        total += (dry + 0.5 * wet).powi(2);
    }
    total / samples as f32
}

// checks
fn main() {
    let stages = [Stage::Attack(0.05), Stage::Decay { time: 0.1, sustain: 0.6 }, Stage::Release(0.2)];
    let f = |x: &[f64]| f64::from(energy(x[0] as f32, x[1] as f32, x[2] as f32, &stages, 24));
    check::grad_single("synth", &[0.8, 1.4, 0.3], f, |x| energy::grad(x[0] as f32, x[1] as f32, x[2] as f32, &stages, 24));
}
