//! Clients in several processes.

use alloc::vec;
use alloc::vec::Vec;

use super::super::compress::Message;
use super::super::error::{Error, check_length};
use super::Terms;
use crate::workers::Workers;

/// The clients of all workers, of which this process has its own: `f = 1/n Σ fᵢ` over all of them.
///
/// It is for methods with clients, [`CompressedGd`](crate::oracle::CompressedGd), [`Marina`](crate::oracle::Marina),
/// [`Diana`](crate::oracle::Diana), [`Ef21`](crate::oracle::Ef21), [`Ef21W`](crate::oracle::Ef21W) and
/// [`Ef14`](crate::oracle::Ef14): the same run takes the same steps in every process, with a generator of the same seed. Data stay where
/// they are. What is sent is the messages, so that all have the same point, to the bit that of one process with all clients; sums of
/// whole gradients, which MARINA sends at times, differ from those of one process by rounding.
///
/// The workers are threads, processes under MPI (the crate `burtorch-mpi`), or whatever implements [`Workers`]. Counters of gradients are
/// those of this process, counters of bits those of all.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Ef21, LinearModel, Link, Problem, Run, Spread, TopK};
/// use burtorch_runtime::workers::Alone;
///
/// // With MPI, `Mpi::start()?` takes the place of `Alone`, and each process has rows of its own.
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let own = LinearModel::new(Link::Squares, 2, &rows, &targets)?;
/// let mut problem = Problem::new(Spread::new(own, &Alone)?)?;
///
/// let method = Ef21 { step: 0.1, compressor: TopK::new(2, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], method)?, Rng::seed(1));
/// for _ in 0..1000 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Debug)]
pub struct Spread<'w, T, W: ?Sized> {
    own: T,
    workers: &'w W,
    /// Where the clients of each worker end.
    ends: Vec<usize>,
    sent: Vec<u8>,
    received: Vec<u8>,
}

impl<'w, T: Terms, W: Workers + ?Sized> Spread<'w, T, W> {
    /// The terms of this process, each of which is a client, beside those of the others. All workers call it at the same time.
    ///
    /// # Errors
    /// If another worker is gone, or its terms are functions of another number of coordinates.
    pub fn new(own: T, workers: &'w W) -> Result<Self, Error> {
        let mine = [own.count() as u64, own.dim() as u64].map(u64::to_le_bytes).concat();
        let mut all = vec![0; mine.len() * workers.size()];
        workers.gather(&mine, &mut all).map_err(|error| Error::Workers { error })?;
        #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)) as usize;
        let mut ends = Vec::with_capacity(workers.size());
        for worker in all.chunks_exact(mine.len()) {
            let (count, dim) = worker.split_at(8);
            check_length("coordinates of another worker", number(dim), own.dim())?;
            ends.push(ends.last().copied().unwrap_or(0) + number(count));
        }
        Ok(Spread { own, workers, ends, sent: Vec::new(), received: Vec::new() })
    }

    /// Which of all clients are those of this process.
    #[must_use]
    pub fn here(&self) -> core::ops::Range<usize> {
        self.range(self.workers.rank())
    }

    /// The terms of this process.
    #[must_use]
    pub fn own(&self) -> &T {
        &self.own
    }

    fn range(&self, worker: usize) -> core::ops::Range<usize> {
        let start = if worker == 0 { 0 } else { self.ends[worker - 1] };
        start..self.ends[worker]
    }

    fn own_index(&self, i: usize) -> usize {
        let here = self.here();
        assert!(here.contains(&i), "client {i} is in another process, this one has {here:?}");
        i - here.start
    }
}

impl<T: Terms, W: Workers + ?Sized> Terms for Spread<'_, T, W> {
    fn dim(&self) -> usize {
        self.own.dim()
    }

    fn count(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        self.own.gradient(self.own_index(i), x, scale, out)
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        self.own.value(self.own_index(i), x)
    }

    fn combination(&mut self, i: usize, points: [&[f64]; 2], scales: [f64; 2], out: &mut [f64]) {
        self.own.combination(self.own_index(i), points, scales, out);
    }

    fn partial(&mut self, i: usize, x: &[f64], at: &[usize], scale: f64, out: &mut [f64], scratch: &mut [f64]) {
        self.own.partial(self.own_index(i), x, at, scale, out, scratch);
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        self.own.hessian_product(self.own_index(i), x, v, scale, out);
    }

    fn is_here(&self, i: usize) -> bool {
        self.here().contains(&i)
    }

    /// # Panics
    /// If another worker is gone.
    fn add_up(&mut self, numbers: &mut [f64]) {
        if let Err(error) = self.workers.sum_f64(numbers) {
            panic!("{error}");
        }
    }

    /// # Panics
    /// If another worker is gone.
    fn exchange(&mut self, messages: &mut [Message]) {
        let slot = messages.iter().map(Message::len_written).max().unwrap_or(0);
        let most = (0..self.ends.len()).map(|worker| self.range(worker).len()).max().unwrap_or(0);
        // After the first time, all have their length.
        self.sent.resize(slot * most, 0);
        self.received.resize(slot * most * self.ends.len(), 0);
        let here = self.here();
        for (bytes, message) in self.sent.chunks_exact_mut(slot).zip(&messages[here]) {
            message.write(bytes);
        }
        if let Err(error) = self.workers.gather(&self.sent, &mut self.received) {
            panic!("{error}");
        }
        for (worker, bytes) in self.received.chunks_exact(slot * most).enumerate() {
            for (bytes, message) in bytes.chunks_exact(slot).zip(&mut messages[self.range(worker)]) {
                message.read(bytes);
            }
        }
    }

    fn cost(&self, i: usize) -> u64 {
        self.own.cost(self.own_index(i))
    }
}
