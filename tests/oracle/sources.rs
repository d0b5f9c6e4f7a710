//! The same problem as a closure, a function, a model and a linear model.

use burtorch::oracle::{Closure, Constants, LinearModel, Link, Nice, Page, Problem, Rows, Run, Samples, Terms};
use burtorch::{Real, Rng, Scratch, Workspace, differentiable, graph};

const D: usize = 3;
const ROWS: [([f64; D], f64); 4] =
    [([1.0, -0.5, 2.0], 1.0), ([0.25, 1.5, -1.0], -1.0), ([-2.0, 0.5, 0.5], 1.0), ([1.0, 1.0, 1.0], -1.0)];

#[differentiable(wrt(x), second_order)]
fn loss(x: &[f64], row: &[f64], target: f64) -> f64 {
    let mut margin = 0.0;
    for j in 0..x.len() {
        margin += row[j] * x[j];
    }
    (-target * margin).softplus() + 0.05 * x.iter().map(|x| x * x).sum::<f64>()
}

graph! {
    type Scalar = f64;

    pub struct Logistic { x: Param<3> }

    impl Logistic {
        pub fn loss(&self, row: Tensor<3>, target: f64) -> f64 {
            softplus(-target * sum(self.x * row)) + 0.05 * sum(self.x * self.x)
        }
    }
}

fn flat() -> (Vec<f64>, Vec<f64>) {
    (ROWS.iter().flat_map(|row| row.0).collect(), ROWS.iter().map(|row| row.1).collect())
}

/// Value, gradient, product with a Hessian and the point after some steps of PAGE.
fn answers<T: Terms>(terms: T) -> (f64, Vec<f64>, Vec<f64>, Vec<f64>) {
    let mut problem = Problem::new(terms).unwrap();
    let (x, v) = ([0.5, -1.0, 0.25], [1.0, 2.0, -1.0]);
    let (mut gradient, mut product) = (vec![0.0; D], vec![0.0; D]);
    let value = problem.gradient(&x, &mut gradient);
    assert!((value - problem.value(&x)).abs() < 1e-15);
    problem.hessian_product(&x, &v, &mut product);
    assert_eq!((problem.counters.gradients, problem.counters.values, problem.counters.hessian_products), (4, 4, 4));
    let page = Page { step: 0.1, p: 0.3, sampling: Nice::new(4, 2).unwrap() };
    let (mut run, mut rng) = (Run::new(&problem, &x, page).unwrap(), Rng::seed(1));
    for _ in 0..50 {
        run.step(&mut problem, &mut rng);
    }
    (value, gradient, product, run.point().to_vec())
}

fn near(name: &str, a: &(f64, Vec<f64>, Vec<f64>, Vec<f64>), b: &(f64, Vec<f64>, Vec<f64>, Vec<f64>), product: f64) {
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!((a.0 - b.0).abs() < 1e-14, "{name}");
    assert!(apart(&a.1, &b.1) < 1e-14, "{name}");
    assert!(apart(&a.2, &b.2) < product, "{name} {:?} {:?}", a.2, b.2);
    assert!(apart(&a.3, &b.3) < 1e-12, "{name}");
}

#[test]
fn functions_models_and_closures_are_the_same_problem() {
    let (rows, targets) = flat();
    let linear = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap();
    let exact = answers(linear);

    let (mut scratch, mut second) = (Scratch::new(), Scratch::new());
    let function =
        Rows::new(&ROWS, D, |(row, target), x, scale, out| loss::vjp_into((x, row, *target), scale, out, &mut scratch))
            .with_products(|(row, target), x, v, scale, out| {
                let scaled: Vec<f64> = v.iter().map(|v| scale * v).collect();
                loss::hvp_into((x, row, *target), &scaled, out, &mut second);
            });
    near("function", &answers(function), &exact, 1e-13);

    let mut workspace = Workspace::<Logistic>::new();
    let model = Samples::new(&ROWS, D, |(row, target), params, gradient| {
        Logistic::loss_grad(params, gradient, &mut workspace, row, *target)
    });
    near("model", &answers(model.unwrap()), &exact, 1e-8);

    let mut inner = linear;
    let closure = Closure::new(4, D, |i, x, scale, out| inner.gradient(i, x, scale, out));
    near("closure", &answers(closure), &exact, 1e-8);
}

#[test]
fn constants_of_a_function_are_estimated_by_its_hessians() {
    let (rows, targets) = flat();
    let exact = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(0.1).unwrap().constants();
    let mut scratch = Scratch::new();
    let function =
        Rows::new(&ROWS, D, |(row, target), x, scale, out| loss::vjp_into((x, row, *target), scale, out, &mut scratch));
    let mut problem = Problem::new(function).unwrap();
    let found = Constants::estimate(&mut problem, &[&[0.0; D]], &mut Rng::seed(1)).unwrap();
    assert!((found.l - exact.l).abs() < 1e-6 && (found.l_plus - exact.l_plus).abs() < 1e-6);
    assert!((found.max() - exact.max()).abs() < 1e-6 && found.mu >= exact.mu - 1e-6);
}
