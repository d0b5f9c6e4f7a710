//! Every method finds the solution of a strongly convex problem, with theory's step size.

use super::*;
use crate::oracle::{L1, Nice, RandK, Reshuffling, TopK};

const N: usize = 8;

fn reaches<M: Method>(problem: &mut Problem<LinearModel<'_>>, star: &[f64], method: M, steps: usize, near: f64) {
    let (mut run, mut rng) = (Run::new(problem, &[1.0; D], method).unwrap(), Rng::seed(9));
    for _ in 0..steps {
        run.step(problem, &mut rng);
    }
    let found = distance_squared(run.point(), star).sqrt();
    assert!(found <= near, "{}: {found} after {steps} steps", core::any::type_name::<M>());
}

#[test]
fn methods_with_reduced_variance_find_the_solution() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let problem = &mut problem;
    let constants = problem.terms().constants();
    let star = solution(problem, &constants);
    let nice = || Nice::new(N, 1).unwrap();
    let (top, rand) = (|| TopK::new(D, 1).unwrap(), || RandK::new(D, 1).unwrap());
    reaches(problem, &star, Page::theory(&constants, nice()), 5000, 1e-10);
    reaches(problem, &star, LSvrg::theory(&constants, nice()), 5000, 1e-10);
    reaches(problem, &star, Saga::theory(&constants, nice()), 5000, 1e-10);
    reaches(problem, &star, Sarah::theory(&constants, nice()), 8000, 1e-10);
    reaches(problem, &star, Svrg::theory(&constants, nice()), 20_000, 1e-10);
    reaches(problem, &star, Marina::theory(&constants, D, rand()), 3000, 1e-10);
    reaches(problem, &star, Diana::theory(&constants, D, rand()), 5000, 1e-10);
    reaches(problem, &star, Ef21::theory(&constants, D, top()), 20_000, 1e-10);
    reaches(problem, &star, Ef21W::theory(&constants, D, top()), 20_000, 1e-10);
    // These stop at a distance.
    reaches(problem, &star, Sgd { step: 0.02, sampling: Reshuffling::new(N, 1).unwrap() }, 5000, 0.05);
    reaches(problem, &star, Storm { step: 0.02, a: 0.1, sampling: nice() }, 5000, 0.5);
    reaches(problem, &star, CompressedGd { step: 0.02, compressor: rand() }, 5000, 0.5);
    reaches(problem, &star, Ef14::theory(&constants, D, top()), 20_000, 0.5);
}

#[test]
fn a_regulariser_is_minimised_too() {
    let (rows, targets) = data(N);
    let model = convex(&rows, &targets);
    let constants = model.constants();
    let mut problem = Problem::new(model).unwrap().with(L1::new(0.15).unwrap()).unwrap();
    let saga = Saga::theory(&constants, Nice::new(N, 1).unwrap());
    let (mut run, mut rng) = (Run::new(&problem, &[1.0; D], saga).unwrap(), Rng::seed(2));
    for _ in 0..5000 {
        run.step(&mut problem, &mut rng);
    }
    // −∇f(x) is a subgradient of λ Σ |xⱼ|.
    let (x, mut g) = (run.point().to_vec(), [0.0; D]);
    problem.gradient(&x, &mut g);
    assert!(x.contains(&0.0) && x.iter().any(|&x| x != 0.0), "{x:?}");
    for (x, g) in x.iter().zip(g) {
        if *x == 0.0 {
            assert!(g.abs() <= 0.15);
        } else {
            assert!((g + 0.15 * x.signum()).abs() < 1e-9, "{x} {g}");
        }
    }
}
