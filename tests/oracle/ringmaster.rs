//! Ringmaster ASGD on real threads: a gradient that has become too old ends between two kernels, and its worker starts again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Duration;

use burtorch::{Fields, Rng, Workspace, graph};

graph! {
    struct Net { net: Mlp<6, 16, 3> }

    impl Net {
        #[partial]
        pub fn loss(&self, x: Tensor<6>, class: u8) -> f32 { cross_entropy(self.net.forward(x), class) }
    }
}

/// From this delay on a gradient is too old.
const THRESHOLD: u64 = 8;
const STEPS: u64 = 4000;
const RATE: f32 = 0.02;

type Sample = ([f32; 6], u8);

fn samples() -> Vec<Sample> {
    let mut rng = Rng::seed(1);
    let mut sample = || {
        let x = [(); 6].map(|()| 2.0 * rng.uniform_f32() - 1.0);
        (x, u8::from(x[0] > 0.2) + u8::from(x[1] + x[2] > 0.0))
    };
    (0..200).map(|_| sample()).collect()
}

fn mean_loss(params: &[f32], samples: &[Sample]) -> f32 {
    let mut workspace = Workspace::new();
    samples.iter().map(|(x, class)| Net::loss(params, &mut workspace, x, *class).unwrap()).sum::<f32>() / 200.0
}

/// The point, and what all workers know.
struct Shared {
    params: Mutex<Vec<f32>>,
    /// How many steps were taken.
    steps: AtomicU64,
    /// All have a point before the first step is taken.
    start: Barrier,
}

/// What a worker did: gradients that moved the point, the largest of their delays, and gradients that ended early.
#[derive(Clone, Copy, Default)]
struct Log {
    applied: u64,
    most_delay: u64,
    stopped: u64,
}

impl Log {
    fn is_new(&self) -> bool {
        self.applied + self.stopped == 0
    }
}

/// Computes gradients until all steps were taken; a `slow` worker rests before each kernel.
fn work(shared: &Shared, samples: &[Sample], seed: u64, slow: bool) -> Log {
    let (mut workspace, all, mut rng, mut log) = (Workspace::new(), Fields::all(), Rng::seed(seed), Log::default());
    let (mut params, mut gradient) = (vec![0.0; Net::PARAMS], vec![0.0; Net::PARAMS]);
    loop {
        let started = {
            let point = shared.params.lock().unwrap();
            params.copy_from_slice(&point);
            // Nobody takes a step meanwhile.
            shared.steps.load(Ordering::Relaxed)
        };
        if started >= STEPS {
            return log;
        }
        if log.is_new() {
            shared.start.wait();
        }
        gradient.fill(0.0);
        let (x, class) = &samples[rng.below(samples.len())];
        let go_on = || {
            if slow {
                thread::sleep(Duration::from_micros(300));
            }
            shared.steps.load(Ordering::Relaxed) < (started + THRESHOLD).min(STEPS)
        };
        let loss = Net::loss_grad_of_while(&params, &mut gradient, &all, &mut workspace, go_on, x, *class);
        let mut point = shared.params.lock().unwrap();
        let delay = shared.steps.load(Ordering::Relaxed) - started;
        if loss.unwrap().is_none() || delay >= THRESHOLD {
            log.stopped += 1;
            continue;
        }
        for (param, slope) in point.iter_mut().zip(&gradient) {
            *param -= RATE * slope;
        }
        shared.steps.fetch_add(1, Ordering::Relaxed);
        log.applied += 1;
        log.most_delay = log.most_delay.max(delay);
    }
}

#[test]
fn threads_stop_what_is_too_old_and_find_a_minimum() {
    let samples = samples();
    let mut params = vec![0.0; Net::PARAMS];
    Net::init(&mut params, &mut Rng::seed(2)).unwrap();
    let first = mean_loss(&params, &samples);
    let shared = Shared { params: Mutex::new(params), steps: AtomicU64::new(0), start: Barrier::new(3) };
    let logs: Vec<Log> = thread::scope(|scope| {
        let start = |at: u64| {
            let (shared, samples) = (&shared, &samples);
            scope.spawn(move || work(shared, samples, at, at == 2))
        };
        let threads: Vec<_> = (0..3).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(logs.iter().map(|log| log.applied).sum::<u64>(), STEPS);
    assert!(logs.iter().all(|log| log.most_delay < THRESHOLD));
    // The slow one has hardly ever something that is new enough.
    assert!(logs[2].stopped > 0 && logs[2].applied < STEPS / 10, "{} {}", logs[2].stopped, logs[2].applied);
    let last = mean_loss(&shared.params.into_inner().unwrap(), &samples);
    assert!(last < 0.5 * first, "{first} {last}");
}
