//! Least squares and logistic regression, whose constants are known.

use num_traits::Float;

use super::super::constants::{Constants, largest_eigenvalue};
use super::super::error::{Error, check_finite, check_length, check_nonnegative, check_some};
use super::super::vector::{add_scaled, dot, float};
use super::Terms;
use crate::Rng;

/// What a linear model is compared with its target by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// `½ (z − b)²`
    Squares,
    /// `ln(1 + e^(−b z))`, the target `b` is 1 or −1.
    Logistic,
}

impl Link {
    /// Value and derivative by `z`, without overflow.
    fn value_and_slope(self, z: f64, b: f64) -> (f64, f64) {
        match self {
            Link::Squares => (0.5 * (z - b) * (z - b), z - b),
            Link::Logistic => {
                let margin = -b * z;
                // Of e^margin and e^−margin one is at most 1.
                let small = Float::exp(-margin.abs());
                let share = if margin > 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
                (margin.max(0.0) + Float::ln_1p(small), -b * share)
            }
        }
    }

    /// The second derivative by `z`.
    fn curvature(self, z: f64, b: f64) -> f64 {
        match self {
            Link::Squares => 1.0,
            Link::Logistic => {
                let small = Float::exp(-(b * z).abs());
                small / ((1.0 + small) * (1.0 + small))
            }
        }
    }

    /// The largest second derivative, which is the one at zero.
    fn most_curved(self) -> f64 {
        match self {
            Link::Squares => 1.0,
            Link::Logistic => 0.25,
        }
    }
}

/// `fᵢ(x) = link(aᵢ · x, bᵢ) + l2/2 ‖x‖² + bounded Σⱼ xⱼ²/(1 + xⱼ²)`
///
/// The last summand is the regulariser that papers on non-convex problems use; it is bounded, and its second derivative lies between
/// −½ and 2. The first two make a problem that is strongly convex if `l2` is above zero.
///
/// ```
/// use burtorch_runtime::oracle::{LinearModel, Link, Problem};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0], [1.0, -1.0]);
/// let model = LinearModel::new(Link::Logistic, 2, &rows, &targets)?.l2(0.1)?;
/// let constants = model.constants();
/// assert_eq!(constants.terms, [0.25 + 0.1, 1.0 + 0.1]);
/// assert!((constants.l - 0.6).abs() < 1e-9 && constants.mu == 0.1);
/// assert!((Problem::new(model)?.value(&[0.0, 0.0]) - 2_f64.ln()).abs() < 1e-15);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearModel<'a> {
    link: Link,
    dim: usize,
    rows: &'a [f64],
    targets: &'a [f64],
    l2: f64,
    bounded: f64,
}

impl<'a> LinearModel<'a> {
    /// Rows of `dim` numbers one behind the other, and a target for each.
    ///
    /// # Errors
    /// If lengths do not fit, if a number is not finite, or if a target of logistic regression is neither 1 nor −1.
    pub fn new(link: Link, dim: usize, rows: &'a [f64], targets: &'a [f64]) -> Result<Self, Error> {
        check_some("coordinates", dim)?;
        check_some("targets", targets.len())?;
        check_length("rows", rows.len(), dim * targets.len())?;
        check_finite("rows", rows)?;
        check_finite("targets", targets)?;
        if let (Link::Logistic, Some(position)) = (link, targets.iter().position(|b| !matches!(*b, 1.0 | -1.0))) {
            return Err(Error::Entry { what: "targets", position, found: targets[position], range: "1 or -1" });
        }
        Ok(LinearModel { link, dim, rows, targets, l2: 0.0, bounded: 0.0 })
    }

    /// With `l2/2 ‖x‖²` in each term.
    ///
    /// # Errors
    /// If it is below zero or not finite.
    pub fn l2(self, l2: f64) -> Result<Self, Error> {
        check_nonnegative("l2", l2)?;
        Ok(LinearModel { l2, ..self })
    }

    /// With `bounded Σⱼ xⱼ²/(1 + xⱼ²)` in each term.
    ///
    /// # Errors
    /// If it is below zero or not finite.
    pub fn bounded(self, bounded: f64) -> Result<Self, Error> {
        check_nonnegative("bounded", bounded)?;
        Ok(LinearModel { bounded, ..self })
    }

