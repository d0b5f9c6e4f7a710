//! Products, one per colour → the entries of a sparse matrix.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use num_traits::Float;

use super::colouring::at_least;
use super::{Colouring, Sparsity};
use crate::{Lanes, Rng, Scratch};

/// A Jacobian whose pattern is known: its entries, computed by one product per colour.
///
/// It holds what it computes in. The first call of each kind colours the pattern; after that nothing is allocated.
///
/// ```
/// use burtorch_runtime::{SparseJacobian, Sparsity};
///
/// // y₀ = x₀ x₁, y₁ = x₁ x₂, y₂ = x₂ x₃, and what a change of x changes.
/// let x = [1.0, 2.0, 3.0, 4.0];
/// let product = |v: &[f64], out: &mut [f64]| {
///     for i in 0..3 {
///         out[i] = v[i] * x[i + 1] + x[i] * v[i + 1];
///     }
/// };
///
/// let mut jacobian = SparseJacobian::new(Sparsity::new(4, [[0, 1], [1, 2], [2, 3]])?);
/// // Two products: one for columns 0 and 2, and one for 1 and 3.
/// assert_eq!(jacobian.forward(product), [2.0, 1.0, 3.0, 2.0, 4.0, 3.0]);
/// assert!(jacobian.row(1).eq([(1, 3.0), (2, 2.0)]));
/// assert!(jacobian.verify(product).is_ok());
/// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseJacobian<T = f64> {
    pattern: Sparsity,
    /// Columns for rows.
    transposed: Sparsity,
    /// For each entry of the transposed pattern which one it is.
    entries: Vec<usize>,
    by_columns: Option<Colouring>,
    by_rows: Option<Colouring>,
    values: Vec<T>,
    direction: Vec<T>,
    out: Vec<T>,
}

impl<T: Float> SparseJacobian<T> {
    /// A matrix of zeros.
    #[must_use]
    pub fn new(pattern: Sparsity) -> Self {
        let (transposed, entries) = pattern.transposed();
        let zeros = |count| vec![T::zero(); count];
        let longer = pattern.rows().max(pattern.columns());
        SparseJacobian {
            values: zeros(pattern.entries()),
            direction: zeros(longer),
            out: zeros(longer),
            pattern,
            transposed,
            entries,
            by_columns: None,
            by_rows: None,
        }
    }

    /// Computes the entries by products of the Jacobian with directions, `jvp(direction, out)`: forward mode.
    ///
    /// `out` is zero when it is handed over, so a product may be added to it as well as written.
    pub fn forward(&mut self, mut jvp: impl FnMut(&[T], &mut [T])) -> &[T] {
        let colouring = self.by_columns.get_or_insert_with(|| Colouring::of(&self.transposed, &self.pattern));
        let (rows, columns) = (self.pattern.rows(), self.pattern.columns());
        let (direction, out) = (&mut self.direction[..columns], &mut self.out[..rows]);
        for group in (0..colouring.count()).map(|group| colouring.group(group)) {
            multiply(group, direction, out, &mut jvp);
            for &column in group {
                for at in self.transposed.starts()[column]..self.transposed.starts()[column + 1] {
                    self.values[self.entries[at]] = out[self.transposed.indices()[at]];
                }
            }
        }
        &self.values
    }

