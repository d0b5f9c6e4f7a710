//! Workers that are threads of one process.

use std::sync::{Barrier, Mutex};
use std::thread;

use burtorch::workers::{Error, Workers};

/// What threads share: a place for the bytes of each, and two meetings for every exchange.
#[derive(Debug)]
pub struct Table {
    barrier: Barrier,
    places: Vec<Mutex<Vec<u8>>>,
}

#[derive(Debug)]
pub struct Thread<'t> {
    rank: usize,
    table: &'t Table,
}

impl Thread<'_> {
    /// What all threads have, after all have put it down.
    fn exchange(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        *self.table.places[self.rank].lock().unwrap() = mine.to_vec();
        self.table.barrier.wait();
        let all = self.table.places.iter().map(|place| place.lock().unwrap().clone()).collect();
        self.table.barrier.wait();
        all
    }
}

macro_rules! sum {
    ($name:ident $number:ident) => {
        fn $name(&self, values: &mut [$number]) -> Result<(), Error> {
            let mine: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
            values.fill(0.0);
            for other in self.exchange(&mine) {
                for (value, bytes) in values.iter_mut().zip(other.chunks_exact(size_of::<$number>())) {
                    *value += $number::from_ne_bytes(bytes.try_into().unwrap());
                }
            }
            Ok(())
        }
    };
}

impl Workers for Thread<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.table.places.len()
    }

    sum!(sum_f32 f32);
    sum!(sum_f64 f64);

    fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Error> {
        bytes.copy_from_slice(&self.exchange(bytes)[0]);
        Ok(())
    }

    fn gather(&self, mine: &[u8], all: &mut [u8]) -> Result<(), Error> {
        all.copy_from_slice(&self.exchange(mine).concat());
        Ok(())
    }

    fn barrier(&self) -> Result<(), Error> {
        self.table.barrier.wait();
        Ok(())
    }
}

/// Runs a function on so many workers; their results in order.
pub fn on<R: Send>(size: usize, work: impl Fn(&Thread<'_>) -> R + Sync) -> Vec<R> {
    let table = Table { barrier: Barrier::new(size), places: (0..size).map(|_| Mutex::default()).collect() };
    thread::scope(|scope| {
        let start = |rank| {
            let (table, work) = (&table, &work);
            scope.spawn(move || work(&Thread { rank, table }))
        };
        let threads: Vec<_> = (0..size).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
