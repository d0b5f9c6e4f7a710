//! Clients in several processes: `mpirun -n 4 clients`. Each process has the rows of its own clients, and sends compressed messages alone.
//!
//! The first process takes the same steps with the clients of all, and holds that it ends at the same point, to the bit.

use std::error::Error;
use std::process::ExitCode;

use burtorch::Rng;
use burtorch::oracle::{
    Clients, Diana, Ef21, LinearModel, Link, Marina, Method, Problem, RandK, RandSeqK, Run, Spread, Terms, TopK,
};
use burtorch::workers::Workers;
use burtorch_mpi::Mpi;

const D: usize = 20;
const ROWS: usize = 50;
const STEPS: usize = 500;

/// What a client has seen: rows around a place of its own.
fn data(client: usize) -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(client as u64);
    let place: Vec<f64> = (0..D).map(|_| 0.5 * rng.normal()).collect();
    let rows: Vec<f64> = (0..ROWS * D).map(|at| place[at % D] + rng.normal()).collect();
    let targets = rows.chunks(D).map(|row| if row[0] + row[1] > 0.3 * rng.normal() { 1.0 } else { -1.0 }).collect();
    (rows, targets)
}

/// The function of one client.
fn client<'a>((rows, targets): &'a (Vec<f64>, Vec<f64>)) -> Result<Clients<LinearModel<'a>>, Box<dyn Error>> {
    Ok(Clients::even(LinearModel::new(Link::Logistic, D, rows, targets)?.l2(0.05)?, 1)?)
}

/// Where a run ends, its value there, and the bits that clients send.
fn run<M: Method, T: Terms>(terms: T, method: M) -> Result<(Vec<f64>, f64, u64), Box<dyn Error>> {
    let mut problem = Problem::new(terms)?;
    let (mut run, mut rng) = (Run::new(&problem, &[0.0; D], method)?, Rng::seed(1));
    for _ in 0..STEPS {
        run.step(&mut problem, &mut rng);
    }
    let value = problem.value(run.point());
    Ok((run.point().to_vec(), value, problem.counters.bits_up))
}

/// A method with a client in each process, beside the same clients in one.
fn compare<M: Method + Clone>(workers: &Mpi, name: &str, method: &M, near: f64) -> Result<(), Box<dyn Error>> {
    let own = data(workers.rank());
    let (point, value, bits) = run(Spread::new(client(&own)?, workers)?, method.clone())?;
    let all: Vec<_> = (0..workers.size()).map(data).collect();
    let (mut rows, mut targets) = (Vec::new(), Vec::new());
    for (own, of_own) in &all {
        rows.extend_from_slice(own);
        targets.extend_from_slice(of_own);
    }
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets)?.l2(0.05)?;
    let (expected, _, expected_bits) = run(Clients::even(model, workers.size())?, method.clone())?;
    let off = point.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    if off.is_nan() || off > near || bits != expected_bits {
        return Err(
            format!("{name} is {off:e} from what one process computes, with {bits} and {expected_bits} bits").into()
        );
    }
    if workers.rank() == 0 {
        println!(
            "{} processes, {name}: f = {value:.6} after {STEPS} steps, {off:.0e} from one process, {bits} bits",
            workers.size()
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let workers = match Mpi::start() {
        Ok(workers) => workers,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let all = || -> Result<(), Box<dyn Error>> {
        compare(&workers, "EF21, 2 largest of 20", &Ef21 { step: 0.1, compressor: TopK::new(D, 2)? }, 0.0)?;
        compare(&workers, "DIANA, 4 at random", &Diana { step: 0.1, alpha: 0.2, compressor: RandK::new(D, 4)? }, 0.0)?;
        // Whole gradients, which it sends at times, are added up in another order.
        compare(&workers, "MARINA, 4 in a row", &Marina { step: 0.1, p: 0.2, compressor: RandSeqK::new(D, 4)? }, 1e-12)
    };
    if let Err(error) = all() {
        eprintln!("error: process {} of {}: {error}", workers.rank(), workers.size());
        workers.abort(1);
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
