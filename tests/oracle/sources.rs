//! The same problem as a closure, a function, a model and a linear model.

use burtorch::oracle::{
    Closure, Compose, CompressedGd, Constants, Diana, Ef21, LinearModel, Link, Marina, Method, Natural, Nice, Page,
    Problem, RandK, RandSeqK, Rows, Run, Samples, Scaled, Terms,
};
use burtorch::{Coordinates, Real, Rng, Scratch, Workspace, differentiable, graph};

use crate::counting::allocations;

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

graph! {
    struct Wide { up: Linear<12, 24>, out: Linear<24, 3> }

    impl Wide {
        #[partial]
        pub fn loss(&self, x: Tensor<12>, class: u8) -> f32 { cross_entropy(self.out.forward(tanh(self.up.forward(x))), class) }
    }
}

/// Where a run ends, and what its steps have allocated.
fn end<M: Method>(terms: impl Terms, x: &[f64], method: M) -> (Vec<f64>, usize) {
    let mut problem = Problem::new(terms).unwrap();
    let (mut run, mut rng) = (Run::new(&problem, x, method).unwrap(), Rng::seed(2));
    let allocated = allocations(|| (0..100).for_each(|_| run.step(&mut problem, &mut rng)));
    (run.point().to_vec(), allocated)
}

/// That a run is the same with gradients of the coordinates that are sent as with whole ones.
fn both<M: Method + Clone>(samples: &[([f32; 12], u8)], x: &[f64], method: M) {
    let (mut one, mut two, mut asked) = (Workspace::<Wide>::new(), Workspace::<Wide>::new(), 0);
    let whole = Samples::new(samples, Wide::PARAMS, |(x, class), params, gradient| {
        Wide::loss_grad(params, gradient, &mut one, x, *class)
    });
    let some = Samples::at_coordinates(samples, Wide::PARAMS, |(x, class), params, gradient, places| match places {
        None => Wide::loss_grad(params, gradient, &mut two, x, *class),
        Some(places) => {
            asked += 1;
            Wide::loss_grad_at(params, gradient, &Coordinates::new(places)?, &mut two, x, *class)
        }
    });
    let (whole, some) = (end(whole.unwrap(), x, method.clone()), end(some.unwrap(), x, method));
    let name = std::any::type_name::<M>();
    assert!(whole.0 == some.0 && some.0 != x && asked > 400, "{name}: {asked}");
    assert_eq!((whole.1, some.1), (0, 0), "{name}");
}

/// A few of 387 coordinates are computed alone, and a run goes where it goes with whole gradients, to the bit, and without allocation.
#[test]
fn a_model_computes_the_coordinates_alone_that_are_sent() {
    let mut rng = Rng::seed(4);
    let samples: Vec<([f32; 12], u8)> = (0..5).map(|at| ([(); 12].map(|()| rng.uniform_f32() - 0.5), at % 3)).collect();
    let mut first = vec![0.0; Wide::PARAMS];
    Wide::init(&mut first, &mut rng).unwrap();
    let x: Vec<f64> = first.iter().map(|x| f64::from(*x)).collect();
    let rand = || RandK::new(Wide::PARAMS, 10).unwrap();
    both(&samples, &x, CompressedGd { step: 0.01, compressor: rand() });
    both(&samples, &x, Diana { step: 0.01, alpha: 0.02, compressor: RandSeqK::new(Wide::PARAMS, 30).unwrap() });
    both(&samples, &x, Marina { step: 0.01, p: 0.05, compressor: Compose::new(rand(), Natural) });
    both(&samples, &x, Ef21 { step: 0.01, compressor: Scaled(rand()) });
}
