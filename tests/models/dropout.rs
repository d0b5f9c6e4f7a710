//! `dropout`: what is dropped depends on the seed alone, and on where in the model it stands.

use crate::check::{array, close};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    pub struct Dropped { a: Param<3, 7>, layers: [Param<65>; 3], b: Param<65> }

    impl Dropped {
        pub fn once(&self, seed: u64) -> Tensor<65> {
            dropout(self.b, 0.25, seed)
        }

        pub fn twice(&self, seed: u64) -> Tensor<2, 65> {
            stack([dropout(self.b, 0.5, seed), dropout(self.b, 0.5, seed)], 0)
        }

        /// The product over the layers: not zero where all of them are kept.
        pub fn deep(&self, seed: u64) -> Tensor<65> {
            let mut x = ones([65]);
            for layer in &self.layers {
                x = x * dropout(layer, 0.5, seed);
            }
            x
        }

        /// The same with two masks in each step.
        pub fn deep_twice(&self, seed: u64) -> Tensor<65> {
            let mut x = ones([65]);
            for layer in &self.layers {
                x = x * dropout(layer, 0.5, seed) * dropout(layer, 0.5, seed);
            }
            x
        }

        pub fn never(&self, seed: u64) -> Tensor<65> {
            dropout(self.b, 0.0, seed)
        }

        pub fn loss(&self, x: Tensor<7>, seed: u64, other: i32) -> f64 {
            let inner = sum(exp(dropout(self.a * x, 0.3, seed)) * iota(7));
            inner + sum(sin(self.deep(seed))) + sum(exp(dropout(self.b, 0.9, other))) + sum(self.never(seed))
        }
    }
}

fn params() -> Vec<f64> {
    vec![1.0; Dropped::PARAMS]
}

fn once(seed: u64) -> [f64; 65] {
    *Dropped::once(&params(), &mut Workspace::boxed(), seed).expect("a sample")
}

fn kept(values: &[f64]) -> usize {
    values.iter().filter(|value| **value != 0.0).count()
}

#[test]
fn gradients_and_batches_have_the_mask_of_the_value() {
    // Seeds of all sizes and signs: a tile keeps them as other integers than a sample does.
    let samples = |at: u64| {
        let other = if at.is_multiple_of(2) { i32::MIN } else { -1 };
        (
            array::<7>(at),
            if at.is_multiple_of(3) { u64::MAX - at } else { at },
            other + i32::try_from(at / 2).expect("small"),
        )
    };
    check_model!(Dropped, samples, (x, seed, other) => x, *seed, *other);
}

#[test]
fn the_mask_depends_on_the_seed_alone() {
    assert_eq!(once(3), once(3));
    assert_ne!(once(3), once(4));
    assert_ne!(once(u64::MAX), once(u64::MAX >> 1));
    let seeds: Vec<u64> = (0..40).collect();
    let mut results = vec![[0.0; 65]; 40];
    Dropped::once_batch(&params(), &mut results, &mut BatchWorkspace::boxed(), &seeds).expect("a batch");
    for (seed, result) in seeds.iter().zip(&results) {
        assert_eq!(once(*seed), *result, "seed {seed}");
    }
}

#[test]
fn values_are_scaled_so_that_their_mean_stays() {
    let scaled = |value: &f64| *value == 0.0 || (value - 4.0 / 3.0).abs() < 1e-12;
    let mut total = 0;
    for seed in 0..200 {
        let values = once(seed);
        assert!(values.iter().all(scaled), "{values:?}");
        total += kept(&values);
    }
    // 13,000 choices that are 1 with probability 3/4: five standard deviations are 250.
    assert!(total.abs_diff(9750) < 250, "{total}");
    let same = *Dropped::never(&params(), &mut Workspace::boxed(), 3).expect("a sample");
    close("dropout", "with probability zero", &same, &[1.0; 65]);
}

#[test]
fn places_in_the_model_have_masks_of_their_own() {
    let mut workspace = Workspace::boxed();
    let [first, second] = *Dropped::twice(&params(), &mut workspace, 1).expect("a sample");
    assert_ne!(first, second);
    // In a loop over three layers, an eighth is kept by all; with equal masks it would be a half.
    let mut total = 0;
    for seed in 0..40 {
        total += kept(Dropped::deep(&params(), &mut workspace, seed).expect("a sample"));
    }
    // Of 2600 that is 325; five standard deviations are 85.
    assert!(total.abs_diff(325) < 85, "{total}");
    // Kept by the masks of both calls in all steps is one of 64. If the second call of a step took the mask of the first in the next
    // one, there would be four masks, and one of 16.
    let mut total = 0;
    for seed in 0..40 {
        total += kept(Dropped::deep_twice(&params(), &mut workspace, seed).expect("a sample"));
    }
    assert!(total.abs_diff(41) < 32, "{total}");
}
