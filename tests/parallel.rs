//! Batches on several threads: the same numbers as on one.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use burtorch::optimizer::{Adam, Momentum, Optimizer, Sgd};
use burtorch::{BatchWorkspace, Error, Model, ParallelWorkspace, Rng};
use counting::allocations;

#[path = "common/allocations.rs"]
mod counting;

burtorch::graph! {
    type Scalar = f64;

    const CONTEXT: usize = 4;
    const WIDTH: usize = 32;
    const HIDDEN: usize = 128;

    /// Large enough for its kernels to be split.
    pub struct Names {
        letters: Embedding<27, WIDTH>,
        up: Linear<{ CONTEXT * WIDTH }, HIDDEN>,
        down: Linear<HIDDEN, 27>,
    }

    impl Names {
        pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f64 {
            let x = reshape(self.letters.forward(context), [CONTEXT * WIDTH]);
            cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
        }
    }
}

burtorch::graph! {
    type Scalar = f64;

    struct Block { norm: LayerNorm<6>, feed: FeedForward<6, 12> }

    impl Block {
        fn forward(&self, x: Tensor<3, 6>) -> Tensor<3, 6> {
            x + self.feed.forward(self.norm.forward(x))
        }
    }

    /// Too small for that, with a loop.
    pub struct Deep { words: Embedding<11, 6>, blocks: [Block; 4], head: Linear<6, 11> }

    impl Deep {
        pub fn loss(&self, words: [u8; 3], next: [u8; 3]) -> f64 {
            let mut x = self.words.forward(words);
            for block in &self.blocks {
                x = block.forward(x);
            }
            mean(cross_entropy(self.head.forward(x), next))
        }
    }
}

burtorch::graph! {
    type Scalar = f64;

    struct Layer { weights: Linear<96, 96>, scale: Param<96> }

    /// Large kernels in a loop, some of them with odd lengths.
    pub struct Wide { first: Linear<5, 96>, layers: [Layer; 3], last: Linear<96, 33> }

    impl Wide {
        pub fn loss(&self, x: Tensor<5>, seed: u64) -> f64 {
            let mut y = self.first.forward(x);
            for layer in &self.layers {
                y = y + dropout(gelu(layer.weights.forward(y)), 0.25, seed) * layer.scale;
            }
            sum(sqr(self.last.forward(y)))
        }
    }
}

burtorch::graph! {
    type Scalar = f64;

    /// So large that threads read what they wrote themselves.
    pub struct Large { letters: Embedding<27, 16>, up: Linear<{ 16 * 16 }, 256>, down: Linear<256, 27> }

    impl Large {
        pub fn loss(&self, context: [u8; 16], next: u8) -> f64 {
            let x = reshape(self.letters.forward(context), [16 * 16]);
            cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
        }
    }
}

fn letter(rng: &mut Rng, count: usize) -> u8 {
    u8::try_from(rng.below(count)).expect("there are few letters")
}

fn names<const CONTEXT: usize>(count: usize) -> Vec<([u8; CONTEXT], u8)> {
    let mut rng = Rng::seed(1);
    (0..count).map(|_| ([(); CONTEXT].map(|()| letter(&mut rng, 27)), letter(&mut rng, 27))).collect()
}

fn words(count: usize) -> Vec<([u8; 3], [u8; 3])> {
    let mut rng = Rng::seed(2);
    let three = |rng: &mut Rng| [(); 3].map(|()| letter(rng, 11));
    (0..count).map(|_| (three(&mut rng), three(&mut rng))).collect()
}

fn points(count: usize) -> Vec<([f64; 5], u64)> {
    let mut rng = Rng::seed(3);
    (0..count).map(|at| ([(); 5].map(|()| f64::from(letter(&mut rng, 100)) / 50.0 - 1.0), at as u64)).collect()
}

fn params<M: Model<Scalar = f64>>() -> Vec<f64> {
    let mut params = vec![0.0; M::PARAMS];
    M::init(&mut params, &mut Rng::seed(4)).expect("it has the right length");
    params
}

fn close(a: &[f64], b: &[f64]) -> bool {
    let largest = a.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * largest)
}