    /// The constants, by the theory of generalized linear models: all are attained at zero.
    ///
    /// `L` and `L₊` are eigenvalues, by power iteration until nothing changes. `L±` is bounded by `L₊`, which it is close to where
    /// rows differ; for the bounded regulariser all are bounds. `μ` is what the regularisers give.
    #[must_use]
    pub fn constants(&self) -> Constants {
        let (n, most) = (self.targets.len(), self.link.most_curved());
        let flat = self.l2 + 2.0 * self.bounded;
        let squares = || (0..n).map(|i| dot(self.row(i), self.row(i)));
        let terms = squares().map(|square| most * square + flat).collect();
        let share = 1.0 / float(n);
        // Eigenvalues do not depend on where the iteration starts.
        let mut rng = Rng::seed(1);
        let mut eigenvalue = |weight: &dyn Fn(f64) -> f64| {
            largest_eigenvalue(self.dim, &mut rng, |v, out| {
                out.fill(0.0);
                for (i, square) in squares().enumerate() {
                    add_scaled(out, share * weight(square) * dot(self.row(i), v), self.row(i));
                }
            })
        };
        let l = eigenvalue(&|_| most) + flat;
        // Hᵢ = c a aᵀ + λ has the square (c² ‖a‖² + 2 c λ) a aᵀ + λ².
        let square = eigenvalue(&|square| most * most * square + 2.0 * most * flat) + flat * flat;
        let l_plus = Float::sqrt(square);
        Constants { terms, l, l_plus, l_plus_minus: l_plus, mu: self.l2 - 0.5 * self.bounded }
    }

    fn row(&self, i: usize) -> &'a [f64] {
        &self.rows[i * self.dim..][..self.dim]
    }

    /// `∂/∂xⱼ` of the regularisers.
    fn pull(&self, x: f64) -> f64 {
        let bottom = 1.0 + x * x;
        self.l2 * x + 2.0 * self.bounded * x / (bottom * bottom)
    }
}

impl Terms for LinearModel<'_> {
    fn dim(&self) -> usize {
        self.dim
    }

    fn count(&self) -> usize {
        self.targets.len()
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        let row = self.row(i);
        let (value, slope) = self.link.value_and_slope(dot(row, x), self.targets[i]);
        let factor = scale * slope;
        if self.bounded == 0.0 {
            let pull = scale * self.l2;
            for ((out, a), x) in out.iter_mut().zip(row).zip(x) {
                *out += factor * a + pull * x;
            }
        } else {
            for ((out, a), x) in out.iter_mut().zip(row).zip(x) {
                *out += factor * a + scale * self.pull(*x);
            }
        }
        value + self.regularisers(x)
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        self.link.value_and_slope(dot(self.row(i), x), self.targets[i]).0 + self.regularisers(x)
    }

    fn combination(&mut self, i: usize, [x, y]: [&[f64]; 2], [a, b]: [f64; 2], out: &mut [f64]) {
        let row = self.row(i);
        let slope = |point| self.link.value_and_slope(dot(row, point), self.targets[i]).1;
        let factor = a * slope(x) + b * slope(y);
        if self.bounded == 0.0 {
            for (((out, of_row), x), y) in out.iter_mut().zip(row).zip(x).zip(y) {
                *out += factor * of_row + self.l2 * (a * x + b * y);
            }
        } else {
            for (((out, of_row), x), y) in out.iter_mut().zip(row).zip(x).zip(y) {
                *out += factor * of_row + (a * self.pull(*x) + b * self.pull(*y));
            }
        }
    }

    fn partial(&mut self, i: usize, x: &[f64], coordinates: &[usize], scale: f64, out: &mut [f64], _: &mut [f64]) {
        let row = self.row(i);
        let (_, slope) = self.link.value_and_slope(dot(row, x), self.targets[i]);
        let factor = scale * slope;
        for &j in coordinates {
            // In the order of `gradient`, so that the numbers are the same to the bit.
            let pull = if self.bounded == 0.0 { scale * self.l2 * x[j] } else { scale * self.pull(x[j]) };
            out[j] += factor * row[j] + pull;
        }
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        let row = self.row(i);
        let factor = scale * self.link.curvature(dot(row, x), self.targets[i]) * dot(row, v);
        for (((out, a), x), v) in out.iter_mut().zip(row).zip(x).zip(v) {
            let bottom = 1.0 + x * x;
            let bend = self.l2 + self.bounded * (2.0 - 6.0 * x * x) / (bottom * bottom * bottom);
            *out += factor * a + scale * bend * v;
        }
    }
}

impl LinearModel<'_> {
    fn regularisers(&self, x: &[f64]) -> f64 {
        let mut value = 0.5 * self.l2 * dot(x, x);
        if self.bounded != 0.0 {
            value += self.bounded * x.iter().map(|x| x * x / (1.0 + x * x)).sum::<f64>();
        }
        value
    }
}
