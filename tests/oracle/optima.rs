//! Methods find the optima that scikit-learn's solvers find, to 10⁻⁸ in the objective.
//!
//! `reference.py` writes the data and the optima.

use std::path::Path;

use burtorch::Rng;
use burtorch::oracle::{
    Clients, CompressedGd, Compressor, Constants, Diana, Ef14, Ef21, Ef21W, Epoch, FedNl, FedNlRun, Identity,
    Importance, L1, LSvrg, LinearModel, Link, Marina, Method, Natural, Nice, Page, Problem, Prox, RandK, RandSeqK, Run,
    Saga, Sarah, Sgd, SquaredL2, Storm, Svrg, Terms, TopK,
};

/// A data set, its optimum and the weights of its regularisers.
struct Data {
    dim: usize,
    rows: Vec<f64>,
    targets: Vec<f64>,
    l1: f64,
    l2: f64,
    optimum: f64,
}

/// A problem of `optima.txt`.
fn data(name: &str, l1: &str, l2: &str) -> Data {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle");
    let optima = std::fs::read_to_string(folder.join("optima.txt")).unwrap();
    let start = format!("{name} {l1} {l2} ");
    let numbers: Vec<f64> = optima
        .lines()
        .find_map(|line| line.strip_prefix(&start))
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    let read = |ending| std::fs::read(folder.join(format!("{name}.{ending}"))).unwrap();
    let scale = if name == "digits" { 16.0 } else { 100.0 };
    let rows = read("rows").chunks(2).map(|b| f64::from(i16::from_le_bytes([b[0], b[1]])) / scale).collect();
    let targets = read("targets").iter().map(|&b| f64::from(b.cast_signed())).collect();
    let (l1, l2) = (l1.parse().unwrap(), l2.parse().unwrap());
    let data = Data { dim: numbers.len() - 1, rows, targets, l1, l2, optimum: numbers[0] };
    // The solution is one to all digits: what is compared is not scikit-learn's tolerance.
    let mut problem = Problem::new(data.model()).unwrap().with(L1::new(data.l1).unwrap()).unwrap();
    assert!((problem.objective(&numbers[1..]) - data.optimum).abs() < 1e-12);
    data
}

impl Data {
    fn model(&self) -> LinearModel<'_> {
        LinearModel::new(Link::Logistic, self.dim, &self.rows, &self.targets).unwrap().l2(self.l2).unwrap()
    }
}

/// Steps until the objective is within `near` of the optimum, or `most` were taken.
fn reaches<M: Method, T: Terms, R: Prox>(problem: &mut Problem<T, R>, optimum: f64, method: M, most: usize, near: f64) {
    let name = std::any::type_name::<M>();
    let (mut run, mut rng) = (Run::new(problem, &vec![0.0; problem.dim()], method).unwrap(), Rng::seed(1));
    let mut above = f64::NAN;
    for step in 1..=most {
        run.step(problem, &mut rng);
        if step % (most / 20) == 0 {
            above = problem.objective(run.point()) - optimum;
            assert!(above > -1e-11, "{name} is {above} below the optimum");
            if above <= near {
                return;
            }
        }
    }
    panic!("{name} is {above} above the optimum after {most} steps");
}

fn nice(data: &Data) -> Nice {
    Nice::new(data.targets.len(), 1).unwrap()
}

#[test]
fn methods_that_sample_reach_the_optimum_of_breast_cancer() {
    let data = data("breast_cancer", "0.0", "0.1");
    let (problem, optimum) = (&mut Problem::new(data.model()).unwrap(), data.optimum);
    let constants = problem.terms().constants();
    reaches(problem, optimum, LSvrg::theory(&constants, nice(&data)), 100_000, 1e-8);
    reaches(problem, optimum, Saga::theory(&constants, nice(&data)), 100_000, 1e-8);
    reaches(problem, optimum, Page::theory(&constants, nice(&data)), 300_000, 1e-8);
    reaches(problem, optimum, Sarah::theory(&constants, nice(&data)), 100_000, 1e-8);
    // Theory's epochs are long; those of practice are two passes over the data.
    reaches(problem, optimum, Svrg::theory(&constants, nice(&data)), 2_000_000, 1e-8);
    let step = 0.1 / constants.max();
    reaches(problem, optimum, Svrg { step, epoch: Epoch::Fixed(1138), sampling: nice(&data) }, 100_000, 1e-8);
    // These come as near as their noise allows.
    let importance = Importance::new(&constants.terms, 1).unwrap();
    reaches(problem, optimum, Sgd { step: 1e-3, sampling: importance }, 20_000, 1e-2);
    reaches(problem, optimum, Storm { step: 1e-2, a: 0.05, sampling: nice(&data) }, 20_000, 1e-2);
}

