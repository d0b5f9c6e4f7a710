//! Safe programs that break every promise that a type cannot make: samples that change between two looks, iterators that lie about
//! their length or panic, optimizers and workers that answer at random. A call may then panic or yield nonsense, but memory stays
//! whole, and the same workspaces compute as before. `tests/sanitize.sh` runs this under `AddressSanitizer`.
#![forbid(unsafe_code)]

use std::borrow::Borrow;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use burtorch::optimizer::{Adam, Optimizer, Sgd};
use burtorch::workers::{Error as WorkersError, TopK, Workers, gradient, step};
use burtorch::{BatchWorkspace, Fields, ParallelWorkspace, Workspace, graph};

graph! {
    /// With a table, a loop, gradients of inputs and of some parameters.
    pub struct Net {
        table: Embedding<6, 5>,
        cell: Linear<5, 5>,
    }

    impl Net {
        #[wrt(x)]
        #[partial]
        pub fn loss(&self, x: Tensor<5>, token: u8) -> f32 {
            let mut h = self.table.forward(token);
            for _ in 0..3 {
                h = tanh(self.cell.forward(h) + x);
            }
            sum(h)
        }

        pub fn hidden(&self, x: Tensor<5>, token: u8) -> Tensor<5> {
            tanh(self.cell.forward(self.table.forward(token)) + x)
        }
    }
}

type Sample = ([f32; 5], u8);

fn ignore<T>(_: T) {}

fn sample(at: usize) -> Sample {
    ([0.1; 5], u8::try_from(at % 6).expect("small"))
}

/// All memory that calls use: it is used again after each of them.
struct Memory {
    params: Vec<f32>,
    gradient: Vec<f32>,
    batch: BatchWorkspace<Net>,
    team: ParallelWorkspace<Net>,
    inputs: Vec<[f32; 5]>,
}

impl Memory {
    fn new() -> Self {
        let params = (0..Net::PARAMS).map(|at| [0.3, -0.2, 0.1][at % 3]).collect();
        let (batch, team) = (BatchWorkspace::new(), ParallelWorkspace::new(3));
        Self { params, gradient: vec![0.0; Net::PARAMS], batch, team, inputs: vec![[0.0; 5]; 100] }
    }

    /// Calls all forms of a batch with these samples. How many of them panicked?
    fn call<I>(&mut self, samples: impl Fn() -> I) -> usize
    where
        I: ExactSizeIterator<Item: burtorch::__private::SampleOf<([f32; 5], u8)>> + Clone + Sync,
    {
        let Self { params, gradient, batch, team, inputs } = self;
        let mut panicked = 0;
        let mut attempt = |call: &mut dyn FnMut()| {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(call)) {
                // Dropping it may panic.
                std::mem::forget(payload);
                panicked += 1;
            }
        };
        let fields = Fields::new(&["table", "cell.bias"]).expect("they are fields");
        attempt(&mut || ignore(Net::loss_batch(params, batch, samples())));
        attempt(&mut || ignore(Net::loss_grad_batch(params, gradient, batch, samples())));
        attempt(&mut || ignore(Net::loss_grad_of_batch(params, gradient, &fields, batch, samples())));
        attempt(&mut || ignore(Net::loss_grad_inputs_batch(params, gradient, inputs, batch, samples())));
        attempt(&mut || ignore(Net::loss_sgd_batch(params, gradient, 0.1, batch, samples())));
        attempt(&mut || ignore(Net::hidden_batch(params, inputs, batch, samples())));
        attempt(&mut || ignore(Net::loss_parallel(params, team, samples())));
        attempt(&mut || ignore(Net::loss_grad_parallel(params, gradient, team, samples())));
        attempt(&mut || ignore(Net::loss_grad_inputs_parallel(params, gradient, inputs, team, samples())));
        attempt(&mut || ignore(Net::loss_grad_of_parallel_while(params, gradient, &fields, team, || true, samples())));
        attempt(&mut || ignore(Net::loss_sgd_parallel(params, gradient, 0.1, team, samples())));
        panicked
    }

    /// The memory computes what new memory does.
    fn check(&mut self) {
        let new = Self::new();
        self.params.clone_from(&new.params);
        let mut other = new;
        for count in [1, 17, 100] {
            let samples: Vec<Sample> = (0..count).map(sample).collect();
            let of = |memory: &mut Self| {
                let Self { params, gradient, batch, team, .. } = memory;
                gradient.fill(0.0);
                let loss = Net::loss_grad_batch(params, gradient, batch, &samples).expect("a batch");
                let together = Net::loss_grad_parallel(params, gradient, team, &samples).expect("a batch");
                let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                (loss.to_bits(), together.to_bits(), bits(gradient))
            };
            assert_eq!(of(self), of(&mut other), "{count} samples");
        }
    }
}

