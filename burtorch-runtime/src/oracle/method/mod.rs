//! Methods: how a gradient is estimated, and the step that follows.
//!
//! A method is a struct of its parameters, with the names of the literature. [`Run`] has the point and what the method remembers;
//! every step is
//!
//! ```text
//! g = estimate(x),    x⁺ = prox(x − γ g)
//! ```

mod compressed;
mod diana;
mod ef14;
mod ef21;
mod l_svrg;
mod marina;
mod page;
mod saga;
mod sarah;
mod sgd;
mod storm;
mod svrg;

use alloc::vec;
use alloc::vec::Vec;

pub use compressed::CompressedGd;
pub use diana::Diana;
pub use ef14::Ef14;
pub use ef21::{Ef21, Ef21W};
pub use l_svrg::LSvrg;
pub use marina::Marina;
pub use page::Page;
pub use saga::Saga;
pub use sarah::Sarah;
pub use sgd::Sgd;
pub use storm::Storm;
pub use svrg::{Epoch, Svrg};

use super::compress::{Compressor, Message};
use super::error::{Error, check_finite, check_length, check_positive};
use super::problem::Problem;
use super::prox::Prox;
use super::sampling::Sampling;
use super::terms::Terms;
use super::vector::add_scaled;
use crate::Rng;

/// The vectors that a method remembers, one for each row, and the messages that clients send.
#[derive(Clone, Debug)]
pub struct Memory {
    dim: usize,
    numbers: Vec<f64>,
    messages: Vec<Message>,
    /// The step at which something happens next, of methods with epochs of random length.
    next: u64,
}

impl Memory {
    /// Rows of zeros, and no messages.
    #[must_use]
    pub fn new(rows: usize, dim: usize) -> Self {
        Memory { dim, numbers: vec![0.0; rows * dim], messages: Vec::new(), next: 0 }
    }

    /// Rows of zeros, and room for a message of each client.
    #[must_use]
    pub fn with_messages<T: Terms, R: Prox>(
        rows: usize,
        problem: &Problem<T, R>,
        compressor: &impl Compressor,
    ) -> Self {
        let message = || Message::with_bits(compressor.most_bits(problem.dim()));
        Memory { messages: (0..problem.count()).map(|_| message()).collect(), ..Memory::new(rows, problem.dim()) }
    }

    /// A row; each method says what its rows are.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.numbers[i * self.dim..][..self.dim]
    }

    /// The first `rows` rows, one behind the other, then `N` rows one by one, and the messages.
    ///
    /// # Panics
    /// If there are not so many rows.
    pub fn split<const N: usize>(&mut self, rows: usize) -> (&mut [f64], [&mut [f64]; N], &mut [Message]) {
        let (first, mut rest) = self.numbers.split_at_mut(rows * self.dim);
        let others = [(); N].map(|()| {
            let (row, behind) = core::mem::take(&mut rest).split_at_mut(self.dim);
            rest = behind;
            row
        });
        (first, others, &mut self.messages)
    }
}

/// Where a method is when it estimates a gradient.
#[derive(Debug)]
pub struct At<'a> {
    /// The point.
    pub x: &'a [f64],
    /// The point before the last step; before the first step, the same.
    pub before: &'a [f64],
    /// The last estimate, which becomes the next one; zero before the first step.
    pub g: &'a mut [f64],
    /// How many steps were taken.
    pub steps: u64,
}

/// How a gradient is estimated: what [`Run`] needs of a method.
pub trait Method {
    /// `γ`
    fn step_size(&self) -> f64;

    /// What the method remembers, before its first step.
    ///
    /// # Errors
    /// If a parameter is out of range, or does not fit the problem.
    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error>;

    /// Puts an estimate of `∇f(x)` into `at.g`.
    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    );
}

/// A method under way: `g = estimate(x)`, then `x⁺ = prox(x − γ g)`.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Page, Problem, Run};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let constants = problem.terms().constants();
///
/// let page = Page::theory(&constants, Nice::new(3, 1)?);
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], page)?, Rng::seed(1));
/// for _ in 0..1000 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run<M> {
    /// The method. Its step size may change between steps.
    pub method: M,
    x: Vec<f64>,
    before: Vec<f64>,
    g: Vec<f64>,
    memory: Memory,
    count: usize,
    steps: u64,
}

