//! Several workers compute what one process computes. Here the workers are threads.

use burtorch::optimizer::Momentum;
use burtorch::workers::{Alone, Error, TopK, Workers, descend, gradient, step};
use burtorch::{BatchWorkspace, Error as ArgumentError, Rng, graph};

#[path = "common/threads.rs"]
mod threads;

use threads::on;

macro_rules! models {
    ($($module:ident $scalar:ident $bound:literal)*) => {$(mod $module {
        use super::*;

        graph! {
            type Scalar = $scalar;

            pub struct Net {
                net: Mlp<4, 16, 3>,
            }

            impl Net {
                pub fn loss(&self, x: Tensor<4>, class: u8) -> $scalar {
                    cross_entropy(self.net.forward(x), class)
                }
            }
        }

        #[allow(clippy::cast_possible_truncation, reason = "half of the models compute in f32")]
        pub fn samples(count: usize) -> Vec<([$scalar; 4], u8)> {
            let mut rng = Rng::seed(7);
            (0..count).map(|_| ([(); 4].map(|()| rng.normal() as $scalar), u8::try_from(rng.below(3)).unwrap())).collect()
        }

        pub fn params() -> Vec<$scalar> {
            let mut params = vec![0.0; Net::PARAMS];
            Net::init(&mut params, &mut Rng::seed(3)).unwrap();
            params
        }

        fn near(found: &[$scalar], expected: &[$scalar]) -> bool {
            let norm = |values: &mut dyn Iterator<Item = $scalar>| values.map(|x| x * x).sum::<$scalar>().sqrt();
            let off = norm(&mut found.iter().zip(expected).map(|(a, b)| a - b));
            off <= $bound * norm(&mut expected.iter().copied())
        }

        #[test]
        fn gradients_of_one_batch_are_those_of_one_process() {
            for count in [1, 3, 64, 257] {
                let (samples, params) = (samples(count), params());
                let mut expected = vec![0.0; Net::PARAMS];
                let loss = Net::loss_grad_batch(&params, &mut expected, &mut BatchWorkspace::new(), &samples).unwrap();
                for size in 1..=5 {
                    let results = on(size, |worker| {
                        let mut found = vec![9.0; Net::PARAMS];
                        let workspace = &mut BatchWorkspace::<Net>::new();
                        let loss = gradient(worker, &params, &mut found, workspace, samples.iter()).unwrap();
                        (loss, found)
                    });
                    for (found_loss, found) in &results {
                        assert!(near(found, &expected), "{size} workers, {count} samples");
                        assert!(near(&[*found_loss], &[loss]), "{size} workers, {count} samples");
                        assert_eq!(found, &results[0].1, "all workers have the same bits");
                    }
                }
            }
        }

        #[test]
        fn training_is_that_of_one_process() {
            let samples = samples(100);
            let train = |worker: &dyn Workers| {
                let (mut params, mut gradient) = (params(), vec![0.0; Net::PARAMS]);
                let mut momentum = Momentum::new(0.05, 0.9, vec![0.0; Net::PARAMS]);
                let workspace = &mut BatchWorkspace::<Net>::new();
                for at in 0..20 {
                    let batch = samples[at * 5 % 60..].iter().take(32);
                    descend(worker, &mut params, &mut gradient, 0.1, workspace, batch.clone()).unwrap();
                    step(worker, &mut params, &mut gradient, &mut momentum, workspace, batch).unwrap();
                }
                params
            };
            let expected = train(&Alone);
            for found in on(3, |worker| train(worker)) {
                assert!(near(&found, &expected));
            }
        }
    })*};
}

models! {
    single f32 1e-6
    double f64 1e-14
}

#[test]
fn what_is_wrong_is_said_by_all_workers() {
    let (params, bad) = (single::params(), vec![([0.0; 4], 9_u8); 2]);
    let errors = on(3, |worker| {
        let workspace = &mut BatchWorkspace::<single::Net>::new();
        let mut found = vec![0.0; single::Net::PARAMS];
        let index = gradient(worker, &params, &mut found, workspace, bad.iter()).unwrap_err();
        let none = gradient(worker, &params, &mut found, workspace, bad[..0].iter()).unwrap_err();
        (index, none)
    });
    for (index, none) in errors {
        assert!(matches!(index, Error::Argument(ArgumentError::Index { index: 9, .. })), "{index}");
        assert_eq!(none, Error::Argument(ArgumentError::Empty));
    }
}

#[test]
fn all_entries_are_the_plain_sum_and_few_are_sent_in_time() {
    let results = on(4, |worker| {
        let mut rng = Rng::seed(u64::try_from(worker.rank()).unwrap());
        let given: Vec<f64> = (0..100).map(|_| rng.normal()).collect();
        let (mut plain, mut all) = (given.clone(), given.clone());
        worker.sum_f64(&mut plain).unwrap();
        TopK::new(100, 100).sum(worker, &mut all).unwrap();
        // What is sent in a hundred steps is the sum of all gradients, but for what the workers still keep.
        let (mut few, mut sent) = (TopK::new(5, 100), vec![0.0; 100]);
        for round in 0..100 {
            let mut values = if round == 0 { given.clone() } else { vec![0.0; 100] };
            few.sum(worker, &mut values).unwrap();
            assert!(round < 20 || values.iter().all(|&value| value == 0.0));
            assert!(values.iter().filter(|&&value| value != 0.0).count() <= 20);
            sent.iter_mut().zip(values).for_each(|(sent, value)| *sent += value);
        }
        (plain, all, sent)
    });
    for (plain, all, sent) in &results {
        assert_eq!(plain, all);
        assert!(plain.iter().zip(sent).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
