//! The same clients in one process and in several, here threads: the same steps.

use burtorch::Rng;
use burtorch::oracle::{
    Clients, Closure, Compose, CompressedGd, Diana, Ef14, Ef21, Ef21W, Error, FedNl, FedNlRun, LinearModel, Link,
    Marina, Method, Natural, Nice, Page, Problem, RandK, RandSeqK, Run, Scaled, Sign, Spread, Terms, TopK,
};
use burtorch::workers::Workers;

use crate::threads::on;

const D: usize = 7;
const CLIENTS: usize = 6;
const ROWS: usize = 4;
const STEPS: usize = 60;

/// The rows of some clients, one client behind the other.
fn data(clients: std::ops::Range<usize>) -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(3);
    let all: Vec<f64> = (0..CLIENTS * ROWS * D).map(|_| rng.normal()).collect();
    let targets: Vec<f64> = all.chunks(D).map(|row| if row[0] > 0.3 * row[1] { 1.0 } else { -1.0 }).collect();
    let rows = clients.start * ROWS..clients.end * ROWS;
    (all[rows.start * D..rows.end * D].to_vec(), targets[rows].to_vec())
}

/// Where a run ends, its value there, and the bits and gradients of it.
type Found = (Vec<f64>, f64, [u64; 2], u64);

fn steps<M: Method, T: Terms>(terms: T, method: M) -> Found {
    let mut problem = Problem::new(terms).unwrap();
    let (mut run, mut rng) = (Run::new(&problem, &[0.5; D], method).unwrap(), Rng::seed(1));
    for _ in 0..STEPS {
        run.step(&mut problem, &mut rng);
    }
    let counters = problem.counters;
    let value = problem.value(run.point());
    (run.point().to_vec(), value, [counters.bits_up, counters.bits_down], counters.gradients)
}

/// A run over the clients of this worker and those of the others.
fn run<M: Method>(workers: &impl Workers, method: M) -> Found {
    let each = CLIENTS / workers.size();
    let (rows, targets) = data(workers.rank() * each..(workers.rank() + 1) * each);
    let own = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    let spread = Spread::new(Clients::even(own, each).unwrap(), workers).unwrap();
    assert_eq!(spread.here(), workers.rank() * each..(workers.rank() + 1) * each);
    steps(spread, method)
}

/// One process without anything of the kind.
fn alone<M: Method>(method: M) -> Found {
    let (rows, targets) = data(0..CLIENTS);
    let all = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    steps(Clients::even(all, CLIENTS).unwrap(), method)
}

fn same<M: Method + Clone + Sync>(method: &M, near: f64) {
    let name = std::any::type_name::<M>();
    let (point, value, bits, gradients) = alone(method.clone());
    for workers in [1, 2, 3, 6] {
        let all = on(workers, |worker| run(worker, method.clone()));
        for found in &all {
            let off = point.iter().zip(&found.0).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off <= near, "{name}, {workers} workers: {off}");
            assert_eq!(found.0, all[0].0, "{name}: workers are at different points");
            assert!((found.1 - value).abs() < 1e-14 && found.2 == bits, "{name}");
        }
        // Each computes the gradients of its own clients.
        assert_eq!(all.iter().map(|found| found.3).sum::<u64>(), gradients, "{name}");
    }
}

#[test]
fn clients_in_several_threads_take_the_steps_of_one_process() {
    let step = 0.05;
    same(&CompressedGd { step, compressor: Natural }, 0.0);
    same(&Diana { step, alpha: 0.3, compressor: RandK::new(D, 2).unwrap() }, 0.0);
    same(&Ef21 { step, compressor: TopK::new(D, 2).unwrap() }, 0.0);
    same(&Ef21 { step, compressor: Scaled(RandSeqK::new(D, 2).unwrap()) }, 0.0);
    let weights = vec![0.1, 0.2, 0.3, 0.1, 0.1, 0.2];
    same(&Ef21W { step, weights, compressor: Compose::new(TopK::new(D, 3).unwrap(), Sign) }, 0.0);
    same(&Ef14 { step, compressor: Sign }, 0.0);
    // Sums of whole gradients are added up in another order.
    same(&Marina { step, p: 0.2, compressor: RandK::new(D, 2).unwrap() }, 1e-14);
}

#[test]
fn what_needs_all_terms_in_one_process_says_so() {
    let terms = |dim| Closure::new(2, dim, |_, x: &[f64], _, _: &mut [f64]| x[0]);
    let says = |error: Error| error.to_string();
    let found = on(2, |worker| {
        let problem = Problem::new(Spread::new(terms(3), worker).unwrap()).unwrap();
        let page = Page { step: 0.1, p: 0.5, sampling: Nice::new(4, 1).unwrap() };
        let page = Run::new(&problem, &[0.0; 3], page).err().map(says);
        let method = FedNl { alpha: 1.0, compressor: TopK::new(6, 1).unwrap() };
        let newton = FedNlRun::new(&problem, &[0.0; 3], method).err().map(says);
        let other = Spread::new(terms(3 + worker.rank()), worker).err().map(says);
        [page, newton, other].map(Option::unwrap_or_default)
    });
    let needs = "needs all terms in this process: over several, take a method with clients, such as EF21";
    assert_eq!(found[0][0], format!("a method that samples {needs}"));
    assert_eq!(found[1][1], format!("FedNL {needs}"));
    assert_eq!(found[0][2], "`coordinates of another worker` has length 4, but the problem needs 3");
}