/// Compares gradients and steps of batches on one thread and on several. They are the same to the bit where `exact` says
/// so of the number of samples and of threads.
macro_rules! compare {
    ($model:ident, $samples:ident, $exact:expr) => {
        compare!($model, $samples, $exact, [1, 16, 37, 64, 130, 200])
    };
    ($model:ident, $samples:ident, $exact:expr, $counts:expr) => {
        for (count, threads) in $counts.into_iter().flat_map(|n| [(n, 1), (n, 2), (n, 3)]) {
            let (samples, params) = ($samples(count), params::<$model>());
            let what = format!("{count} samples, {threads} threads");
            let exact: fn(usize, usize) -> bool = $exact;
            let equal = |a: &[f64], b: &[f64]| if threads == 1 || exact(count, threads) { a == b } else { close(a, b) };
            let mut alone = BatchWorkspace::<$model>::boxed();
            let mut together = ParallelWorkspace::<$model>::new(threads);
            assert_eq!(together.threads(), threads);

            // It is added to what is there.
            let start = vec![0.5; $model::PARAMS];
            let mut expected = start.clone();
            let value = $model::loss_grad_batch(&params, &mut expected, &mut alone, &samples).unwrap();
            let mut first: Option<(f64, Vec<f64>)> = None;
            for _ in 0..3 {
                let mut gradient = start.clone();
                let found = $model::loss_grad_parallel(&params, &mut gradient, &mut together, &samples).unwrap();
                assert!(equal(&[value], &[found]), "{what}: {value} and {found}");
                assert!(equal(&expected, &gradient), "the gradient of {what}");
                let first = first.get_or_insert_with(|| (found, gradient.clone()));
                assert_eq!(*first, (found, gradient), "the same call again, {what}");
            }

            // Without the gradient, the value is that of the batch.
            let plain = $model::loss_batch(&params, &mut alone, &samples).unwrap();
            for _ in 0..2 {
                let found = $model::loss_parallel(&params, &mut together, &samples).unwrap();
                assert!(equal(&[plain], &[found]), "the value of {what}: {plain} and {found}");
            }

            // A step of an optimizer is an update by the gradient; one that is plain descent is the step of that.
            let (mut stepped, mut updated, mut gradient) = (params.clone(), params.clone(), vec![0.0; $model::PARAMS]);
            let [mut fused, mut apart] = [(); 2].map(|()| Momentum::new(0.1, 0.5, vec![0.0; $model::PARAMS]));
            for step in 0..3 {
                let mut scratch = start.clone();
                let value = $model::loss_step_parallel(&mut stepped, &mut scratch, &mut fused, &mut together, &samples);
                gradient.fill(0.0);
                let expected = $model::loss_grad_parallel(&updated, &mut gradient, &mut together, &samples);
                apart.update(&mut updated, &gradient).unwrap();
                let same = |a: &[f64], b: &[f64]| if count == 1 { close(a, b) } else { a == b };
                assert!(same(&[value.unwrap()], &[expected.unwrap()]), "the value before update {step} of {what}");
                assert!(same(&stepped, &updated), "parameters after update {step} of {what}");
            }
            let (mut stepped, mut descended) = (params.clone(), params.clone());
            let (mut scratch, mut other) = (start.clone(), start.clone());
            let by_sgd =
                $model::loss_step_parallel(&mut stepped, &mut scratch, &mut Sgd::new(0.1), &mut together, &samples);
            let plainly = $model::loss_sgd_parallel(&mut descended, &mut other, 0.1, &mut together, &samples);
            assert_eq!((by_sgd, stepped), (plainly, descended), "{what}");

            let (mut by_one, mut by_many) = (params.clone(), params);
            let (mut scratch, mut other) = (start.clone(), start);
            for step in 0..3 {
                let value = $model::loss_sgd_batch(&mut by_one, &mut scratch, 0.1, &mut alone, &samples).unwrap();
                let found = $model::loss_sgd_parallel(&mut by_many, &mut other, 0.1, &mut together, &samples).unwrap();
                assert!(equal(&[value], &[found]), "step {step} of {what}: {value} and {found}");
                assert!(equal(&by_one, &by_many), "parameters after step {step} of {what}");
            }
        }
    };
}

#[test]
fn a_model_whose_kernels_are_split() {
    compare!(Names, names, |count, _| count == 64 || count == 1);
}

#[test]
fn a_loop_over_blocks() {
    compare!(Deep, words, |count, _| count == 16 || count == 1);
}

#[test]
fn kernels_that_are_split_inside_of_a_loop() {
    compare!(Wide, points, |count, _| count == 1);
}

#[test]
fn kernels_that_are_split_by_what_they_read() {
    compare!(Large, names, |count, _| count == 1, [1, 64]);
}

#[test]
fn mistakes_are_found_before_anything_changes() {
    let mut workspace = ParallelWorkspace::<Names>::new(2);
    let mut weights = params::<Names>();
    let before = weights.clone();
    let mut gradient = vec![0.0; Names::PARAMS];
    let mut samples = names::<CONTEXT>(70);

    let short = Names::loss_grad_parallel(&weights[1..], &mut gradient, &mut workspace, &samples);
    let (expected, found) = (Names::PARAMS, Names::PARAMS - 1);
    assert_eq!(short, Err(Error::Length { argument: "params", expected, found }));
    let short = Names::loss_sgd_parallel(&mut weights, &mut gradient[1..], 0.1, &mut workspace, &samples);
    assert_eq!(short, Err(Error::Length { argument: "gradient", expected, found }));
    let none = Names::loss_grad_parallel(&weights, &mut gradient, &mut workspace, &samples[..0]);
    assert_eq!(none, Err(Error::Empty));
    assert_eq!(Names::loss_parallel(&weights, &mut workspace, &samples[..0]), Err(Error::Empty));
    let mut adam = Adam::new(0.1, vec![0.0; Names::PARAMS]);
    let short = Names::loss_step_parallel(&mut weights, &mut gradient, &mut adam, &mut workspace, &samples);
    let expected = 2 * Names::PARAMS;
    assert_eq!(short, Err(Error::Length { argument: "state", expected, found: Names::PARAMS }));

    samples[69].0[2] = 27;
    let outside = Names::loss_sgd_parallel(&mut weights, &mut gradient, 0.1, &mut workspace, &samples);
    assert_eq!(outside, Err(Error::Index { argument: "context", position: 2, index: 27, bound: 27 }));
    assert!(weights == before && gradient.iter().all(|slope| *slope == 0.0));
}

