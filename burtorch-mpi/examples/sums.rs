//! How long sums of several processes take, for `benches/workers.py`: `mpirun -n 4 sums`.
//!
//! The first process prints a line `floats microseconds` per length: the least of many sums, as long as the slowest process takes.

use std::process::ExitCode;
use std::time::Instant;

use burtorch::workers::{Error, Workers};
use burtorch_mpi::Mpi;

/// The least time of a sum of so many numbers, in microseconds.
fn least(workers: &Mpi, count: usize) -> Result<f64, Error> {
    let mut values = vec![1.0_f32; count];
    let mut least = f64::INFINITY;
    let repetitions = (4_000_000 / (count + 1000)).clamp(20, 1000);
    for _ in 0..repetitions {
        // Sums of long trainings would be infinite.
        values.fill(1.0);
        workers.barrier()?;
        let start = Instant::now();
        workers.sum_f32(&mut values)?;
        let mine = start.elapsed().as_secs_f64() * 1e6;
        let mut all = vec![0.0_f64; workers.size()];
        all[workers.rank()] = mine;
        workers.sum_f64(&mut all)?;
        least = least.min(all.into_iter().fold(0.0, f64::max));
    }
    Ok(least)
}

fn main() -> ExitCode {
    let workers = match Mpi::start() {
        Ok(workers) => workers,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    for power in 0..=20 {
        match least(&workers, 1 << power) {
            Ok(time) if workers.rank() == 0 => println!("{} {time:.3}", 1 << power),
            Ok(_) => {}
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
