//! What does not fit is refused by one sentence that says what to do.

use burtorch::Rng;
use burtorch::oracle::{
    Asynchronous, AsynchronousRun, Bounds, Clients, Closure, CompressedGd, Constants, Diana, Dithering, Ef21, Ef21W,
    Epoch, Error, FedNl, FedNlRun, GroupLasso, Importance, Independent, L1, LinearModel, Link, Marina, Nice, Page,
    Problem, RandK, Run, Saga, Samples, Sgd, Sign, Simplex, Staleness, Storm, Svrg, Terms, Time, TopK, WithReplacement,
};

fn says<T>(result: Result<T, Error>, text: &str) {
    let error = result.err().unwrap_or_else(|| panic!("this was taken: {text}"));
    assert_eq!(error.to_string(), text);
}

/// Three terms over two numbers.
fn terms() -> impl Terms {
    Closure::new(3, 2, |_, x, scale, out| {
        out[0] += scale * x[0];
        0.5 * x[0] * x[0]
    })
}

fn nice() -> Nice {
    Nice::new(3, 1).unwrap()
}

#[test]
fn problems_say_what_does_not_fit() {
    let empty = |count, dim| Problem::new(Closure::new(count, dim, |_, _, _, _: &mut [f64]| 0.0)).map(|_| ());
    says(empty(0, 1), "there are no terms: give at least one");
    says(empty(1, 0), "there are no coordinates: give at least one");
    let linear = |rows: &[f64], targets: &[f64]| LinearModel::new(Link::Logistic, 2, rows, targets).map(|_| ());
    says(linear(&[1.0; 3], &[1.0; 2]), "`rows` has length 3, but the problem needs 4");
    says(linear(&[1.0; 4], &[1.0, 0.0]), "`targets` holds 0 at position 1: each must be 1 or -1");
    says(linear(&[1.0, f64::NAN], &[1.0]), "`rows` holds NaN at position 1: each must be finite");
    says(Clients::new(terms(), &[3, 0]), "`size of a client` is 0: choose one in 1..=3");
    says(Clients::new(terms(), &[]), "there are no clients: give at least one");
    says(Clients::new(terms(), &[1, 1]), "`sizes (their sum)` has length 2, but the problem needs 3");
    says(Clients::even(terms(), 4), "`clients` is 4: choose one in 1..=3");
    says(
        Problem::new(terms()).unwrap().with(GroupLasso::new(1.0, &[1, 2]).unwrap()),
        "`sizes (their sum)` has length 3, but the problem needs 2",
    );
    says(
        Constants::estimate(&mut Problem::new(terms()).unwrap(), &[], &mut Rng::seed(1)),
        "there are no points: give at least one",
    );
    let model = |_: &i32, _: &[f32], _: &mut [f32]| Err(burtorch::Error::Empty);
    says(Samples::new(&[1], 1, model), "sample 0 does not fit the model: the batch has no samples");
}

#[test]
fn samplings_compressors_and_regularisers_say_what_is_out_of_range() {
    says(Nice::new(3, 4), "`size` is 4: choose one in 1..=3");
    says(Nice::new(3, 0), "`size` is 0: choose one in 1..=3");
    says(WithReplacement::new(0, 1), "there are no terms: give at least one");
    says(Independent::new(&[0.5, 1.5]), "`probabilities` holds 1.5 at position 1: each must be in (0, 1]");
    says(Importance::new(&[1.0, 0.0], 1), "`weights` holds 0 at position 1: each must be above zero and finite");
    says(TopK::new(5, 0), "`kept` is 0: choose one in 1..=5");
    says(RandK::new(5, 6), "`kept` is 6: choose one in 1..=5");
    says(Dithering::new(0), "`levels` is 0: choose one in 1..=1073741824");
    says(L1::new(-1.0), "`lambda` is -1: choose one that is zero or above, and finite");
    says(Bounds::new(1.0, 0.0), "`high` is 0: choose one that is at least as large as `low`");
    says(Simplex::new(f64::NAN), "`total` is NaN: choose one that is above zero and finite");
    says(GroupLasso::new(1.0, &[]), "there are no groups: give at least one");
}

