//! A finite sum with a regulariser, and counters of what was asked of it.

use super::error::{Error, check_some};
use super::prox::{Nothing, Prox};
use super::terms::Terms;
use super::vector::float;

/// What was computed and sent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Values of terms, where no gradient was wanted.
    pub values: u64,
    /// Gradients of terms; for clients, those of their samples.
    pub gradients: u64,
    /// Products of Hessians of terms with vectors.
    pub hessian_products: u64,
    /// Bits that clients sent, all together.
    pub bits_up: u64,
    /// Bits that were sent to clients, all together.
    pub bits_down: u64,
}

/// `min f(x) + ψ(x)`, with `f(x) = 1/n Σ fᵢ(x)` and a regulariser `ψ` that is known by its proximal operator.
///
/// ```
/// use burtorch_runtime::oracle::{LinearModel, Link, Problem, L1};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0], [3.0, 4.0]);
/// let lasso = LinearModel::new(Link::Squares, 2, &rows, &targets)?;
/// let mut problem = Problem::new(lasso)?.with(L1::new(0.5)?)?;
/// assert_eq!(problem.value(&[1.0, 1.0]), (2.0 + 2.0) / 2.0);
/// assert_eq!(problem.objective(&[1.0, 1.0]), 2.0 + 0.5 * 2.0);
///
/// let mut gradient = [0.0; 2];
/// problem.gradient_over(&[1], &[1.0, 1.0], &mut gradient);
/// assert_eq!(gradient, [0.0, -4.0]);
/// assert_eq!((problem.counters.values, problem.counters.gradients), (4, 1));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem<T, R = Nothing> {
    terms: T,
    regulariser: R,
    /// What was computed and sent so far. To measure something that does not count, put back what it was before.
    pub counters: Counters,
}

impl<T: Terms> Problem<T> {
    /// A problem without a regulariser.
    ///
    /// # Errors
    /// If there are no terms, or no coordinates.
    pub fn new(terms: T) -> Result<Self, Error> {
        check_some("terms", terms.count())?;
        check_some("coordinates", terms.dim())?;
        Ok(Problem { terms, regulariser: Nothing, counters: Counters::default() })
    }
}

impl<T: Terms, R: Prox> Problem<T, R> {
    /// This problem with another regulariser.
    ///
    /// # Errors
    /// If the regulariser is for another number of coordinates.
    pub fn with<Q: Prox>(self, regulariser: Q) -> Result<Problem<T, Q>, Error> {
        regulariser.check(self.terms.dim())?;
        Ok(Problem { terms: self.terms, regulariser, counters: self.counters })
    }

    /// `d`, how many numbers a point has.
    pub fn dim(&self) -> usize {
        self.terms.dim()
    }

    /// `n`, how many terms there are.
    pub fn count(&self) -> usize {
        self.terms.count()
    }

    /// The terms.
    pub fn terms(&self) -> &T {
        &self.terms
    }

    /// The terms, to ask them what is not counted.
    pub fn terms_mut(&mut self) -> &mut T {
        &mut self.terms
    }

    /// The regulariser `ψ`.
    pub fn regulariser(&self) -> &R {
        &self.regulariser
    }

    /// `1/n`
    pub(super) fn share(&self) -> f64 {
        1.0 / float(self.count())
    }

    /// `fᵢ(x)`
    ///
    /// # Panics
    /// If there is no such term or `x` has another length, here and below.
    pub fn term_value(&mut self, i: usize, x: &[f64]) -> f64 {
        self.fits(x.len());
        self.counters.values += 1;
        self.terms.value(i, x)
    }

    /// `f(x)`
    pub fn value(&mut self, x: &[f64]) -> f64 {
        let mut sum = [0.0];
        for i in 0..self.count() {
            if self.terms.is_here(i) {
                sum[0] += self.term_value(i, x);
            }
        }
        self.terms.add_up(&mut sum);
        sum[0] * self.share()
    }

    /// `f(x) + ψ(x)`
    pub fn objective(&mut self, x: &[f64]) -> f64 {
        self.value(x) + self.regulariser.value(x)
    }