    /// As [`forward`](Self::forward), `N` directions at a time: `jvp_lanes(directions, out, scratch)`.
    ///
    /// What it computes in is taken from the scratch.
    ///
    /// ```
    /// use burtorch_runtime::{Lanes, Scratch, SparseJacobian, Sparsity};
    ///
    /// let x = [1.0, 2.0, 3.0, 4.0];
    /// let mut jacobian = SparseJacobian::new(Sparsity::new(4, [[0, 1], [1, 2], [2, 3]])?);
    /// let mut calls = 0;
    /// jacobian.forward_lanes(&mut Scratch::new(), |v: &[Lanes<f64, 4>], out, _| {
    ///     for i in 0..3 {
    ///         out[i] = v[i] * x[i + 1] + v[i + 1] * x[i];
    ///     }
    ///     calls += 1;
    /// });
    /// assert_eq!((jacobian.values(), calls), (&[2.0, 1.0, 3.0, 2.0, 4.0, 3.0][..], 1));
    /// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
    /// ```
    pub fn forward_lanes<const N: usize>(
        &mut self,
        scratch: &mut Scratch,
        mut jvp_lanes: impl FnMut(&[Lanes<T, N>], &mut [Lanes<T, N>], &mut Scratch),
    ) -> &[T]
    where
        T: Send + 'static,
    {
        let colouring = self.by_columns.get_or_insert_with(|| Colouring::of(&self.transposed, &self.pattern));
        let mut directions = scratch.fill(Lanes::zero(), self.pattern.columns());
        let mut out = scratch.fill(Lanes::zero(), self.pattern.rows());
        for first in (0..colouring.count()).step_by(N) {
            let groups = || (first..colouring.count()).take(N).map(|group| colouring.group(group)).enumerate();
            directions.fill(Lanes::zero());
            out.fill(Lanes::zero());
            for (lane, group) in groups() {
                for &column in group {
                    directions[column] = Lanes::along(lane);
                }
            }
            jvp_lanes(&directions, &mut out, scratch);
            for (lane, group) in groups() {
                for &column in group {
                    for at in self.transposed.starts()[column]..self.transposed.starts()[column + 1] {
                        self.values[self.entries[at]] = out[self.transposed.indices()[at]][lane];
                    }
                }
            }
        }
        scratch.recycle(out);
        scratch.recycle(directions);
        &self.values
    }

    /// Computes the entries by products of seeds with the Jacobian, `vjp(seed, out)`: reverse mode.
    ///
    /// `out` is zero when it is handed over, so a product may be added to it as well as written.
    ///
    /// ```
    /// use burtorch_runtime::{SparseJacobian, Sparsity};
    ///
    /// // y = (x₀, 2 x₁, 3 x₂, x₀ + x₁ + x₂)
    /// let pattern = Sparsity::new(3, [vec![0], vec![1], vec![2], vec![0, 1, 2]])?;
    /// let mut products = 0;
    /// let mut jacobian = SparseJacobian::new(pattern);
    /// jacobian.reverse(|s, out: &mut [f64]| {
    ///     out.copy_from_slice(&[s[0] + s[3], 2.0 * s[1] + s[3], 3.0 * s[2] + s[3]]);
    ///     products += 1;
    /// });
    /// assert_eq!(jacobian.values(), [1.0, 2.0, 3.0, 1.0, 1.0, 1.0]);
    /// assert_eq!(products, 2);
    /// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
    /// ```
    pub fn reverse(&mut self, mut vjp: impl FnMut(&[T], &mut [T])) -> &[T] {
        let colouring = self.by_rows.get_or_insert_with(|| Colouring::of(&self.pattern, &self.transposed));
        let (rows, columns) = (self.pattern.rows(), self.pattern.columns());
        let (seed, out) = (&mut self.direction[..rows], &mut self.out[..columns]);
        for group in (0..colouring.count()).map(|group| colouring.group(group)) {
            multiply(group, seed, out, &mut vjp);
            for &row in group {
                for at in self.pattern.starts()[row]..self.pattern.starts()[row + 1] {
                    self.values[at] = out[self.pattern.indices()[at]];
                }
            }
        }
        &self.values
    }

    /// Computes the entries in the mode that needs fewer products; in forward mode if both need as many.
    ///
    /// ```
    /// use burtorch_runtime::{SparseJacobian, Sparsity};
    ///
    /// // One result of three numbers: a gradient.
    /// let mut jacobian = SparseJacobian::new(Sparsity::dense(1, 3));
    /// let jvp = |v: &[f64], out: &mut [f64]| out[0] = v[0] + 2.0 * v[1] + 3.0 * v[2];
    /// let vjp = |s: &[f64], out: &mut [f64]| out.copy_from_slice(&[s[0], 2.0 * s[0], 3.0 * s[0]]);
    /// assert_eq!(jacobian.fewest(jvp, vjp), [1.0, 2.0, 3.0]);
    /// assert_eq!(jacobian.fewest_products(), 1);
    /// ```
    pub fn fewest(&mut self, jvp: impl FnMut(&[T], &mut [T]), vjp: impl FnMut(&[T], &mut [T])) -> &[T] {
        if self.prefers_reverse() { self.reverse(vjp) } else { self.forward(jvp) }
    }

    /// How many products [`fewest`](Self::fewest) needs.
    pub fn fewest_products(&mut self) -> usize {
        if self.prefers_reverse() { self.colour_rows() } else { self.colour_columns() }
    }

