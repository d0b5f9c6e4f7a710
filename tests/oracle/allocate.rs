//! No step allocates: a counting allocator sees nothing.

use burtorch::oracle::{
    Asynchronous, AsynchronousRun, Clients, Compose, CompressedGd, Cyclic, Diana, Dithering, Ef14, Ef21, Ef21W, Epoch,
    FedNl, FedNlRun, GroupLasso, Identity, Importance, Independent, LSvrg, LinearModel, Link, Marina, Method, Natural,
    Nice, Page, Problem, RandK, RandSeqK, Reshuffling, Rows, Run, Saga, Sarah, Scaled, Sgd, Sign, Simplex, Staleness,
    Storm, Svrg, Terms, Time, TopK, WithReplacement,
};
use burtorch::{Rng, Scratch, differentiable};

use crate::counting::allocations;

const N: usize = 6;
const D: usize = 5;

fn data() -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(1);
    ((0..N * D).map(|_| rng.normal()).collect(), (0..N).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect())
}

/// Neither the first step allocates nor the hundred after it.
fn steps<M: Method, T: Terms>(terms: T, method: M) {
    let name = std::any::type_name::<M>();
    let mut problem = Problem::new(terms).unwrap().with(GroupLasso::new(1e-3, &[2, 3]).unwrap()).unwrap();
    let (mut run, mut rng) = (Run::new(&problem, &[0.5; D], method).unwrap(), Rng::seed(2));
    let count = allocations(|| {
        for _ in 0..100 {
            run.step(&mut problem, &mut rng);
        }
    });
    assert_eq!(count, 0, "{name}");
    assert!(run.point().iter().all(|x| x.is_finite()), "{name}");
}

#[test]
fn methods_that_sample_do_not_allocate() {
    let (rows, targets) = data();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    let step = 0.05;
    steps(model, Sgd { step, sampling: Nice::new(N, 2).unwrap() });
    steps(model, Sgd { step, sampling: Reshuffling::new(N, 4).unwrap() });
    steps(model, Sgd { step, sampling: Cyclic::new(N, 4).unwrap() });
    steps(model, Page { step, p: 0.2, sampling: WithReplacement::new(N, 2).unwrap() });
    steps(model, Svrg { step, epoch: Epoch::Random(7), sampling: Importance::new(&[1.0; N], 2).unwrap() });
    steps(model, LSvrg { step, p: 0.2, sampling: Independent::new(&[0.5; N]).unwrap() });
    steps(model, Saga { step, sampling: Independent::new(&[0.5; N]).unwrap() });
    steps(model, Sarah { step, epoch: 7, sampling: Nice::new(N, 2).unwrap() });
    steps(model, Storm { step, a: 0.2, sampling: Nice::new(N, 2).unwrap() });
}

#[test]
fn methods_that_compress_do_not_allocate() {
    let (rows, targets) = data();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    let clients = || Clients::even(model, 3).unwrap();
    let step = 0.05;
    steps(clients(), CompressedGd { step, compressor: RandK::new(D, 2).unwrap() });
    steps(clients(), CompressedGd { step, compressor: Identity });
    steps(clients(), Marina { step, p: 0.2, compressor: Dithering::new(3).unwrap() });
    steps(clients(), Diana { step, alpha: 0.3, compressor: RandSeqK::new(D, 2).unwrap() });
    steps(clients(), Diana { step, alpha: 0.3, compressor: Compose::new(RandK::new(D, 2).unwrap(), Natural) });
    steps(clients(), Ef21 { step, compressor: TopK::new(D, 2).unwrap() });
    steps(clients(), Ef21 { step, compressor: Compose::new(TopK::new(D, 2).unwrap(), Sign) });
    steps(clients(), Ef21W { step, weights: vec![0.5, 0.25, 0.25], compressor: Scaled(Natural) });
    steps(clients(), Ef14 { step, compressor: Sign });
}

#[test]
fn asynchronous_methods_and_newton_learning_do_not_allocate() {
    let (rows, targets) = data();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    let mut problem = Problem::new(model).unwrap().with(Simplex::new(1.0).unwrap()).unwrap();
    let workers = vec![Time::Fixed(1.0), Time::Uniform(1.0, 9.0), Time::Exponential(20.0)];
    let method = Asynchronous { step: 0.05, staleness: Staleness::Stopped(4), workers };
    let (mut run, mut rng) = (AsynchronousRun::new(&problem, &[0.2; D], method).unwrap(), Rng::seed(3));
    let count = allocations(|| (0..100).for_each(|_| run.step(&mut problem, &mut rng)));
    assert_eq!(count, 0);

    let mut problem = Problem::new(model).unwrap();
    let method = FedNl { alpha: 1.0, compressor: TopK::new(FedNl::numbers(D), 4).unwrap() };
    let mut run = FedNlRun::new(&problem, &[0.2; D], method).unwrap();
    let count = allocations(|| (0..10).for_each(|_| run.step(&mut problem, &mut rng)));
    assert_eq!(count, 0);
}

#[differentiable(wrt(x))]
fn loss(x: &[f64], row: &[f64]) -> f64 {
    let mut error = -1.0;
    for j in 0..x.len() {
        error += row[j] * x[j];
    }
    error * error
}

#[test]
fn a_function_over_rows_does_not_allocate_after_its_first_use() {
    let (rows, _) = data();
    let rows: Vec<&[f64]> = rows.chunks(D).collect();
    let mut scratch = Scratch::new();
    let mut terms = Rows::new(&rows, D, |row, x, scale, out| loss::vjp_into((x, row), scale, out, &mut scratch));
    terms.value(0, &[0.0; D]);
    steps(terms, Page { step: 0.01, p: 0.2, sampling: Nice::new(N, 1).unwrap() });
}