#[test]
fn methods_say_which_parameter_is_wrong() {
    let problem = Problem::new(terms()).unwrap();
    let x = [0.0; 2];
    let sgd = |step| Sgd { step, sampling: nice() };
    says(Run::new(&problem, &x, sgd(0.0)), "`step` is 0: choose one that is above zero and finite");
    says(Run::new(&problem, &x, sgd(f64::NAN)), "`step` is NaN: choose one that is above zero and finite");
    says(Run::new(&problem, &[0.0; 3], sgd(0.1)), "`x` has length 3, but the problem needs 2");
    says(Run::new(&problem, &[0.0, f64::NAN], sgd(0.1)), "`x` holds NaN at position 1: each must be finite");
    let other = Saga { step: 0.1, sampling: Nice::new(4, 1).unwrap() };
    says(Run::new(&problem, &x, other), "`terms of the sampling` has length 4, but the problem needs 3");
    says(
        Run::new(&problem, &x, Page { step: 0.1, p: 0.0, sampling: nice() }),
        "`p` is 0: choose one that is in (0, 1]",
    );
    says(
        Run::new(&problem, &x, Storm { step: 0.1, a: 1.5, sampling: nice() }),
        "`a` is 1.5: choose one that is in (0, 1]",
    );
    let svrg = Svrg { step: 0.1, epoch: Epoch::Random(0), sampling: nice() };
    says(Run::new(&problem, &x, svrg), "`epoch` is 0: choose one that is at least 1");

    let unbiased = "needs an unbiased compressor: take RandK, RandSeqK, Natural, Dithering or Identity";
    let top = || TopK::new(2, 1).unwrap();
    says(Run::new(&problem, &x, Marina { step: 0.1, p: 0.5, compressor: top() }), &format!("MARINA {unbiased}"));
    says(Run::new(&problem, &x, Diana { step: 0.1, alpha: 0.5, compressor: Sign }), &format!("DIANA {unbiased}"));
    says(
        Run::new(&problem, &x, Ef21 { step: 0.1, compressor: RandK::new(2, 1).unwrap() }),
        "EF21 needs a contractive compressor: take TopK or Sign, or Scaled(…) of an unbiased one",
    );
    let wide = CompressedGd { step: 0.1, compressor: RandK::new(3, 1).unwrap() };
    says(Run::new(&problem, &x, wide), "`vectors of the compressor` has length 3, but the problem needs 2");
    says(
        Run::new(&problem, &x, Ef21W { step: 0.1, weights: vec![0.5; 3], compressor: top() }),
        "`sum of weights` is 1.5: choose one that is 1: divide the weights by their sum",
    );
    says(
        FedNlRun::new(&problem, &x, FedNl { alpha: 1.0, compressor: top() }),
        "`vectors of the compressor` has length 2, but the problem needs 3",
    );

    let workers =
        |staleness, workers| AsynchronousRun::new(&problem, &x, Asynchronous { step: 0.1, staleness, workers });
    says(workers(Staleness::Used, vec![]), "there are no workers: give at least one");
    says(workers(Staleness::Stopped(0), vec![Time::Fixed(1.0)]), "`delay` is 0: choose one that is at least 1");
    says(
        workers(Staleness::Used, vec![Time::Exponential(0.0)]),
        "`time of a worker` is 0: choose one that is above zero and finite",
    );
}

#[test]
#[should_panic(expected = "the problem has (3, 2) terms and coordinates, but the run was started with (4, 2)")]
fn a_run_stays_with_its_problem() {
    let other = Problem::new(Closure::new(4, 2, |_, _, _, _: &mut [f64]| 0.0)).unwrap();
    let mut run = Run::new(&other, &[0.0; 2], Sgd { step: 0.1, sampling: Nice::new(4, 1).unwrap() }).unwrap();
    run.step(&mut Problem::new(terms()).unwrap(), &mut Rng::seed(1));
}