    /// The pattern.
    #[must_use]
    pub fn pattern(&self) -> &Sparsity {
        &self.pattern
    }

    /// The entries, in the order of the pattern.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The columns of a row, each with its entry.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        let range = self.pattern.starts()[row]..self.pattern.starts()[row + 1];
        self.pattern.indices()[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Whether the entries that were computed are the whole Jacobian: a pattern that lacks one gives wrong numbers.
    ///
    /// It takes one more product, with a random direction, and compares that with the product of the entries.
    ///
    /// ```
    /// use burtorch_runtime::{SparseJacobian, Sparsity};
    ///
    /// let product = |v: &[f64], out: &mut [f64]| out.copy_from_slice(&[v[0], v[1] + 0.5 * v[0]]);
    /// let mut jacobian = SparseJacobian::new(Sparsity::new(2, [[0], [1]])?);
    /// jacobian.forward(product);
    /// let missing = jacobian.verify(product).unwrap_err();
    /// assert!(missing.to_string().starts_with("the pattern lacks an entry of row 1: along a random direction"));
    /// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// If the two differ by more than rounding.
    pub fn verify(&mut self, mut jvp: impl FnMut(&[T], &mut [T])) -> Result<(), Missing> {
        let (rows, columns) = (self.pattern.rows(), self.pattern.columns());
        let (direction, out) = (&mut self.direction[..columns], &mut self.out[..rows]);
        let mut rng = Rng::seed(0);
        for element in direction.iter_mut() {
            // Away from zero, with either sign.
            let size = 0.5 + rng.uniform();
            *element = T::from(if rng.below(2) == 0 { size } else { -size }).unwrap_or_else(T::one);
        }
        out.fill(T::zero());
        jvp(direction, out);
        for (row, &product) in out.iter().enumerate() {
            let range = self.pattern.starts()[row]..self.pattern.starts()[row + 1];
            let (mut sum, mut size) = (T::zero(), product.abs());
            for (&column, &value) in self.pattern.indices()[range.clone()].iter().zip(&self.values[range]) {
                sum = sum + value * direction[column];
                size = size + (value * direction[column]).abs();
            }
            let apart = (sum - product).abs();
            if apart > T::epsilon().sqrt() * size || apart.is_nan() {
                let number = |value: T| value.to_f64().unwrap_or(f64::NAN);
                return Err(Missing { row, entries: number(sum), product: number(product) });
            }
        }
        Ok(())
    }

    /// Whether rows need fewer colours. Both are coloured only if the bounds leave it open.
    fn prefers_reverse(&mut self) -> bool {
        let (columns_at_least, rows_at_least) = (at_least(&self.pattern), at_least(&self.transposed));
        if columns_at_least <= rows_at_least {
            let columns = self.colour_columns();
            columns > rows_at_least && columns > self.colour_rows()
        } else {
            let rows = self.colour_rows();
            rows < columns_at_least || rows < self.colour_columns()
        }
    }

    /// Makes the groups of columns, unless they are there; how many.
    fn colour_columns(&mut self) -> usize {
        self.by_columns.get_or_insert_with(|| Colouring::of(&self.transposed, &self.pattern)).count()
    }

    /// Makes the groups of rows, unless they are there; how many.
    fn colour_rows(&mut self) -> usize {
        self.by_rows.get_or_insert_with(|| Colouring::of(&self.pattern, &self.transposed)).count()
    }
}

/// One product, with ones for the members of a group.
fn multiply<T: Float>(group: &[usize], direction: &mut [T], out: &mut [T], product: &mut impl FnMut(&[T], &mut [T])) {
    direction.fill(T::zero());
    for &member in group {
        direction[member] = T::one();
    }
    out.fill(T::zero());
    product(direction, out);
}

/// A Jacobian has an entry that its pattern lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Missing {
    /// The row of the entry.
    pub row: usize,
    /// Along a random direction, what this row of the entries that were computed gives.
    pub entries: f64,
    /// Along that direction, what this row of the Jacobian gives.
    pub product: f64,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { row, entries, product } = self;
        write!(f, "the pattern lacks an entry of row {row}: along a random direction the Jacobian gives {product}, ")?;
        write!(f, "but the entries give {entries}")
    }
}

impl core::error::Error for Missing {}
