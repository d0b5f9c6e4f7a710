//! Columns of numbers → columns with mean 0 and standard deviation 1.

use num_traits::Float;

/// `(x − mean) / deviation`, for each of `N` columns.
///
/// Compute it from the samples to learn from, and apply it to all. The deviation is `√(Σ (x − mean)² / n)`, as numpy's. A
/// column that is the same everywhere has deviation 1 here, so that it becomes 0.
///
/// ```
/// use burtorch_train::data::Scaling;
///
/// let mut rows = vec![[1.0_f32, 10.0], [3.0, 10.0]];
/// let scaling = Scaling::of(&rows);
/// assert_eq!((scaling.mean, scaling.deviation), ([2.0, 10.0], [1.0, 1.0]));
/// rows.iter_mut().for_each(|row| scaling.apply(row));
/// assert_eq!(rows, [[-1.0, 0.0], [1.0, 0.0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaling<const N: usize> {
    /// `Σ x / n` of each column.
    pub mean: [f64; N],
    /// `√(Σ (x − mean)² / n)` of each column, or 1.
    pub deviation: [f64; N],
}

impl<const N: usize> Scaling<N> {
    /// The scaling of some rows; that of none changes nothing.
    ///
    /// Of samples with a target: `Scaling::of(samples.iter().map(|(x, _)| x))`.
    pub fn of<'r, T: Float + 'r>(rows: impl IntoIterator<Item = &'r [T; N], IntoIter: Clone>) -> Self {
        let rows = rows.into_iter();
        let mut count = 0.0;
        let mut mean = [0.0; N];
        for row in rows.clone() {
            count += 1.0;
            // Moving the mean, not dividing a sum, keeps digits where numbers are large.
            mean.iter_mut().zip(row).for_each(|(mean, x)| *mean += (wide(*x) - *mean) / count);
        }
        let mut squares = [0.0; N];
        for row in rows {
            for ((square, mean), x) in squares.iter_mut().zip(&mean).zip(row) {
                *square += (wide(*x) - mean).powi(2);
            }
        }
        let deviation = squares.map(|square| if square > 0.0 { (square / count).sqrt() } else { 1.0 });
        Self { mean, deviation }
    }

    /// Scales one row.
    pub fn apply<T: Float>(&self, row: &mut [T; N]) {
        for ((x, mean), deviation) in row.iter_mut().zip(&self.mean).zip(&self.deviation) {
            *x = T::from((wide(*x) - mean) / deviation).unwrap_or_else(T::nan);
        }
    }

    /// The row that was scaled to this one.
    pub fn undo<T: Float>(&self, row: &mut [T; N]) {
        for ((x, mean), deviation) in row.iter_mut().zip(&self.mean).zip(&self.deviation) {
            *x = T::from(wide(*x) * deviation + mean).unwrap_or_else(T::nan);
        }
    }
}

fn wide<T: Float>(number: T) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_numpy() {
        // x.mean(0), x.std(0) and (x - x.mean(0)) / x.std(0) in double precision.
        let rows = [[1.0, 1e9 + 1.0, -3.5], [2.5, 1e9 + 4.0, -3.5], [7.25, 1e9 - 2.0, -3.5], [-4.0, 1e9, -3.5]];
        let scaling = Scaling::of(&rows);
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
        let expected = (
            [1.6875, 1_000_000_000.75],
            [4.013_161_939_169_661, 2.165_063_509_461_097],
            [1.386_064_176_904_583_8, -1.270_170_592_217_176_7],
        );
        for i in 0..2 {
            assert!(near(scaling.mean[i], expected.0[i]), "{scaling:?}");
            assert!(near(scaling.deviation[i], expected.1[i]), "{scaling:?}");
        }
        assert_eq!((scaling.mean[2], scaling.deviation[2]), (-3.5, 1.0));
        let mut row = rows[2];
        scaling.apply(&mut row);
        assert!(row.iter().zip(expected.2).all(|(a, b)| (a - b).abs() < 1e-6), "{row:?}");
        scaling.undo(&mut row);
        assert!(row.iter().zip(rows[2]).all(|(a, b)| near(*a, b)), "{row:?}");
    }
}