    /// `fᵢ(x)`; adds `scale · ∇fᵢ(x)` to `out`.
    pub fn add_gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        self.fits(x.len());
        self.fits(out.len());
        self.counters.gradients += self.terms.cost(i);
        self.terms.gradient(i, x, scale, out)
    }

    /// Adds `scale · (∇fᵢ(x) − ∇fᵢ(y))` to `out`, which counts as two gradients.
    pub fn add_difference(&mut self, i: usize, x: &[f64], y: &[f64], scale: f64, out: &mut [f64]) {
        self.add_combination(i, [x, y], [scale, -scale], out);
    }

    /// Adds `a ∇fᵢ(x) + b ∇fᵢ(y)` to `out`, for the points `[x, y]` and the scales `[a, b]`, in one pass over the sample. It counts as two
    /// gradients.
    pub fn add_combination(&mut self, i: usize, points: [&[f64]; 2], scales: [f64; 2], out: &mut [f64]) {
        for point in points {
            self.fits(point.len());
        }
        self.fits(out.len());
        self.counters.gradients += 2 * self.terms.cost(i);
        self.terms.combination(i, points, scales, out);
    }

    /// `f(x)`, and `∇f(x)` in `out`.
    pub fn gradient(&mut self, x: &[f64], out: &mut [f64]) -> f64 {
        out.fill(0.0);
        let share = self.share();
        let mut sum = [0.0];
        for i in 0..self.count() {
            if self.terms.is_here(i) {
                sum[0] += self.add_gradient(i, x, share, out);
            }
        }
        self.terms.add_up(&mut sum);
        self.terms.add_up(out);
        sum[0] * share
    }

    /// The mean of `fᵢ(x)` over a set of indices, and the mean of `∇fᵢ(x)` in `out`. An index that is in the set twice counts twice;
    /// of no indices, both are zero.
    pub fn gradient_over(&mut self, set: &[usize], x: &[f64], out: &mut [f64]) -> f64 {
        out.fill(0.0);
        let share = 1.0 / float(set.len().max(1));
        let sum: f64 = set.iter().map(|&i| self.add_gradient(i, x, share, out)).sum();
        sum * share
    }

    /// Adds `scale · ∂fᵢ/∂xⱼ(x)` to `out[j]` for the coordinates `j` that are asked for. See [`Terms::partial`].
    pub fn add_partial(
        &mut self,
        i: usize,
        x: &[f64],
        coordinates: &[usize],
        scale: f64,
        out: &mut [f64],
        scratch: &mut [f64],
    ) {
        self.fits(x.len());
        self.fits(out.len());
        self.fits(scratch.len());
        self.counters.gradients += self.terms.cost(i);
        self.terms.partial(i, x, coordinates, scale, out, scratch);
    }

    /// `∇²f(x) v` in `out`.
    pub fn hessian_product(&mut self, x: &[f64], v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let share = self.share();
        for i in 0..self.count() {
            if self.terms.is_here(i) {
                self.add_hessian_product(i, x, v, share, out);
            }
        }
        self.terms.add_up(out);
    }

    /// Adds `scale · ∇²fᵢ(x) v` to `out`.
    pub fn add_hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        self.fits(x.len());
        self.fits(v.len());
        self.fits(out.len());
        self.counters.hessian_products += self.terms.cost(i);
        self.terms.hessian_product(i, x, v, scale, out);
    }

    /// `x = prox(x)`, the proximal operator of `step · ψ`.
    pub fn prox(&self, step: f64, x: &mut [f64]) {
        self.regulariser.apply(step, x);
    }

    /// That all terms can be asked for in this process.
    pub(super) fn check_here(&self, method: &'static str) -> Result<(), Error> {
        let are_here = (0..self.count()).all(|i| self.terms.is_here(i));
        if are_here { Ok(()) } else { Err(Error::Elsewhere { method }) }
    }

    fn fits(&self, length: usize) {
        assert!(length == self.dim(), "a vector has length {length}, but the problem has {} coordinates", self.dim());
    }
}
