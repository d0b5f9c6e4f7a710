//! Terms from a closure.

use alloc::vec;
use alloc::vec::Vec;

use super::{Terms, difference_product};

/// Second derivatives of terms: a closure, or [`ByDifferences`].
///
/// `K` is how a term is named: by its index, or by its row of data.
pub trait Products<K> {
    /// Adds `scale · ∇²f(x) v` of the term to `out`, or says that it cannot.
    fn product(&mut self, term: K, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) -> bool;
}

/// There is no closure for second derivatives: they are differences of gradients.
#[derive(Clone, Copy, Debug)]
pub struct ByDifferences;

impl<K> Products<K> for ByDifferences {
    fn product(&mut self, _: K, _: &[f64], _: &[f64], _: f64, _: &mut [f64]) -> bool {
        false
    }
}

impl<K, H: FnMut(K, &[f64], &[f64], f64, &mut [f64])> Products<K> for H {
    fn product(&mut self, term: K, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) -> bool {
        self(term, x, v, scale, out);
        true
    }
}

/// `n` terms over `d` numbers by a closure: given `i`, `x`, a scale and a buffer, it returns `fᵢ(x)` and adds `scale · ∇fᵢ(x)`.
///
/// ```
/// use burtorch_runtime::oracle::{Closure, Problem};
///
/// // fᵢ(x) = ½ (x − i)²
/// let mut problem = Problem::new(Closure::new(4, 1, |i, x, scale, out| {
///     let away = x[0] - i as f64;
///     out[0] += scale * away;
///     0.5 * away * away
/// }))?;
/// let mut gradient = [0.0];
/// assert_eq!(problem.gradient(&[4.0], &mut gradient), (16.0 + 9.0 + 4.0 + 1.0) / 8.0);
/// assert_eq!(gradient, [2.5]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Closure<F, H = ByDifferences> {
    count: usize,
    dim: usize,
    gradient: F,
    products: H,
    /// Where the gradient goes that only the value is wanted of.
    unused: Vec<f64>,
}

impl<F: FnMut(usize, &[f64], f64, &mut [f64]) -> f64> Closure<F> {
    /// `count` terms over points of `dim` numbers.
    pub fn new(count: usize, dim: usize, gradient: F) -> Self {
        Closure { count, dim, gradient, products: ByDifferences, unused: vec![0.0; dim] }
    }

    /// With exact products: given `i`, `x`, `v`, a scale and a buffer, the closure adds `scale · ∇²fᵢ(x) v`.
    pub fn with_products<H: FnMut(usize, &[f64], &[f64], f64, &mut [f64])>(self, products: H) -> Closure<F, H> {
        Closure { count: self.count, dim: self.dim, gradient: self.gradient, products, unused: self.unused }
    }
}

impl<F: FnMut(usize, &[f64], f64, &mut [f64]) -> f64, H: Products<usize>> Terms for Closure<F, H> {
    fn dim(&self) -> usize {
        self.dim
    }

    fn count(&self) -> usize {
        self.count
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        (self.gradient)(i, x, scale, out)
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        (self.gradient)(i, x, 0.0, &mut self.unused)
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        if !self.products.product(i, x, v, scale, out) {
            let gradient = &mut self.gradient;
            difference_product(|x, scale, out| gradient(i, x, scale, out), x, v, scale, out);
        }
    }
}
