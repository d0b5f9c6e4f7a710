//! A tape has all its memory once it has held the longest graph and the longest lists: a counting allocator sees nothing in
//! the steps of training that follow.

use std::slice;

use burtorch::Rng;
use burtorch::eager::Tape;
use counting::allocations;
use eager::{Gpt, Model, Names, Training};

#[path = "common/allocations.rs"]
mod counting;
#[path = "../benches/ours/eager.rs"]
mod eager;

/// Steps on one sample after the other.
fn check<M: Model<f32>>(make: impl Fn(&Tape<f32>) -> M, samples: &[M::Sample]) {
    let mut training = Training::new(&make);
    training.step(&samples[..1], 0.1);
    training.find_order(&samples[0]);
    for sample in samples {
        let found = allocations(|| training.step(slice::from_ref(sample), 0.1));
        assert_eq!(found, 0, "a step that finds its order");
    }
    assert_eq!(allocations(|| training.step(samples, 0.1)), 0, "a step on several samples");
    assert_eq!(allocations(|| training.find_order(&samples[1])), 0, "an order");
    for sample in samples {
        let found = allocations(|| training.step_in_order(slice::from_ref(sample), 0.1));
        assert_eq!(found, 0, "a step in an order of the caller");
    }

    let Training { mut tape, model, .. } = Training::new(&make);
    let start = tape.checkpoint();
    let mut step = |sample: &M::Sample| {
        let loss = model.loss(&tape, sample).id();
        tape.backward(loss);
        tape.descend(model.params(), 0.1);
        tape.rewind(start);
        model.loss(&tape, sample).backward();
        tape.clear_adjoints();
        tape.rewind(start);
    };
    step(&samples[0]);
    for sample in samples {
        assert_eq!(allocations(|| step(sample)), 0, "a step with the memory of the tape");
    }
}

#[test]
fn the_character_model_allocates_nothing_after_its_first_step() {
    let mut rng = Rng::seed(1);
    // No letter of the first stands behind the one before it, so its list of inputs is the longest: sixteen runs. The second
    // has the shortest, one run.
    let mut samples = vec![([0; 16], 0), ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 16)];
    samples.extend((0..20).map(|_| Names::sample(&mut rng)));
    check(|tape| Names::new(tape, 4, &mut Rng::seed(1)), &samples);
}

#[test]
fn the_transformer_allocates_nothing_after_its_first_step() {
    let mut rng = Rng::seed(1);
    let samples: Vec<_> = (0..5).map(|_| Gpt::sample(&mut rng)).collect();
    check(|tape| Gpt::new(tape, &mut Rng::seed(1)), &samples);
}
