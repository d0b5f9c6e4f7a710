//! Workers that do not wait for each other.

use alloc::vec;
use alloc::vec::Vec;

use num_traits::Float;

use super::error::{Error, check_count, check_finite, check_length, check_positive, check_some};
use super::problem::Problem;
use super::prox::Prox;
use super::terms::Terms;
use super::vector::add_scaled;
use crate::Rng;

/// How long a worker takes for one gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// Always the same.
    Fixed(f64),
    /// Uniform between two times.
    Uniform(f64, f64),
    /// Exponential with this mean: most are short, a few are long.
    Exponential(f64),
}

impl Time {
    fn check(self) -> Result<(), Error> {
        match self {
            Time::Fixed(time) | Time::Exponential(time) => check_positive("time of a worker", time),
            Time::Uniform(least, most) => {
                check_positive("time of a worker", least)?;
                let range = "finite, and at least as large as the least time";
                let ok = most >= least && most.is_finite();
                if ok { Ok(()) } else { Err(Error::Range { what: "time of a worker", found: most, range }) }
            }
        }
    }

    fn draw(self, rng: &mut Rng) -> f64 {
        match self {
            Time::Fixed(time) => time,
            Time::Uniform(least, most) => least + (most - least) * rng.uniform(),
            // From 1 down to 2⁻⁵³, so that the logarithm is finite.
            Time::Exponential(mean) => -mean * Float::ln(1.0 - rng.uniform()),
        }
    }
}

/// What becomes of a gradient that was computed at an old point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Staleness {
    /// It is used, however old it is: asynchronous SGD.
    Used,
    /// From this delay on it is thrown away when it arrives: Ringmaster ASGD.
    Ignored(u64),
    /// As soon as it would have this delay, the worker stops and starts again at the new point: Ringmaster ASGD with stops.
    Stopped(u64),
}

/// Asynchronous SGD: `x⁺ = prox(x − γ ∇fᵢ(x^(k − δ)))` whenever a worker is done, for a random term `i` and the point that the worker
/// started from, `δ` steps ago.
///
/// Time is simulated: each worker takes the time that it is given, so that a run can be repeated, and who arrives when is exact. With
/// [`Staleness::Used`] slow workers spoil the point with old gradients. Ringmaster ASGD allows for delays below a threshold `R`. With
/// `E‖∇fᵢ(x) − ∇f(x)‖² ≤ σ²`, `R = max(1, ⌈σ²/ε⌉)` and `γ = min(1/(2RL), ε/(4Lσ²))` the time to a point with `E‖∇f(x)‖² ≤ ε` is
/// optimal, whatever the workers' speeds are.
///
/// Maranjyan, Tyurin and Richtárik, [Ringmaster ASGD: the first asynchronous SGD with optimal time
/// complexity](https://arxiv.org/abs/2501.16168).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Asynchronous, AsynchronousRun, LinearModel, Link, Problem, Staleness, Time};
///
/// let (rows, targets) = ([1.0, 1.0, 1.0, -1.0], [3.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// // Two workers are quick, one is slow.
/// let workers = vec![Time::Fixed(1.0), Time::Exponential(1.0), Time::Fixed(30.0)];
/// let method = Asynchronous { step: 0.1, staleness: Staleness::Stopped(4), workers };
/// let (mut run, mut rng) = (AsynchronousRun::new(&problem, &[0.0, 0.0], method)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0).abs() < 1e-6);
/// let log = run.log();
/// assert!(log.applied == 400 && log.discarded == 0 && log.stopped > 10 && log.most_delay < 4);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Asynchronous {
    /// `γ`
    pub step: f64,
    /// What becomes of old gradients.
    pub staleness: Staleness,
    /// How long each worker takes.
    pub workers: Vec<Time>,
}

impl Asynchronous {
    /// Ringmaster ASGD with stops, for a problem with this `L`, gradients of terms with this variance, and the accuracy `ε` that is
    /// wanted.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts stop at the ends of the range")]
    #[must_use]
    pub fn ringmaster(l: f64, variance: f64, epsilon: f64, workers: Vec<Time>) -> Self {
        let threshold = Float::ceil(variance / epsilon).max(1.0);
        let step = (1.0 / (2.0 * threshold * l)).min(epsilon / (4.0 * l * variance));
        Asynchronous { step, staleness: Staleness::Stopped(threshold as u64), workers }
    }
}

