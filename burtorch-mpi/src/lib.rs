//! Several processes that train one model, by MPI: on one machine or on many.
//!
//! [`Mpi`] implements [`Workers`], which is all that burtorch knows of other processes. A training binary has it in a line:
//!
//! ```ignore
//! burtorch::train! {
//!     // …
//!     workers: burtorch_mpi::Mpi::start()?,
//! }
//! ```
//!
//! Then `mpirun -n 4 gpt --batch 256` has four processes compute a quarter of every batch each. A loop of one's own calls the
//! functions of [`burtorch_runtime::workers`]: `gradient`, `descend` and `step`.
//!
//! If a process dies, MPI ends the others; no function returns an error then.

#![forbid(unsafe_code)]

use core::cell::RefCell;
use core::fmt;

use burtorch_runtime::workers::{Error, Workers};
use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives as _, Root as _};

/// At most so many numbers are sent at once: MPI counts them in 32 bits.
const MOST: usize = 1 << 30;

/// The processes that `mpirun` started. A program that was started without it is one process.
pub struct Mpi {
    world: SimpleCommunicator,
    rank: usize,
    size: usize,
    /// What is sent, while sums are received.
    sent: (RefCell<Vec<f32>>, RefCell<Vec<f64>>),
    /// MPI ends when this is dropped, and that waits for the other processes.
    _universe: Universe,
}

impl Mpi {
    /// Finds the other processes.
    ///
    /// # Errors
    /// If MPI runs in this process already: it starts once.
    ///
    /// # Panics
    /// If MPI counts processes by negative numbers, which it does not.
    pub fn start() -> Result<Self, Started> {
        let universe = mpi::initialize().ok_or(Started)?;
        let world = universe.world();
        let number = |of| usize::try_from(of).expect("MPI counts processes from zero");
        let (rank, size) = (number(world.rank()), number(world.size()));
        Ok(Self { world, rank, size, sent: Default::default(), _universe: universe })
    }
}

impl fmt::Debug for Mpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mpi").field("rank", &self.rank).field("size", &self.size).finish_non_exhaustive()
    }
}

/// MPI was started in this process before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started;

impl fmt::Display for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MPI was started before, and starts once in a process: keep the `Mpi` of the first start")
    }
}

impl core::error::Error for Started {}

macro_rules! sum {
    ($name:ident $number:ident $sent:tt) => {
        fn $name(&self, values: &mut [$number]) -> Result<(), Error> {
            let mut sent = self.sent.$sent.borrow_mut();
            for values in values.chunks_mut(MOST) {
                sent.clear();
                sent.extend_from_slice(values);
                self.world.all_reduce_into(&sent[..], values, SystemOperation::sum());
            }
            Ok(())
        }
    };
}

impl Workers for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    sum!(sum_f32 f32 0);
    sum!(sum_f64 f64 1);

    fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Error> {
        for bytes in bytes.chunks_mut(MOST) {
            self.world.process_at_rank(0).broadcast_into(bytes);
        }
        Ok(())
    }

    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), Error> {
        let (expected, found) = (mine.len().saturating_mul(self.size), all.len());
        if expected != found {
            return Err(burtorch_runtime::Error::Length { argument: "all", expected, found }.into());
        }
        if found <= MOST {
            self.world.all_gather_into(mine, all);
            return Ok(());
        }
        // More than MPI counts: each process sends its own.
        for (rank, part) in (0..).zip(all.chunks_mut(mine.len())) {
            if self.world.rank() == rank {
                part.copy_from_slice(mine);
            }
            for part in part.chunks_mut(MOST) {
                self.world.process_at_rank(rank).broadcast_into(part);
            }
        }
        Ok(())
    }

    fn barrier(&self) -> Result<(), Error> {
        self.world.barrier();
        Ok(())
    }

    /// Ends all processes at once, this one too.
    fn abort(&self, code: u8) {
        self.world.abort(i32::from(code));
    }
}