#[test]
#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn methods_with_clients_reach_the_optimum_of_breast_cancer() {
    let data = data("breast_cancer", "0.0", "0.1");
    let (d, optimum) = (data.dim, data.optimum);
    let problem = &mut Problem::new(Clients::even(data.model(), 10).unwrap()).unwrap();
    // All constants of clients are at most those of their own data, each a logistic regression.
    let part = |client: usize| {
        let range = problem.terms().range(client);
        let rows = &data.rows[range.start * d..range.end * d];
        let own = LinearModel::new(Link::Logistic, d, rows, &data.targets[range.clone()]).unwrap().l2(data.l2).unwrap();
        own.constants().l * range.len() as f64 * 10.0 / data.targets.len() as f64
    };
    let terms: Vec<f64> = (0..10).map(part).collect();
    let whole = data.model().constants();
    let mut constants = Constants { terms, ..whole };
    constants.l_plus = constants.quadratic_mean();
    constants.l_plus_minus = constants.l_plus;

    reaches(problem, optimum, CompressedGd { step: 1.0 / constants.l, compressor: Identity }, 1000, 1e-8);
    reaches(problem, optimum, Marina::theory(&constants, d, RandK::new(d, 6).unwrap()), 2000, 1e-8);
    reaches(problem, optimum, Diana::theory(&constants, d, RandSeqK::new(d, 10).unwrap()), 2000, 1e-8);
    reaches(problem, optimum, Ef21::theory(&constants, d, TopK::new(d, 10).unwrap()), 3000, 1e-8);
    reaches(problem, optimum, Ef21W::theory(&constants, d, TopK::new(d, 10).unwrap()), 3000, 1e-8);
    // With several clients these come near, and with one error feedback arrives.
    reaches(problem, optimum, CompressedGd { step: 0.1, compressor: Natural }, 500, 1e-3);
    let alone = &mut Problem::new(Clients::even(data.model(), 1).unwrap()).unwrap();
    let step = 0.5 / constants.l;
    reaches(alone, optimum, Ef14 { step, compressor: TopK::new(d, 10).unwrap() }, 2000, 1e-8);
}

#[test]
fn proximal_methods_reach_the_optimum_of_the_elastic_net() {
    let data = data("breast_cancer", "0.02", "0.1");
    let constants = data.model().constants();
    let problem = &mut Problem::new(data.model()).unwrap().with(L1::new(data.l1).unwrap()).unwrap();
    reaches(problem, data.optimum, Saga::theory(&constants, nice(&data)), 100_000, 1e-8);
    reaches(problem, data.optimum, LSvrg::theory(&constants, nice(&data)), 100_000, 1e-8);
}

#[test]
fn the_optimum_of_digits_is_reached_with_the_square_in_the_operator() {
    let data = data("digits", "0.0", "0.1");
    let plain = LinearModel::new(Link::Logistic, data.dim, &data.rows, &data.targets).unwrap();
    let problem = &mut Problem::new(plain).unwrap().with(SquaredL2::new(data.l2).unwrap()).unwrap();
    let constants = plain.constants();
    reaches(problem, data.optimum, Saga::theory(&constants, nice(&data)), 40_000, 1e-8);
}

#[test]
#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn newton_learning_reaches_optima_in_tens_of_rounds() {
    fn rounds<C: Compressor>(data: &Data, alpha: f64, compressor: C) -> Option<usize> {
        let problem = &mut Problem::new(Clients::even(data.model(), 8).unwrap()).unwrap();
        let method = FedNl { alpha, compressor };
        let (mut run, mut rng) = (FedNlRun::new(problem, &vec![0.0; data.dim], method).unwrap(), Rng::seed(1));
        (1..=60).find(|_| {
            run.step(problem, &mut rng);
            problem.value(run.point()) - data.optimum <= 1e-8
        })
    }
    for (name, l2) in [("breast_cancer", "0.01"), ("digits", "0.1")] {
        let data = data(name, "0.0", l2);
        let (numbers, d) = (FedNl::numbers(data.dim), data.dim);
        assert!(rounds(&data, 1.0, TopK::new(numbers, d).unwrap()).is_some(), "{name}, {d} largest");
        // Of the random ones as many as Burlachenko and Richtárik send: 8d.
        let alpha = 8.0 * d as f64 / numbers as f64;
        assert!(rounds(&data, alpha, RandSeqK::new(numbers, 8 * d).unwrap()).is_some(), "{name}, 8d in a row");
        assert!(rounds(&data, alpha, RandK::new(numbers, 8 * d).unwrap()).is_some(), "{name}, 8d at random");
    }
}

/// The rounds that the `NumPy` program of FedNL's authors takes on the same clients, with `TopK` and the shift (option 2, learning rate 1):
/// <https://github.com/Rustem-Islamov/FedNL-Public>. It shifts by spectral norms, which are less than the Frobenius norms of the paper.
#[test]
fn newton_learning_takes_about_the_rounds_of_its_authors_program() {
    let mut data = data("breast_cancer", "0.0", "0.01");
    // Eight clients of equal size, as that program has them.
    data.targets.truncate(568);
    data.rows.truncate(568 * data.dim);
    for (kept, authors) in [(data.dim, 39), (8 * data.dim, 17)] {
        let problem = &mut Problem::new(Clients::even(data.model(), 8).unwrap()).unwrap();
        let method = FedNl { alpha: 1.0, compressor: TopK::new(FedNl::numbers(data.dim), kept).unwrap() };
        let (mut run, mut rng) = (FedNlRun::new(problem, &vec![0.0; data.dim], method).unwrap(), Rng::seed(1));
        let values: Vec<f64> = (0..70)
            .map(|_| {
                run.step(problem, &mut rng);
                problem.value(run.point())
            })
            .collect();
        let rounds = 1 + values.iter().position(|value| value - values[69] <= 1e-8).unwrap();
        assert!((authors * 3 / 4..=authors * 5 / 4).contains(&rounds), "{kept} largest: {rounds}, theirs {authors}");
    }
}