/// A token that is inside of the table when it is looked at for the first times, and outside from then on, and inside again.
#[derive(Clone, Copy)]
struct Changing<'c> {
    looks: &'c AtomicUsize,
    good: usize,
}

impl Borrow<u8> for Changing<'_> {
    fn borrow(&self) -> &u8 {
        let look = self.looks.fetch_add(1, Ordering::Relaxed);
        if look % (self.good + 3) < self.good { &1 } else { &255 }
    }
}

#[test]
fn tokens_that_change_after_they_were_checked_are_found_again_or_panic() {
    let mut memory = Memory::new();
    let mut panicked = 0;
    for good in [1, 16, 40, 64, 99, 100, 101, 130, 164, 199, 200, 240, 299] {
        let looks = AtomicUsize::new(0);
        panicked += memory.call(|| {
            looks.store(0, Ordering::Relaxed);
            std::iter::repeat_n(([0.5_f32; 5], Changing { looks: &looks, good }), 100)
        });
    }
    assert!(panicked > 0, "a token was outside of the table");
    memory.check();
}

/// Yields `left` samples. What it says of them changes with each question, and is at most `most`.
#[derive(Clone)]
struct Lying<'l> {
    left: usize,
    most: usize,
    questions: &'l AtomicUsize,
}

impl Iterator for Lying<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        self.left = self.left.checked_sub(1)?;
        Some(sample(self.left))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // It comes to an end, lest a call waits for ever.
        let question = self.questions.fetch_add(1, Ordering::Relaxed);
        let said = if question > 2000 { 0 } else { question * 7919 % (self.most + 1) };
        (said, Some(said))
    }
}

impl ExactSizeIterator for Lying<'_> {}

#[test]
fn lengths_that_are_lies_do_not_reach_memory() {
    let mut memory = Memory::new();
    for (left, most) in [(0, 1), (0, 100), (1, 64), (3, 17), (40, 5), (64, 63), (65, 200), (100, 0), (100, 1000)] {
        let questions = AtomicUsize::new(0);
        memory.call(|| {
            questions.store(left, Ordering::Relaxed);
            Lying { left, most, questions: &questions }
        });
    }
    memory.check();
}

/// What a panic carries, which panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a payload was dropped");
    }
}

/// Panics when a sample is asked for the last time of so many.
#[derive(Clone)]
struct Panicking<'p> {
    left: usize,
    calls: &'p AtomicUsize,
}

impl Iterator for Panicking<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.calls.fetch_sub(1, Ordering::Relaxed) == 1 {
            panic_any(Bomb);
        }
        self.left = self.left.checked_sub(1)?;
        Some(sample(self.left))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Panicking<'_> {}

#[test]
fn samples_that_panic_leave_memory_that_can_be_used() {
    let mut memory = Memory::new();
    let mut panicked = 0;
    for at in [1, 2, 50, 81, 82, 83, 97, 98, 99, 120, 146, 147, 160, 162, 163] {
        let calls = AtomicUsize::new(0);
        panicked += memory.call(|| {
            calls.store(at, Ordering::Relaxed);
            Panicking { left: 81, calls: &calls }
        });
        memory.check();
    }
    assert!(panicked >= 100, "{panicked} calls panicked");
}

#[test]
fn what_ends_a_batch_may_panic() {
    let mut memory = Memory::new();
    let (fields, samples) = (Fields::new(&[""]).expect("it is all"), (0..100).map(sample).collect::<Vec<_>>());
    for most in [0, 1, 2, 5, 20] {
        let asked = AtomicUsize::new(0);
        let go_on = || {
            if asked.fetch_add(1, Ordering::Relaxed) >= most {
                panic_any(Bomb);
            }
            true
        };
        let Memory { params, gradient, batch, team, .. } = &mut memory;
        let calls: [&mut dyn FnMut(); 2] = [
            &mut || ignore(Net::loss_grad_of_batch_while(params, gradient, &fields, batch, go_on, &samples)),
            &mut || {
                ignore(Net::loss_grad_of_parallel_while(
                    params,
                    &mut [0.0; Net::PARAMS],
                    &fields,
                    team,
                    go_on,
                    &samples,
                ));
            },
        ];
        for call in calls {
            asked.store(0, Ordering::Relaxed);
            std::mem::forget(catch_unwind(AssertUnwindSafe(call)).expect_err("it is asked more often"));
        }
        memory.check();
    }
}

