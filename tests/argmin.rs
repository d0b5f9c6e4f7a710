//! Functions as problems of the crate argmin: its optimizers reach the known minima.

use argmin::core::{CostFunction, Error, Executor, Gradient, Hessian, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use argmin_testfunctions as published;
use burtorch::argmin::{ArrayObjective, Objective};
use burtorch::differentiable;

const N: usize = 6;

#[differentiable]
fn rosenbrock(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 1..N {
        sum += (1.0 - x[i - 1]).powi(2) + 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2);
    }
    sum
}

// With a negative first number the way may lead to the other minimum.
const START: [f64; N] = [0.2, 1.0, 0.5, 0.8, 1.3, 0.2];

fn array(x: &[f64]) -> &[f64; N] {
    x.try_into().unwrap()
}

fn assert_minimum(best: Option<&Vec<f64>>) {
    let best = best.unwrap();
    assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-5), "{best:?}");
}

#[test]
fn l_bfgs_reaches_the_minimum_by_gradients() -> Result<(), Error> {
    let problem = ArrayObjective::new(rosenbrock, rosenbrock::grad);
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 5).with_tolerance_grad(1e-8)?;
    let result = Executor::new(problem, solver).configure(|state| state.param(START.to_vec()).max_iters(200)).run()?;
    assert_minimum(result.state().get_best_param());
    Ok(())
}

#[test]
fn a_trust_region_reaches_it_by_hessians() -> Result<(), Error> {
    let problem = ArrayObjective::new(rosenbrock, rosenbrock::grad).with_hessian(rosenbrock::hessian);
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20));
    let result = Executor::new(problem, solver).configure(|state| state.param(START.to_vec()).max_iters(200)).run()?;
    assert_minimum(result.state().get_best_param());
    Ok(())
}

#[test]
fn closures_over_vectors_are_problems_too() -> Result<(), Error> {
    let problem = Objective::new(|x: &Vec<f64>| rosenbrock(array(x)), |x| rosenbrock::grad(array(x)).to_vec());
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 5).with_tolerance_grad(1e-8)?;
    let result = Executor::new(problem, solver).configure(|state| state.param(START.to_vec()).max_iters(200)).run()?;
    assert_minimum(result.state().get_best_param());
    Ok(())
}

#[test]
fn value_gradient_and_hessian_are_those_of_the_function() -> Result<(), Error> {
    let problem = ArrayObjective::new(rosenbrock, rosenbrock::grad).with_hessian(rosenbrock::hessian);
    let x = START.to_vec();
    let close = |ours: &[f64], theirs: &[f64]| {
        assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= 1e-10 * b.abs().max(1.0)), "{ours:?} {theirs:?}");
    };
    close(&[problem.cost(&x)?], &[published::rosenbrock(&x)]);
    close(&problem.gradient(&x)?, &published::rosenbrock_derivative(&x));
    close(&problem.hessian(&x)?.concat(), &published::rosenbrock_hessian(&x).concat());
    Ok(())
}

#[test]
fn another_number_of_parameters_is_an_error() {
    let problem = ArrayObjective::new(rosenbrock, rosenbrock::grad);
    let says = problem.gradient(&vec![1.0, 2.0]).unwrap_err().to_string();
    assert!(says.contains("there are 2 parameters, but the function takes 6"), "{says}");
}