/// What workers did so far: `started = applied + discarded + stopped` and those under way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Log {
    /// The time that has passed.
    pub time: f64,
    /// Gradients that a worker started on.
    pub started: u64,
    /// Gradients that moved the point.
    pub applied: u64,
    /// Gradients that arrived and were too old.
    pub discarded: u64,
    /// Gradients that were not computed to the end.
    pub stopped: u64,
    /// The largest delay of a gradient that was applied.
    pub most_delay: u64,
    /// The sum of the delays of all that were applied.
    pub sum_of_delays: u64,
}

/// What a worker is at.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// When it is done.
    done: f64,
    /// How many steps had been taken when it started.
    started: u64,
    /// The term whose gradient it computes.
    term: usize,
}

/// [`Asynchronous`] under way.
#[derive(Clone, Debug)]
pub struct AsynchronousRun {
    /// The method. Its step size may change between steps.
    pub method: Asynchronous,
    x: Vec<f64>,
    gradient: Vec<f64>,
    /// The points that workers started from, one behind the other.
    points: Vec<f64>,
    work: Vec<Work>,
    log: Log,
    count: usize,
}

impl AsynchronousRun {
    /// Starts at a point. All memory is allocated here; workers start with the first step.
    ///
    /// # Errors
    /// If there are no workers, or a parameter is out of range, or the point does not fit the problem.
    pub fn new<T: Terms, R: Prox>(problem: &Problem<T, R>, x: &[f64], method: Asynchronous) -> Result<Self, Error> {
        problem.check_here("asynchronous SGD")?;
        check_length("x", x.len(), problem.dim())?;
        check_finite("x", x)?;
        check_positive("step", method.step)?;
        check_some("workers", method.workers.len())?;
        method.workers.iter().try_for_each(|time| time.check())?;
        if let Staleness::Ignored(0) | Staleness::Stopped(0) = method.staleness {
            check_count("delay", 0, 1, usize::MAX)?;
        }
        Ok(AsynchronousRun {
            x: x.to_vec(),
            gradient: vec![0.0; x.len()],
            points: vec![0.0; x.len() * method.workers.len()],
            work: Vec::with_capacity(method.workers.len()),
            log: Log::default(),
            count: problem.count(),
            method,
        })
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &[f64] {
        &self.x
    }

    /// What workers did so far.
    #[must_use]
    pub fn log(&self) -> Log {
        self.log
    }

    /// Waits for gradients until one moves the point. It allocates nothing, unless terms do.
    ///
    /// # Panics
    /// If the problem has another number of terms or coordinates than the one it was started with.
    pub fn step<T: Terms, R: Prox>(&mut self, problem: &mut Problem<T, R>, rng: &mut Rng) {
        let (found, own) = ((problem.count(), problem.dim()), (self.count, self.x.len()));
        assert!(found == own, "the problem has {found:?} terms and coordinates, but the run was started with {own:?}");
        for worker in self.work.len()..self.method.workers.len() {
            self.work.push(Work { done: 0.0, started: 0, term: 0 });
            self.start(worker, problem, rng);
        }
        let applied = self.log.applied;
        while self.log.applied == applied {
            self.receive(problem, rng);
        }
    }

    /// Sends the point to a worker, which starts on a new term.
    fn start<T: Terms, R: Prox>(&mut self, worker: usize, problem: &mut Problem<T, R>, rng: &mut Rng) {
        let dim = self.x.len();
        self.points[worker * dim..][..dim].copy_from_slice(&self.x);
        let done = self.log.time + self.method.workers[worker].draw(rng);
        self.work[worker] = Work { done, started: self.log.applied, term: rng.below(self.count) };
        self.log.started += 1;
        problem.counters.bits_down += 64 * dim as u64;
    }

    /// Takes the gradient that is ready first.
    fn receive<T: Terms, R: Prox>(&mut self, problem: &mut Problem<T, R>, rng: &mut Rng) {
        // The first of those that are ready at the same time.
        let first = (0..self.work.len()).reduce(|a, b| if self.work[b].done < self.work[a].done { b } else { a });
        let worker = first.unwrap_or(0);
        let Work { done, started, term } = self.work[worker];
        let (dim, delay) = (self.x.len(), self.log.applied - started);
        self.log.time = done;
        self.gradient.fill(0.0);
        problem.add_gradient(term, &self.points[worker * dim..][..dim], 1.0, &mut self.gradient);
        problem.counters.bits_up += 64 * dim as u64;
        if matches!(self.method.staleness, Staleness::Ignored(threshold) if delay >= threshold) {
            self.log.discarded += 1;
            self.start(worker, problem, rng);
            return;
        }
        add_scaled(&mut self.x, -self.method.step, &self.gradient);
        problem.prox(self.method.step, &mut self.x);
        self.log.applied += 1;
        self.log.most_delay = self.log.most_delay.max(delay);
        self.log.sum_of_delays += delay;
        self.start(worker, problem, rng);
        if let Staleness::Stopped(threshold) = self.method.staleness {
            for worker in 0..self.work.len() {
                if self.log.applied - self.work[worker].started >= threshold {
                    self.log.stopped += 1;
                    self.start(worker, problem, rng);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{LinearModel, Link, Run, Sgd, WithReplacement};

    const ROWS: [f64; 6] = [1.0, 0.5, -1.0, 2.0, 0.3, 1.0];
    const TARGETS: [f64; 3] = [1.0, -1.0, 0.5];

    fn problem() -> Problem<LinearModel<'static>> {
        Problem::new(LinearModel::new(Link::Squares, 2, &ROWS, &TARGETS).unwrap()).unwrap()
    }

    fn run(staleness: Staleness, workers: Vec<Time>, steps: u64) -> AsynchronousRun {
        let (mut problem, mut rng) = (problem(), Rng::seed(4));
        let method = Asynchronous { step: 0.02, staleness, workers };
        let mut run = AsynchronousRun::new(&problem, &[1.0, 1.0], method).unwrap();
        for step in 0..steps {
            run.step(&mut problem, &mut rng);
            let (log, under_way) = (run.log(), run.work.len() as u64);
            assert_eq!(log.applied, step + 1);
            assert_eq!(log.started, log.applied + log.discarded + log.stopped + under_way);
        }
        let (log, counters) = (run.log(), problem.counters);
        assert_eq!(counters.gradients, log.applied + log.discarded);
        assert_eq!(counters.bits_up, 128 * (log.applied + log.discarded));
        assert_eq!(counters.bits_down, 128 * log.started);
        run
    }

    #[test]
    fn one_worker_is_sgd_to_the_bit() {
        let alone = run(Staleness::Used, vec![Time::Fixed(2.0)], 50);
        assert!(alone.log().most_delay == 0 && (alone.log().time - 100.0).abs() < 1e-12);
        let (mut problem, mut rng) = (problem(), Rng::seed(4));
        let sgd = Sgd { step: 0.02, sampling: WithReplacement::new(3, 1).unwrap() };
        let mut plain = Run::new(&problem, &[1.0, 1.0], sgd).unwrap();
        for _ in 0..50 {
            plain.step(&mut problem, &mut rng);
        }
        assert_eq!(alone.point(), plain.point());
    }

    #[test]
    fn equal_workers_have_equal_delays() {
        let log = run(Staleness::Used, vec![Time::Fixed(1.0); 5], 100).log();
        // 0, 1, 2, 3, 4 at first; then everyone waits for the four others.
        assert_eq!((log.most_delay, log.sum_of_delays), (4, 10 + 95 * 4));
        assert!((log.time - 20.0).abs() < 1e-12);
    }

    #[test]
    fn a_slow_worker_is_used_ignored_or_stopped() {
        let workers = || vec![Time::Fixed(1.0), Time::Uniform(0.5, 1.5), Time::Fixed(100.0)];
        let used = run(Staleness::Used, workers(), 1000).log();
        assert!(used.most_delay > 150 && used.discarded == 0 && used.stopped == 0);
        let ignored = run(Staleness::Ignored(8), workers(), 1000).log();
        assert!(ignored.most_delay < 8 && (3..=6).contains(&ignored.discarded) && ignored.stopped == 0);
        let stopped = run(Staleness::Stopped(8), workers(), 1000).log();
        assert!(stopped.most_delay < 8 && stopped.discarded == 0 && stopped.stopped > 100);
    }

    #[test]
    fn the_threshold_is_that_of_the_theorem() {
        let method = Asynchronous::ringmaster(2.0, 10.0, 0.3, vec![Time::Fixed(1.0)]);
        assert_eq!(method.staleness, Staleness::Stopped(34));
        assert!((method.step - (1.0_f64 / 136.0).min(0.3 / 80.0)).abs() < 1e-15);
        let exact = Asynchronous::ringmaster(2.0, 0.0, 0.3, vec![Time::Fixed(1.0)]);
        assert!(exact.staleness == Staleness::Stopped(1) && (exact.step - 0.25).abs() < 1e-15);
    }
}