/// Samples for which another team computes a batch, on whichever thread asks for them.
#[test]
fn samples_may_be_computed_by_another_team() {
    let mut memory = Memory::new();
    let inner = Mutex::new((ParallelWorkspace::<Net>::new(2), memory.params.clone()));
    let make = |at: usize| {
        let (team, params) = &mut *inner.lock().expect("nothing panics");
        let loss = Net::loss_parallel(params, team, (0..20).map(sample)).expect("a batch");
        ([loss * 0.01; 5], sample(at).1)
    };
    assert_eq!(memory.call(|| (0..100).map(&make)), 0);
    memory.check();
}

#[test]
fn a_team_may_go_while_its_owner_panics() {
    for _ in 0..5 {
        let call = || {
            let mut memory = Memory::new();
            let calls = AtomicUsize::new(90);
            let Memory { params, gradient, team, .. } = &mut memory;
            let samples = Panicking { left: 81, calls: &calls };
            let _ = Net::loss_grad_parallel(params, gradient, team, samples);
        };
        let payload = std::thread::spawn(move || catch_unwind(call)).join().expect("it is caught");
        std::mem::forget(payload.expect_err("the samples panicked"));
    }
}

/// Has another state each time that it is asked for it.
struct Restless {
    asked: usize,
    state: Vec<f32>,
}

impl Optimizer<f32> for Restless {
    type Update = <Adam<Vec<f32>> as Optimizer<f32>>::Update;

    fn begin(&mut self) -> (Self::Update, &mut [f32]) {
        let update = Adam::new(0.1, Vec::<f32>::new()).begin().0;
        (update, self.state())
    }

    fn state(&mut self) -> &mut [f32] {
        self.asked += 1;
        let length = if self.asked % 2 == 1 { self.state.len() } else { self.asked % 7 };
        &mut self.state[..length]
    }
}

#[test]
fn states_of_optimizers_that_change_their_length_are_errors_or_panics() {
    let mut memory = Memory::new();
    let samples: Vec<Sample> = (0..100).map(sample).collect();
    for asked in 0..4 {
        let Memory { params, gradient, batch, team, .. } = &mut memory;
        let mut restless = Restless { asked, state: vec![0.0; 2 * Net::PARAMS] };
        let mut one = Workspace::boxed();
        let (x, token) = &samples[0];
        let calls: [&mut dyn FnMut(&mut Restless); 3] = [
            &mut |it| ignore(Net::loss_step(params, it, &mut one, x, *token)),
            &mut |it| ignore(Net::loss_step_batch(&mut [0.1; Net::PARAMS], gradient, it, batch, &samples)),
            &mut |it| {
                ignore(Net::loss_step_parallel(&mut [0.1; Net::PARAMS], &mut [0.0; Net::PARAMS], it, team, &samples));
            },
        ];
        for call in calls {
            let _ = catch_unwind(AssertUnwindSafe(|| call(&mut restless)));
        }
        memory.check();
    }
}

/// Answers as it likes.
#[derive(Debug)]
struct Nonsense(AtomicUsize);

impl Nonsense {
    fn next(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed) * 31 % 5
    }
}

impl Workers for Nonsense {
    fn rank(&self) -> usize {
        self.next()
    }

    fn size(&self) -> usize {
        self.next()
    }

    fn sum_f32(&self, values: &mut [f32]) -> Result<(), WorkersError> {
        values.fill(f32::NAN);
        Ok(())
    }

    fn sum_f64(&self, values: &mut [f64]) -> Result<(), WorkersError> {
        values.fill(f64::MAX);
        Ok(())
    }

    fn broadcast(&self, bytes: &mut [u8]) -> Result<(), WorkersError> {
        bytes.fill(255);
        Ok(())
    }

    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), WorkersError> {
        assert!(!all.is_empty() || mine.is_empty(), "as intended");
        all.fill(254);
        Ok(())
    }

    fn barrier(&self) -> Result<(), WorkersError> {
        Ok(())
    }
}

#[test]
fn workers_that_answer_nonsense_do_no_harm() {
    let mut memory = Memory::new();
    let samples: Vec<Sample> = (0..100).map(sample).collect();
    for start in 0..30 {
        let workers = Nonsense(AtomicUsize::new(start));
        let Memory { params, gradient: slopes, batch, .. } = &mut memory;
        let _ = catch_unwind(AssertUnwindSafe(|| ignore(gradient(&workers, params, slopes, batch, samples.iter()))));
        let mut sgd = Sgd::new(0.1);
        let _ =
            catch_unwind(AssertUnwindSafe(|| ignore(step(&workers, params, slopes, &mut sgd, batch, samples.iter()))));
        let _ = catch_unwind(|| ignore(TopK::new(5, 100).sum(&workers, &mut [1.0; 100])));
        memory.check();
    }
}
