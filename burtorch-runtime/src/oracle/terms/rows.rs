//! Terms from a function and rows of data.

use alloc::vec;
use alloc::vec::Vec;

use super::closure::{ByDifferences, Products};
use super::{Terms, difference_product};

/// `fᵢ(x) = f(x, rowᵢ)`: a `#[differentiable]` function, and one row of data for each term.
///
/// Given a row, `x`, a scale and a buffer, the closure returns the value and adds `scale` times the gradient. That is what `vjp_into`
/// of a function over slices does, with a [`Scratch`](crate::Scratch) that is used again:
///
/// ```text
/// #[differentiable(wrt(x))]
/// fn loss(x: &[f64], row: &[f64], target: f64) -> f64 { … }
///
/// let terms = Rows::new(&rows, d, |(row, target), x, scale, out| {
///     loss::vjp_into((x, row, *target), scale, out, &mut scratch)
/// });
/// ```
///
/// ```
/// use burtorch_runtime::oracle::{Problem, Rows};
///
/// // fᵢ(x) = ½ (a x − b)²
/// let rows = [(1.0, 2.0), (3.0, 1.0)];
/// let mut problem = Problem::new(Rows::new(&rows, 1, |&(a, b), x, scale, out| {
///     let error = a * x[0] - b;
///     out[0] += scale * a * error;
///     0.5 * error * error
/// }))?;
/// let mut gradient = [0.0];
/// problem.gradient(&[1.0], &mut gradient);
/// assert_eq!(gradient, [(-1.0 + 6.0) / 2.0]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows<'a, S, F, H = ByDifferences> {
    data: &'a [S],
    gradient: F,
    products: H,
    /// Where the gradient goes that only the value is wanted of. Its length is that of points.
    unused: Vec<f64>,
}

impl<'a, S, F: FnMut(&'a S, &[f64], f64, &mut [f64]) -> f64> Rows<'a, S, F> {
    /// One term for each row, over so many numbers.
    pub fn new(rows: &'a [S], dim: usize, gradient: F) -> Self {
        Rows { data: rows, gradient, products: ByDifferences, unused: vec![0.0; dim] }
    }

    /// With exact products: given a row, `x`, `v`, a scale and a buffer, the closure adds `scale · ∇²f(x, row) v`. `hvp_into` of a
    /// function over slices does that for a direction that is scaled.
    pub fn with_products<H: FnMut(&'a S, &[f64], &[f64], f64, &mut [f64])>(self, products: H) -> Rows<'a, S, F, H> {
        Rows { data: self.data, gradient: self.gradient, products, unused: self.unused }
    }
}

impl<'a, S, F: FnMut(&'a S, &[f64], f64, &mut [f64]) -> f64, H: Products<&'a S>> Terms for Rows<'a, S, F, H> {
    fn dim(&self) -> usize {
        self.unused.len()
    }

    fn count(&self) -> usize {
        self.data.len()
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        (self.gradient)(&self.data[i], x, scale, out)
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        (self.gradient)(&self.data[i], x, 0.0, &mut self.unused)
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        let row = &self.data[i];
        if !self.products.product(row, x, v, scale, out) {
            let gradient = &mut self.gradient;
            difference_product(|x, scale, out| gradient(row, x, scale, out), x, v, scale, out);
        }
    }
}
