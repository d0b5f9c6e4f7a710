//! A run that stops and goes on gives the bits of one that does not.

use burtorch::io::{Checkpoint, SavedOptimizer};
use burtorch::optimizer::{Adam, Momentum, Optimizer, Sgd};
use burtorch::{BatchWorkspace, Rng, Workspace};

use crate::folder::Folder;

burtorch::graph! {
    pub struct Net { letters: Embedding<9, 4>, up: Linear<12, 8>, down: Linear<8, 9> }

    impl Net {
        pub fn loss(&self, context: [usize; 3], next: usize, seed: u64) -> f32 {
            let x = reshape(self.letters.forward(context), [12]);
            let x = dropout(tanh(self.up.forward(x)), 0.2, seed);
            cross_entropy(self.down.forward(x), next)
        }
    }
}

/// An optimizer that a checkpoint can hold.
trait Resumed: Optimizer<f32> {
    fn saved(&self) -> SavedOptimizer;
    fn count(&mut self, _: u64) {}
}

impl Resumed for Sgd {
    fn saved(&self) -> SavedOptimizer {
        self.into()
    }
}

impl Resumed for Momentum<Vec<f32>> {
    fn saved(&self) -> SavedOptimizer {
        self.into()
    }
}

impl Resumed for Adam<Vec<f32>> {
    fn saved(&self) -> SavedOptimizer {
        self.into()
    }

    fn count(&mut self, steps: u64) {
        self.steps = steps;
    }
}

/// Steps of training, of one sample and of several, with samples and dropout from the generator.
fn train(steps: std::ops::Range<u64>, params: &mut [f32], optimizer: &mut impl Optimizer<f32>, rng: &mut Rng) {
    let (mut one, mut several) = (Workspace::<Net>::boxed(), BatchWorkspace::<Net>::boxed());
    let mut gradient = vec![0.0; Net::PARAMS];
    for step in steps {
        let samples: Vec<_> = (0..20).map(|_| ([(); 3].map(|()| rng.below(9)), rng.below(9), rng.next_u64())).collect();
        if step % 2 == 0 {
            gradient.fill(0.0);
            Net::loss_step_batch(params, &mut gradient, optimizer, &mut several, &samples).unwrap();
        } else {
            let (context, next, seed) = samples[0];
            Net::loss_step(params, optimizer, &mut one, &context, next, seed).unwrap();
        }
    }
}

fn start(rng: &mut Rng) -> Vec<f32> {
    let mut params = vec![0.0; Net::PARAMS];
    Net::init(&mut params, rng).unwrap();
    params
}

fn check<O: Resumed>(name: &str, make: impl Fn() -> O) {
    let mut rng = Rng::seed(5);
    let mut whole = start(&mut rng);
    let first = whole.clone();
    train(0..100, &mut whole, &mut make(), &mut rng);
    assert!(whole.iter().all(|value| value.is_finite()) && whole != first);

    let folder = Folder::new(name);
    let path = folder.path().join("run.safetensors");
    {
        let (mut rng, mut optimizer) = (Rng::seed(5), make());
        let mut params = start(&mut rng);
        train(0..50, &mut params, &mut optimizer, &mut rng);
        let checkpoint = Checkpoint { step: 50, rng, optimizer: optimizer.saved(), metadata: [].into() };
        checkpoint.save::<Net>(&path, &params, optimizer.state()).unwrap();
    }
    let (mut params, mut optimizer) = (vec![0.0; Net::PARAMS], make());
    let Checkpoint { step, rng: mut again, optimizer: saved, .. } =
        Checkpoint::load::<Net>(&path, &mut params, optimizer.state()).unwrap();
    optimizer.count(saved.steps);
    assert_eq!(optimizer.saved(), saved);
    train(step..100, &mut params, &mut optimizer, &mut again);
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&params), bits(&whole));
    assert_eq!(again, rng);
}

#[test]
fn gradient_descent_resumes_to_the_bit() {
    check("resume-sgd", || Sgd::new(0.1));
}

#[test]
fn momentum_resumes_to_the_bit() {
    check("resume-momentum", || Momentum::new(0.05, 0.9, vec![0.0; Net::PARAMS]));
}

#[test]
fn adam_resumes_to_the_bit() {
    check("resume-adam", || Adam::new(0.01, vec![0.0; Adam::SLOTS * Net::PARAMS]));
}
