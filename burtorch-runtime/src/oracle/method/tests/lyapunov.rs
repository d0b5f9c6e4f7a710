//! What each theorem promises to fall, falls as fast: in the mean over seeds, within four standard errors.

use super::*;
use crate::oracle::{Clients, Ef21W, Natural, Nice, RandK, RandSeqK, Scaled, Sign, TopK, WithReplacement};

const N: usize = 8;
const START: [f64; D] = [1.0, -1.0, 2.0, 0.5];

/// `measure` after each step, over seeds.
fn means<M: Method + Clone, const K: usize, P: Terms>(
    problem: &mut Problem<P>,
    method: &M,
    (seeds, steps): (u64, usize),
    mut measure: impl FnMut(&mut Problem<P>, &Run<M>) -> [f64; K],
) -> Vec<[Statistic; K]> {
    let mut all = vec![[Statistic::default(); K]; steps];
    for seed in 0..seeds {
        let (mut run, mut rng) = (Run::new(problem, &START, method.clone()).unwrap(), Rng::seed(seed));
        for at in &mut all {
            run.step(problem, &mut rng);
            for (statistic, number) in at.iter_mut().zip(measure(problem, &run)) {
                statistic.add(number);
            }
        }
    }
    all
}

/// `E Φᵗ ≤ rateᵗ Φ⁰`
fn falls(name: &str, first: f64, rate: f64, all: &[[Statistic; 1]]) {
    let mut bound = first;
    for (step, [found]) in all.iter().enumerate() {
        bound *= rate;
        let (mean, error) = (found.mean(), 4.0 * found.error());
        assert!(mean - error <= bound * (1.0 + 1e-9), "{name}, step {step}: {mean} ± {error} > {bound}");
    }
}

/// `E (Φ⁺ − Φ + promised) ≤ 0` for every step, given `Φ` and what the step from there promises.
fn descends(name: &str, all: &[[Statistic; 2]]) {
    for (step, pair) in all.windows(2).enumerate() {
        let [[phi, promised], [next, _]] = pair else { unreachable!() };
        let error = 4.0 * (phi.error() + next.error() + promised.error());
        let above = next.mean() - phi.mean() + promised.mean();
        assert!(above <= error + 1e-12, "{name}, step {step}: {above} > {error}");
    }
    // A test that only noise decides would be none.
    let (first, last) = (all[0][0], all[all.len() - 1][0]);
    assert!(first.mean() - last.mean() > 4.0 * (first.error() + last.error()), "{name} does not fall");
}

#[test]
fn sgd_comes_as_near_as_its_noise_allows() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    let star = solution(&mut problem, &constants);
    for sampling in [Nice::new(N, 1).unwrap(), Nice::new(N, 4).unwrap()] {
        let noise = sampling.variance().unwrap()
            * (0..N)
                .map(|i| dot(&term_gradient(&mut problem, i, &star), &term_gradient(&mut problem, i, &star)))
                .sum::<f64>()
            / N as f64;
        let sgd = Sgd::theory(&constants, sampling);
        let rate = 1.0 - sgd.step * constants.mu;
        let level = 2.0 * sgd.step * noise / constants.mu;
        let all = means(&mut problem, &sgd, (300, 60), |_, run| [distance_squared(run.point(), &star)]);
        let first = distance_squared(&START, &star);
        for (step, [found]) in all.iter().enumerate() {
            let bound = first * rate.powi(i32::try_from(step).unwrap() + 1) + level;
            assert!(found.mean() - 4.0 * found.error() <= bound, "{step}");
        }
    }
}

#[test]
fn anchored_methods_fall_at_their_rates() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    let star = solution(&mut problem, &constants);
    let at_star: Vec<Vec<f64>> = (0..N).map(|i| term_gradient(&mut problem, i, &star)).collect();
    let off = |problem: &mut Problem<LinearModel<'_>>, w: &[f64]| -> f64 {
        (0..N).map(|i| distance_squared(&term_gradient(problem, i, w), &at_star[i])).sum()
    };

    let method = LSvrg::theory(&constants, Nice::new(N, 1).unwrap());
    let scale = 4.0 * method.step * method.step / (method.p * N as f64);
    let first = distance_squared(&START, &star) + scale * off(&mut problem, &START);
    let all = means(&mut problem, &method, (300, 80), |problem, run| {
        [distance_squared(run.point(), &star) + scale * off(problem, run.memory().row(0))]
    });
    falls("L-SVRG", first, (1.0 - method.step * constants.mu).max(1.0 - method.p / 2.0), &all);

    let method = Saga::theory(&constants, Nice::new(N, 1).unwrap());
    let scale = 4.0 * method.step * method.step;
    let first = distance_squared(&START, &star) + scale * off(&mut problem, &START);
    let all = means(&mut problem, &method, (300, 80), |_, run| {
        let off: f64 = (0..N).map(|i| distance_squared(run.memory().row(i), &at_star[i])).sum();
        [distance_squared(run.point(), &star) + scale * off]
    });
    falls("SAGA", first, (1.0 - method.step * constants.mu).max(1.0 - 0.5 / N as f64), &all);

    // Where the anchors lie, epoch by epoch, which have different lengths for each seed.
    let method = Svrg::theory(&constants, Nice::new(N, 1).unwrap());
    let least = problem.value(&star);
    let mut anchors = vec![[Statistic::default()]; 6];
    for seed in 0..100 {
        let (mut run, mut rng) = (Run::new(&problem, &START, method.clone()).unwrap(), Rng::seed(seed));
        let (mut last, mut epochs) = (Vec::new(), 0);
        while epochs <= anchors.len() {
            run.step(&mut problem, &mut rng);
            if last != run.memory().row(0) {
                last = run.memory().row(0).to_vec();
                if epochs > 0 {
                    anchors[epochs - 1][0].add(problem.value(&last) - least);
                }
                epochs += 1;
            }
        }
    }
    falls("SVRG", problem.value(&START) - least, 0.5, &anchors);
}