#[test]
fn samples_may_come_from_any_iterator() {
    let (weights, samples) = (params::<Names>(), names(150));
    let mut workspace = ParallelWorkspace::<Names>::new(2);
    let mut gradients = [vec![0.0; Names::PARAMS], vec![0.0; Names::PARAMS]];
    let [a, b] = &mut gradients;
    let from_list = Names::loss_grad_parallel(&weights, a, &mut workspace, &samples);
    let from_map = Names::loss_grad_parallel(&weights, b, &mut workspace, (0..150).map(|at| samples[at]));
    assert_eq!((from_list, &gradients[0]), (from_map, &gradients[1]));
}

#[test]
fn the_calling_thread_does_not_allocate() {
    let mut workspace = ParallelWorkspace::<Names>::new(2);
    let (mut weights, mut gradient) = (params::<Names>(), vec![0.0; Names::PARAMS]);
    let mut adam = Adam::new(0.001, vec![0.0; 2 * Names::PARAMS]);
    for samples in [names(64), names(150)] {
        let mut step = || {
            Names::loss_sgd_parallel(&mut weights, &mut gradient, 0.1, &mut workspace, &samples)?;
            Names::loss_step_parallel(&mut weights, &mut gradient, &mut adam, &mut workspace, &samples)?;
            Names::loss_parallel(&weights, &mut workspace, &samples)
        };
        step().expect("the samples are fine");
        assert_eq!(allocations(step), 0);
    }
}

#[test]
fn zero_threads_are_all() {
    assert!(ParallelWorkspace::<Deep>::new(0).threads() > 0);
}

/// What panics with this panics once more when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a payload was dropped");
    }
}

/// Samples that end the work of the calling thread by a [`Bomb`], as soon as another thread works on others.
#[derive(Clone)]
struct Failing<'s> {
    samples: slice::Iter<'s, ([u8; 3], [u8; 3])>,
    log: &'s Log,
}

struct Log {
    caller: ThreadId,
    /// How many samples the calling thread may still ask for.
    left: AtomicUsize,
    /// How often another thread has asked, and has been answered.
    asked: AtomicUsize,
    answered: AtomicUsize,
}

impl<'s> Iterator for Failing<'s> {
    type Item = &'s ([u8; 3], [u8; 3]);

    fn next(&mut self) -> Option<Self::Item> {
        let Self { samples, log } = self;
        if thread::current().id() != log.caller {
            log.asked.fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(20));
            log.answered.fetch_add(1, Ordering::SeqCst);
        } else if log.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err() {
            while log.asked.load(Ordering::SeqCst) == 0 {
                thread::yield_now();
            }
            panic_any(Bomb);
        }
        samples.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.samples.size_hint()
    }
}

impl ExactSizeIterator for Failing<'_> {}

/// The samples lie on the stack of the caller. So no thread may look at them any more when the call has ended, however it did.
#[test]
fn a_panic_waits_for_the_other_threads() {
    let weights = params::<Deep>();
    let mut workspace = ParallelWorkspace::<Deep>::new(2);
    let samples = words(32);
    let mut expected = vec![0.0; Deep::PARAMS];
    let value = Deep::loss_grad_parallel(&weights, &mut expected, &mut workspace, &samples).unwrap();
    for _ in 0..3 {
        // All samples are looked at once before the threads start.
        let log = Log {
            caller: thread::current().id(),
            left: AtomicUsize::new(samples.len() + 1),
            asked: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
        };
        let failing = Failing { samples: samples.iter(), log: &log };
        let mut gradient = vec![0.0; Deep::PARAMS];
        let call = || Deep::loss_grad_parallel(&weights, &mut gradient, &mut workspace, failing);
        let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("the samples panicked");
        let answered = log.answered.load(Ordering::SeqCst);
        let asked = log.asked.load(Ordering::SeqCst);
        assert!(payload.is::<Bomb>(), "the caller gets what the work panicked with");
        std::mem::forget(payload);
        assert_eq!(asked, answered, "another thread still works on samples of a call that has ended");

        // The threads are there for the next call.
        let mut gradient = vec![0.0; Deep::PARAMS];
        let found = Deep::loss_grad_parallel(&weights, &mut gradient, &mut workspace, &samples).unwrap();
        assert_eq!((found, &gradient), (value, &expected));
    }
}
