//! Terms that several clients hold.

use alloc::vec::Vec;

use super::super::error::{Error, check_count, check_length, check_some};
use super::super::vector::float;
use super::Terms;

/// `f_c = C/N · Σ fⱼ` over the terms `j` of client `c`: `N` terms become those of `C` clients, with the same mean.
///
/// A client has the terms of one range. For clients of equal size `f_c` is the mean of their own terms. Put the terms in order first,
/// or at random, as the experiment wants the clients to differ.
///
/// ```
/// use burtorch_runtime::oracle::{Clients, Closure, Problem};
///
/// let terms = || Closure::new(8, 1, |i, x, scale, out| {
///     out[0] += scale * i as f64;
///     i as f64 * x[0]
/// });
/// let mut two = Problem::new(Clients::new(terms(), &[2, 6])?)?;
/// assert_eq!(two.count(), 2);
/// assert_eq!(two.value(&[1.0]), Problem::new(terms())?.value(&[1.0]));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clients<T> {
    terms: T,
    /// Where the terms of each client end.
    ends: Vec<usize>,
    /// `C / N`
    weight: f64,
}

impl<T: Terms> Clients<T> {
    /// The first client has the first `sizes[0]` terms, and so on.
    ///
    /// # Errors
    /// If there is no client, or one without terms, or if the sizes do not add up to the number of terms.
    pub fn new(terms: T, sizes: &[usize]) -> Result<Self, Error> {
        check_some("clients", sizes.len())?;
        for &size in sizes {
            check_count("size of a client", size, 1, terms.count())?;
        }
        check_length("sizes (their sum)", sizes.iter().sum(), terms.count())?;
        let ends = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        let ends: Vec<_> = ends.collect();
        let weight = float(sizes.len()) / float(terms.count());
        Ok(Clients { terms, ends, weight })
    }

    /// Divides the terms among clients of equal size; if that leaves a remainder, the first ones have one term more.
    ///
    /// # Errors
    /// If there is no client, or more than terms.
    pub fn even(terms: T, clients: usize) -> Result<Self, Error> {
        check_count("clients", clients, 1, terms.count())?;
        let (size, more) = (terms.count() / clients, terms.count() % clients);
        let sizes: Vec<_> = (0..clients).map(|client| size + usize::from(client < more)).collect();
        Self::new(terms, &sizes)
    }

    /// The terms of a client.
    #[must_use]
    pub fn range(&self, client: usize) -> core::ops::Range<usize> {
        let start = if client == 0 { 0 } else { self.ends[client - 1] };
        start..self.ends[client]
    }

    /// What the clients have in all.
    #[must_use]
    pub fn terms(&self) -> &T {
        &self.terms
    }
}

impl<T: Terms> Terms for Clients<T> {
    fn dim(&self) -> usize {
        self.terms.dim()
    }

    fn count(&self) -> usize {
        self.ends.len()
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        let sum: f64 = self.range(i).map(|j| self.terms.gradient(j, x, scale * self.weight, out)).sum();
        self.weight * sum
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        let sum: f64 = self.range(i).map(|j| self.terms.value(j, x)).sum();
        self.weight * sum
    }

    fn combination(&mut self, i: usize, points: [&[f64]; 2], scales: [f64; 2], out: &mut [f64]) {
        for j in self.range(i) {
            self.terms.combination(j, points, scales.map(|scale| scale * self.weight), out);
        }
    }

    fn partial(&mut self, i: usize, x: &[f64], at: &[usize], scale: f64, out: &mut [f64], scratch: &mut [f64]) {
        for j in self.range(i) {
            self.terms.partial(j, x, at, scale * self.weight, out, scratch);
        }
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        for j in self.range(i) {
            self.terms.hessian_product(j, x, v, scale * self.weight, out);
        }
    }

    fn cost(&self, i: usize) -> u64 {
        self.range(i).map(|j| self.terms.cost(j)).sum()
    }
}