#[test]
fn the_estimate_of_sarah_vanishes_within_an_epoch() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    let (l, mu) = (constants.max(), constants.mu);
    let sarah = Sarah::theory(&constants, WithReplacement::new(N, 1).unwrap());
    let rate = 1.0 - 2.0 * mu * l * sarah.step / (mu + l);
    let steps = usize::try_from(sarah.epoch).unwrap();
    let all = means(&mut problem, &sarah, (300, steps), |_, run| [dot(run.estimate(), run.estimate())]);
    let first = gradient(&mut problem, &START);
    // After the first step the estimate is that of the start.
    falls("SARAH", dot(&first, &first) / rate, rate, &all);
}

#[test]
fn page_marina_and_storm_fall_where_nothing_is_convex() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(bounded(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    let slope = |problem: &mut Problem<LinearModel<'_>>, x: &[f64]| {
        let g = gradient(problem, x);
        dot(&g, &g)
    };

    let page = Page::theory(&constants, Nice::new(N, 1).unwrap());
    let (step, p) = (page.step, page.p);
    let all = means(&mut problem, &page, (800, 25), |problem, run| {
        let exact = gradient(problem, run.before());
        let phi = problem.value(run.before()) + step / (2.0 * p) * distance_squared(run.estimate(), &exact);
        [phi, step / 2.0 * dot(&exact, &exact)]
    });
    descends("PAGE", &all);

    let marina = Marina::theory(&constants, D, RandK::new(D, 1).unwrap());
    let (step, p) = (marina.step, marina.p);
    let all = means(&mut problem, &marina, (800, 25), |problem, run| {
        let exact = gradient(problem, run.before());
        let phi = problem.value(run.before()) + step / (2.0 * p) * distance_squared(run.estimate(), &exact);
        [phi, step / 2.0 * slope(problem, run.before())]
    });
    descends("MARINA", &all);

    let storm = Storm::theory(&constants, 0.1, WithReplacement::new(N, 1).unwrap());
    let (step, a) = (storm.step, storm.a);
    let noise = 2.0 * step * a;
    let all = means(&mut problem, &storm, (800, 60), |problem, run| {
        let exact = gradient(problem, run.before());
        let spread = |problem: &mut Problem<LinearModel<'_>>, x: &[f64], mean: &[f64]| -> f64 {
            (0..N).map(|i| distance_squared(&term_gradient(problem, i, x), mean)).sum::<f64>() / N as f64
        };
        let phi = problem.value(run.before()) + step / a * distance_squared(run.estimate(), &exact);
        // What the step promises, less the noise at the point that it leads to.
        let after = gradient(problem, run.point());
        [phi, step / 2.0 * dot(&exact, &exact) - noise * spread(problem, run.point(), &after)]
    });
    descends("STORM", &all);
}

/// EF21 and EF21-W with a compressor.
fn feeds_back<C: Compressor + Clone>(
    problem: &mut Problem<LinearModel<'_>>,
    constants: &Constants,
    compressor: C,
    seeds: u64,
) {
    let alpha = compressor.class(D).alpha().unwrap();
    let theta = 1.0 - Float::sqrt(1.0 - alpha);
    let ef21 = Ef21::theory(constants, D, compressor.clone());
    let step = ef21.step;
    let all = means(problem, &ef21, (seeds, 80), |problem, run| {
        let x = run.before();
        let off: f64 = (0..N).map(|i| distance_squared(run.memory().row(i), &term_gradient(problem, i, x))).sum();
        let slope = gradient(problem, x);
        [problem.value(x) + step / (2.0 * theta) * off / N as f64, step / 2.0 * dot(&slope, &slope)]
    });
    descends("EF21", &all);

    let weighted = Ef21W::theory(constants, D, compressor);
    let (step, weights) = (weighted.step, weighted.weights.clone());
    let all = means(problem, &weighted, (seeds, 80), |problem, run| {
        let x = run.before();
        let mut off = 0.0;
        for (i, weight) in weights.iter().enumerate() {
            let scaled: Vec<f64> = term_gradient(problem, i, x).iter().map(|g| g / (N as f64 * weight)).collect();
            off += weight * distance_squared(run.memory().row(i), &scaled);
        }
        let slope = gradient(problem, x);
        [problem.value(x) + step / (2.0 * theta) * off, step / 2.0 * dot(&slope, &slope)]
    });
    descends("EF21-W", &all);
}

