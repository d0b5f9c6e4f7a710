//! Models never allocate: a counting allocator sees nothing in a forward pass, a gradient, a batch or a step.

use std::hint::black_box;

use burtorch::optimizer::{Adam, Momentum, Optimizer};
use burtorch::{BatchWorkspace, Rng, Workspace};
use counting::allocations;

#[path = "common/allocations.rs"]
mod counting;

burtorch::graph! {
    const VOCAB: usize = 11;
    const T: usize = 4;
    const C: usize = 6;

    struct Block { norm: LayerNorm<C>, attention: CausalAttention<T, C, 2>, feed: FeedForward<C, 12, gelu> }

    impl Block {
        fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
            let x = x + self.attention.forward(self.norm.forward(x));
            x + self.feed.forward(x)
        }
    }

    /// A small transformer.
    pub struct Writer { words: Embedding<VOCAB, C>, blocks: [Block; 3], head: Linear<C, VOCAB> }

    impl Writer {
        pub fn logits(&self, tokens: [usize; T], seed: u64) -> Tensor<T, VOCAB> {
            let mut x = self.words.forward(tokens);
            for block in &self.blocks {
                x = block.forward(dropout(x, 0.1, seed));
            }
            self.head.forward(x)
        }

        pub fn loss(&self, tokens: [usize; T], seed: u64, targets: [usize; T]) -> f32 {
            mean(cross_entropy(self.logits(tokens, seed), targets))
        }
    }
}

type Sample = ([usize; 4], u64, [usize; 4]);

fn samples() -> Vec<Sample> {
    (0..37).map(|at| ([at % 11, 1, 2, 3], at as u64, [1, 2, 3, at % 11])).collect()
}

/// The mean loss of a batch before a step of gradient descent.
fn step(
    params: &mut [f32],
    gradient: &mut [f32],
    workspace: &mut BatchWorkspace<Writer>,
    samples: &[Sample],
) -> Result<f32, burtorch::Error> {
    gradient.fill(0.0);
    let loss = Writer::loss_grad_batch(params, gradient, workspace, samples)?;
    for (value, slope) in params.iter_mut().zip(&*gradient) {
        *value -= 0.1 * slope;
    }
    Ok(loss)
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| Box::new(black_box(1.0))), 1);
}

#[test]
fn nothing_allocates_after_the_first_values() {
    let mut params = vec![0.0; Writer::PARAMS];
    let mut gradient = vec![0.0; Writer::PARAMS];
    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
    let samples = samples();
    let mut results = vec![[[0.0; 11]; 4]; samples.len()];
    let (tokens, seed, targets) = samples[3];
    // The first call asks the environment for the instruction set, once per process.
    choose_the_instruction_set();
    assert_eq!(allocations(|| Writer::init(&mut params, &mut Rng::seed(1))), 0, "init");
    assert_eq!(
        allocations(|| Writer::logits(&params, &mut one, &tokens, seed).map(|logits| logits[0][0])),
        0,
        "logits"
    );
    assert_eq!(allocations(|| Writer::loss(&params, &mut one, &tokens, seed, &targets)), 0, "loss");
    let found = allocations(|| Writer::loss_grad(&params, &mut gradient, &mut one, &tokens, seed, &targets));
    assert_eq!(found, 0, "loss_grad");
    assert_eq!(allocations(|| Writer::loss_batch(&params, &mut many, &samples)), 0, "loss_batch");
    assert_eq!(
        allocations(|| Writer::loss_grad_batch(&params, &mut gradient, &mut many, &samples)),
        0,
        "loss_grad_batch"
    );
    let inputs = samples.iter().map(|(tokens, seed, _)| (tokens, seed));
    assert_eq!(allocations(|| Writer::logits_batch(&params, &mut results, &mut many, inputs)), 0, "logits_batch");
    let mut losses = [0.0; 8];
    let found = allocations(|| {
        for loss in &mut losses {
            *loss = step(&mut params, &mut gradient, &mut many, &samples).expect("a batch");
        }
    });
    assert_eq!(found, 0, "eight steps");
    let found = allocations(|| Writer::loss_sgd(&mut params, 0.1, &mut one, &tokens, seed, &targets));
    assert_eq!(found, 0, "loss_sgd");
    let found = allocations(|| Writer::loss_sgd_batch(&mut params, &mut gradient, 0.1, &mut many, &samples));
    assert_eq!(found, 0, "loss_sgd_batch");
    let mut adam = Adam::new(0.001, vec![0.0; Adam::SLOTS * Writer::PARAMS]);
    let found = allocations(|| Writer::loss_step(&mut params, &mut adam, &mut one, &tokens, seed, &targets));
    assert_eq!(found, 0, "loss_step");
    let found = allocations(|| Writer::loss_step_batch(&mut params, &mut gradient, &mut adam, &mut many, &samples));
    assert_eq!(found, 0, "loss_step_batch");
    let mut momentum = Momentum::new(0.01, 0.9, vec![0.0; Writer::PARAMS]);
    assert_eq!(allocations(|| momentum.update(&mut params, &gradient)), 0, "update");
    assert!(losses[7] < losses[0], "{losses:?}");
    // Errors do not allocate either.
    let found = allocations(|| Writer::loss(&params, &mut one, &[99; 4], seed, &targets).is_err());
    assert_eq!(found, 0, "an error");
}

/// Has the instruction set of the machine chosen.
fn choose_the_instruction_set() {
    let params = vec![0.0; Writer::PARAMS];
    Writer::logits(&params, &mut Workspace::boxed(), &[0; 4], 0).expect("a sample");
}
