//! Functions with derivatives → problems for the optimizers of [argmin](https://argmin-rs.org).
//!
//! An optimizer asks a problem for its cost, its gradient and perhaps its Hessian, each through a trait of argmin's.
//! [`ArrayObjective`] is one made of functions on arrays, as `#[differentiable]` compiles them; [`Objective`] is one made
//! of functions on whatever the optimizer works with.

use core::marker::PhantomData;
use std::vec::Vec;

use ::argmin::core::{ArgminError, CostFunction, Error, Gradient, Hessian};

/// A problem from closures over `P`: `Vec<f64>`, or the vectors of nalgebra, ndarray and others that argmin knows.
///
/// ```
/// use argmin::core::{Executor, State};
/// use argmin::solver::linesearch::MoreThuenteLineSearch;
/// use argmin::solver::quasinewton::LBFGS;
/// use burtorch_runtime::argmin::Objective;
///
/// // (x₀ − 1)² + (x₁ − 2)² + …
/// let sphere = Objective::new(
///     |x: &Vec<f64>| x.iter().zip(1..).map(|(x, i)| (x - f64::from(i)).powi(2)).sum::<f64>(),
///     |x| x.iter().zip(1..).map(|(x, i)| 2.0 * (x - f64::from(i))).collect::<Vec<f64>>(),
/// );
/// let solver = LBFGS::new(MoreThuenteLineSearch::new(), 5);
/// let result = Executor::new(sphere, solver).configure(|state| state.param(vec![0.0; 4]).max_iters(20)).run()?;
/// assert!(result.state().get_best_cost() < 1e-12);
/// # Ok::<(), argmin::core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Objective<P, F, G, H = ()> {
    value: F,
    gradient: G,
    hessian: H,
    param: PhantomData<fn(&P)>,
}

impl<P, F, G> Objective<P, F, G> {
    /// A problem with a value and a gradient.
    pub fn new<Y, D>(value: F, gradient: G) -> Self
    where
        F: Fn(&P) -> Y,
        G: Fn(&P) -> D,
    {
        Objective { value, gradient, hessian: (), param: PhantomData }
    }

    /// Adds a Hessian to this problem, for methods of Newton's kind.
    ///
    /// ```
    /// use argmin::core::Hessian;
    /// use burtorch_runtime::argmin::Objective;
    ///
    /// let cubic = Objective::new(|x: &f64| x.powi(3), |x| 3.0 * x * x).with_hessian(|x| 6.0 * x);
    /// assert_eq!(cubic.hessian(&2.0)?, 12.0);
    /// # Ok::<(), argmin::core::Error>(())
    /// ```
    pub fn with_hessian<H, M>(self, hessian: H) -> Objective<P, F, G, H>
    where
        H: Fn(&P) -> M,
    {
        Objective { value: self.value, gradient: self.gradient, hessian, param: PhantomData }
    }
}

impl<P, F, G, H, Y> CostFunction for Objective<P, F, G, H>
where
    F: Fn(&P) -> Y,
{
    type Param = P;
    type Output = Y;

    fn cost(&self, param: &P) -> Result<Y, Error> {
        Ok((self.value)(param))
    }
}

impl<P, F, G, H, D> Gradient for Objective<P, F, G, H>
where
    G: Fn(&P) -> D,
{
    type Param = P;
    type Gradient = D;

    fn gradient(&self, param: &P) -> Result<D, Error> {
        Ok((self.gradient)(param))
    }
}

impl<P, F, G, H, M> Hessian for Objective<P, F, G, H>
where
    H: Fn(&P) -> M,
{
    type Param = P;
    type Hessian = M;

    fn hessian(&self, param: &P) -> Result<M, Error> {
        Ok((self.hessian)(param))
    }
}

/// A problem from functions on arrays of `N` numbers. The optimizer works with vectors.
///
/// ```
/// use argmin::core::{Executor, State};
/// use argmin::solver::trustregion::{Steihaug, TrustRegion};
/// use burtorch_runtime::argmin::ArrayObjective;
///
/// // With `#[differentiable]` these three are `f`, `f::grad` and `f::hessian`.
/// let value = |&[x, y]: &[f64; 2]| (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2);
/// let gradient = |&[x, y]: &[f64; 2]| [2.0 * (x - 1.0) - 400.0 * x * (y - x * x), 200.0 * (y - x * x)];
/// let hessian =
///     |&[x, y]: &[f64; 2]| [[2.0 - 400.0 * (y - 3.0 * x * x), -400.0 * x], [-400.0 * x, 200.0]];
///
/// let problem = ArrayObjective::new(value, gradient).with_hessian(hessian);
/// let solver = TrustRegion::new(Steihaug::new().with_max_iters(10));
/// let result = Executor::new(problem, solver).configure(|state| state.param(vec![-1.2, 1.0]).max_iters(60)).run()?;
/// assert!(result.state().get_best_cost() < 1e-12);
/// # Ok::<(), argmin::core::Error>(())
/// ```
///
/// A parameter vector of another length is an error of the optimizer's run.
#[derive(Clone, Copy, Debug)]
pub struct ArrayObjective<T, const N: usize, F, G, H = ()> {
    value: F,
    gradient: G,
    hessian: H,
    scalar: PhantomData<fn(T)>,
}

impl<T, const N: usize, F, G> ArrayObjective<T, N, F, G>
where
    F: Fn(&[T; N]) -> T,
    G: Fn(&[T; N]) -> [T; N],
{
    /// A problem with a value and a gradient.
    pub fn new(value: F, gradient: G) -> Self {
        ArrayObjective { value, gradient, hessian: (), scalar: PhantomData }
    }

    /// Adds a Hessian to this problem, given row by row, for methods of Newton's kind.
    pub fn with_hessian<H>(self, hessian: H) -> ArrayObjective<T, N, F, G, H>
    where
        H: Fn(&[T; N]) -> [[T; N]; N],
    {
        ArrayObjective { value: self.value, gradient: self.gradient, hessian, scalar: PhantomData }
    }
}

impl<T, const N: usize, F, G, H> CostFunction for ArrayObjective<T, N, F, G, H>
where
    F: Fn(&[T; N]) -> T,
{
    type Param = Vec<T>;
    type Output = T;

    fn cost(&self, param: &Vec<T>) -> Result<T, Error> {
        Ok((self.value)(array(param)?))
    }
}

impl<T, const N: usize, F, G, H> Gradient for ArrayObjective<T, N, F, G, H>
where
    G: Fn(&[T; N]) -> [T; N],
{
    type Param = Vec<T>;
    type Gradient = Vec<T>;

    fn gradient(&self, param: &Vec<T>) -> Result<Vec<T>, Error> {
        Ok((self.gradient)(array(param)?).into())
    }
}

impl<T, const N: usize, F, G, H> Hessian for ArrayObjective<T, N, F, G, H>
where
    H: Fn(&[T; N]) -> [[T; N]; N],
{
    type Param = Vec<T>;
    type Hessian = Vec<Vec<T>>;

    fn hessian(&self, param: &Vec<T>) -> Result<Vec<Vec<T>>, Error> {
        Ok((self.hessian)(array(param)?).map(Vec::from).into())
    }
}

/// The parameters, if there are as many as the function takes.
fn array<T, const N: usize>(param: &[T]) -> Result<&[T; N], ArgminError> {
    param.try_into().map_err(|_| ArgminError::InvalidParameter {
        text: std::format!("there are {} parameters, but the function takes {N}", param.len()),
    })
}