#[test]
fn error_feedback_falls_with_every_single_step() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(bounded(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();

    // Without randomness there is one run, and no error to allow for.
    feeds_back(&mut problem, &constants, TopK::new(D, 1).unwrap(), 1);
    feeds_back(&mut problem, &constants, TopK::new(D, 2).unwrap(), 1);
    feeds_back(&mut problem, &constants, Sign, 1);
    feeds_back(&mut problem, &constants, Scaled(RandK::new(D, 1).unwrap()), 300);
}

#[test]
fn compressed_methods_fall_at_their_rates() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    let star = solution(&mut problem, &constants);
    let at_star: Vec<Vec<f64>> = (0..N).map(|i| term_gradient(&mut problem, i, &star)).collect();
    let apart: f64 = at_star.iter().map(|g| dot(g, g)).sum::<f64>() / N as f64;
    let first = distance_squared(&START, &star);

    let diana = Diana::theory(&constants, D, RandSeqK::new(D, 1).unwrap());
    let omega = 3.0;
    let scale = 4.0 * diana.step * diana.step * omega / (diana.alpha * N as f64) / N as f64;
    let off: f64 = at_star.iter().map(|g| dot(g, g)).sum();
    let rate = (1.0 - diana.step * constants.mu).max(1.0 - diana.alpha / 2.0);
    let all = means(&mut problem, &diana, (300, 60), |_, run| {
        let off: f64 = (0..N).map(|i| distance_squared(run.memory().row(i), &at_star[i])).sum();
        [distance_squared(run.point(), &star) + scale * off]
    });
    falls("DIANA", first + scale * off, rate, &all);

    for (compressor, omega) in [(RandK::new(D, 2).unwrap(), 1.0), (RandK::new(D, 1).unwrap(), 3.0)] {
        let method = CompressedGd::theory(&constants, D, compressor);
        let noise = 2.0 * method.step * method.step * omega / N as f64 * apart;
        let all = means(&mut problem, &method, (300, 60), |_, run| {
            let (now, before) = (distance_squared(run.point(), &star), distance_squared(run.before(), &star));
            [now - (1.0 - method.step * constants.mu) * before - noise]
        });
        for [above] in all {
            assert!(above.mean() <= 4.0 * above.error() + 1e-15);
        }
    }
}

/// EF14 with theory's step size and one client, from a problem's least value and the squared distance of the start to its solution.
fn near<C: Compressor + Clone>(
    alone: &mut Problem<Clients<LinearModel<'_>>>,
    constants: &Constants,
    (least, first): (f64, f64),
    seeds: u64,
    compressor: C,
) {
    let ef14 = Ef14::theory(constants, D, compressor);
    let shrink = 1.0 - ef14.step * constants.mu / 2.0;
    let all = means(alone, &ef14, (seeds, 1000), |alone, run| [alone.value(run.before()) - least]);
    let (mut weight, mut weights, mut sum, mut last) = (1.0, 0.0, 0.0, f64::INFINITY);
    for (step, [above]) in all.iter().enumerate() {
        weight /= shrink;
        weights += weight;
        sum += weight * above.mean();
        // The theorem's rate, whose constant it leaves open, with 4: f(x̄) − f(x*) ≤ 4/γ · ‖x⁰ − x*‖² (1 − γμ/2)ᵗ.
        let bound = 4.0 / ef14.step * first / weight;
        assert!(sum / weights <= bound, "step {step}: {} > {bound}", sum / weights);
        last = above.mean();
    }
    assert!(last < 1e-2 * all[0][0].mean(), "{last}");
}

#[test]
fn the_mean_of_the_points_of_error_feedback_is_as_near_as_its_theorem_says() {
    let (rows, targets) = data(N);
    let mut alone = Problem::new(Clients::even(convex(&rows, &targets), 1).unwrap()).unwrap();
    let constants = Constants { terms: vec![alone.terms().terms().constants().l], ..alone.terms().terms().constants() };
    let star = solution(&mut alone, &constants);
    let (least, first) = (alone.value(&star), distance_squared(&START, &star));
    // Without randomness there is one run; of numbers of 12 bits there is a mean.
    near(&mut alone, &constants, (least, first), 1, TopK::new(D, 1).unwrap());
    near(&mut alone, &constants, (least, first), 1, Sign);
    near(&mut alone, &constants, (least, first), 30, Natural);
}