impl<M: Method> Run<M> {
    /// Starts a method at a point. All memory is allocated here.
    ///
    /// # Errors
    /// If a parameter of the method is out of range or does not fit the problem, or if the point does not.
    pub fn new<T: Terms, R: Prox>(problem: &Problem<T, R>, x: &[f64], method: M) -> Result<Self, Error> {
        check_length("x", x.len(), problem.dim())?;
        check_finite("x", x)?;
        check_positive("step", method.step_size())?;
        let memory = method.start(problem)?;
        let (count, g) = (problem.count(), vec![0.0; x.len()]);
        Ok(Run { method, x: x.to_vec(), before: x.to_vec(), g, memory, count, steps: 0 })
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &[f64] {
        &self.x
    }

    /// The point before the last step.
    #[must_use]
    pub fn before(&self) -> &[f64] {
        &self.before
    }

    /// The estimate that the last step used: that of `∇f` at the point [`before`](Self::before) it.
    #[must_use]
    pub fn estimate(&self) -> &[f64] {
        &self.g
    }

    /// What the method remembers.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// How many steps were taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// What can take steps on a problem: for lists of methods of several types.
pub trait Step<P> {
    /// Takes one step.
    fn step(&mut self, problem: &mut P, rng: &mut Rng);

    /// The point.
    fn point(&self) -> &[f64];
}

impl<M: Method, T: Terms, R: Prox> Step<Problem<T, R>> for Run<M> {
    fn step(&mut self, problem: &mut Problem<T, R>, rng: &mut Rng) {
        Run::step(self, problem, rng);
    }

    fn point(&self) -> &[f64] {
        Run::point(self)
    }
}

impl<M: Method> Run<M> {
    /// Takes one step. It allocates nothing, unless terms do.
    ///
    /// # Panics
    /// If the problem has another number of terms or coordinates than the one it was started with.
    pub fn step<T: Terms, R: Prox>(&mut self, problem: &mut Problem<T, R>, rng: &mut Rng) {
        let (found, own) = ((problem.count(), problem.dim()), (self.count, self.x.len()));
        assert!(found == own, "the problem has {found:?} terms and coordinates, but the run was started with {own:?}");
        let at = At { x: &self.x, before: &self.before, g: &mut self.g, steps: self.steps };
        self.method.estimate(at, &mut self.memory, problem, rng);
        self.before.copy_from_slice(&self.x);
        let step = self.method.step_size();
        add_scaled(&mut self.x, -step, &self.g);
        problem.prox(step, &mut self.x);
        self.steps += 1;
    }
}

/// That a sampling is for the terms of a problem.
fn check_sampling<T: Terms, R: Prox>(sampling: &impl Sampling, problem: &Problem<T, R>) -> Result<(), Error> {
    problem.check_here("a method that samples")?;
    check_length("terms of the sampling", sampling.count(), problem.count())
}

/// `ω` of a compressor for the vectors of a problem.
fn check_unbiased<T: Terms, R: Prox>(
    method: &'static str,
    compressor: &impl Compressor,
    problem: &Problem<T, R>,
) -> Result<f64, Error> {
    compressor.check(problem.dim())?;
    let (needs, instead) = ("an unbiased compressor", "RandK, RandSeqK, Natural, Dithering or Identity");
    compressor.class(problem.dim()).omega().ok_or(Error::Class { method, needs, instead })
}

/// `α` of a compressor for the vectors of a problem.
fn check_contractive<T: Terms, R: Prox>(
    method: &'static str,
    compressor: &impl Compressor,
    problem: &Problem<T, R>,
) -> Result<f64, Error> {
    compressor.check(problem.dim())?;
    let (needs, instead) = ("a contractive compressor", "TopK or Sign, or Scaled(…) of an unbiased one");
    compressor.class(problem.dim()).alpha().ok_or(Error::Class { method, needs, instead })
}

/// What clients and server of a method do in a round.
trait Round<T, R> {
    /// Computes what client `i` compresses next, and returns it.
    fn change<C: Compressor>(
        &mut self,
        i: usize,
        compressor: &mut C,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) -> &[f64];

    /// Receives `C(change)ⱼ` from client `i`, which the client knows, too.
    fn receive(&mut self, i: usize, j: usize, number: f64);
}

/// One round: every client that is in this process sends its message, and all messages are received in the order of clients. Each client
/// has random numbers of its own, so that it does not matter where it is.
fn take_round<C: Compressor, T: Terms, R: Prox>(
    round: &mut impl Round<T, R>,
    compressor: &mut C,
    messages: &mut [Message],
    problem: &mut Problem<T, R>,
    rng: &mut Rng,
) {
    let seed = rng.next_u64();
    send_point(problem);
    for (i, message) in messages.iter_mut().enumerate() {
        if problem.terms().is_here(i) {
            let mut own = Rng::seed(seed.wrapping_add(i as u64));
            let change = round.change(i, compressor, problem, &mut own);
            compressor.compress(change, &mut own, message);
        }
    }
    problem.terms_mut().exchange(messages);
    let dim = problem.dim();
    for (i, message) in messages.iter().enumerate() {
        problem.counters.bits_up += message.bits() as u64;
        compressor.decode(dim, message, |j, number| round.receive(i, j, number));
    }
}

/// Adds the gradients of a term at some points, each with its scale, to what is compressed next. If the compressor chooses its coordinates
/// before it sees a vector, only those are computed, and `out` is right there alone.
fn add_what_is_sent<C: Compressor, T: Terms, R: Prox>(
    compressor: &mut C,
    i: usize,
    points: &[(&[f64], f64)],
    out: &mut [f64],
    scratch: &mut [f64],
    problem: &mut Problem<T, R>,
    rng: &mut Rng,
) {
    match (compressor.coordinates(rng), points) {
        (Some(coordinates), _) => {
            for &(point, scale) in points {
                problem.add_partial(i, point, coordinates, scale, out, scratch);
            }
        }
        (None, &[(x, a), (y, b)]) => problem.add_combination(i, [x, y], [a, b], out),
        (None, _) => {
            for &(point, scale) in points {
                problem.add_gradient(i, point, scale, out);
            }
        }
    }
}

/// Counts a point that is sent to every client.
fn send_point<T: Terms, R: Prox>(problem: &mut Problem<T, R>) {
    problem.counters.bits_down += 64 * (problem.dim() * problem.count()) as u64;
}

/// `∇f(x)` in `out`, for which every client sends its gradient in full.
fn send_gradients<T: Terms, R: Prox>(problem: &mut Problem<T, R>, x: &[f64], out: &mut [f64]) {
    problem.gradient(x, out);
    problem.counters.bits_up += 64 * (problem.dim() * problem.count()) as u64;
}

/// `⌈x⌉` as a number of steps, at least one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts stop at the ends of the range")]
fn steps_above(x: f64) -> u64 {
    (num_traits::Float::ceil(x) as u64).max(1)
}

#[cfg(test)]
mod tests;
