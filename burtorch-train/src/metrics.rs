//! How good a classifier is: accuracy, and which classes are taken for which.
//!
//! Both take pairs `(answer, truth)`: the class that the model chose, and the right one.

use std::fmt;

use crate::viz::HeatMap;

/// The share of right answers, from 0 to 1; NaN if there are none.
///
/// ```
/// use burtorch_train::metrics::accuracy;
///
/// assert_eq!(accuracy([(0, 0), (1, 2), (2, 2), (1, 1)]), 0.75);
/// ```
pub fn accuracy<C: PartialEq>(answers: impl IntoIterator<Item = (C, C)>) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (answer, truth) in answers {
        all += 1.0;
        if answer == truth {
            right += 1.0;
        }
    }
    right / all
}

/// The class with the highest score; of equal ones the first. Scores that are NaN are never the highest.
///
/// ```
/// use burtorch_train::metrics::best;
///
/// assert_eq!(best(&[0.1_f32, 2.0, -1.0]), 1);
/// assert_eq!(best(&[f64::NAN, 3.0, 3.0]), 1);
/// ```
///
/// # Panics
/// If there are no scores.
pub fn best<S: PartialOrd + Copy>(scores: &[S]) -> usize {
    assert!(!scores.is_empty(), "there is no best of no scores");
    let is_number = |at: &usize| scores[*at].partial_cmp(&scores[*at]).is_some();
    let numbers = (0..scores.len()).filter(is_number);
    numbers.reduce(|best, at| if scores[at] > scores[best] { at } else { best }).unwrap_or(0)
}

/// How often samples of each class were taken for each class.
///
/// ```
/// use burtorch_train::metrics::ConfusionMatrix;
///
/// let names = ["setosa", "versicolor", "virginica"];
/// let matrix = ConfusionMatrix::new(names, [(0, 0), (1, 1), (1, 2), (2, 2)]);
/// assert_eq!(matrix.count(1, 2), 1); // one virginica was taken for a versicolor
/// assert_eq!((matrix.accuracy(), matrix.recall(2), matrix.precision(1)), (0.75, 0.5, 0.5));
/// println!("{matrix}");
/// # let folder = std::env::temp_dir();
/// matrix.heat_map("flowers").save(folder.join("confusion.svg"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionMatrix {
    names: Vec<String>,
    /// Row by row: truth, then answer.
    counts: Vec<u64>,
}

impl ConfusionMatrix {
    /// Counts pairs `(answer, truth)` of classes with these names.
    ///
    /// # Panics
    /// If a class has no name.
    pub fn new<S: ToString>(
        names: impl IntoIterator<Item = S>,
        answers: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
        let classes = names.len();
        let mut counts = vec![0; classes * classes];
        for (answer, truth) in answers {
            let last = answer.max(truth);
            assert!(last < classes, "class {last} has no name: there are {classes}");
            counts[truth * classes + answer] += 1;
        }
        Self { names, counts }
    }

    /// How many samples of the class `truth` were taken for `answer`.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn count(&self, answer: usize, truth: usize) -> u64 {
        let classes = self.names.len();
        assert!(answer < classes && truth < classes, "there are {classes} classes");
        self.counts[truth * classes + answer]
    }

    /// The share of right answers; NaN without samples.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let right = (0..self.names.len()).map(|class| self.count(class, class)).sum();
        share(right, self.counts.iter().sum())
    }

    /// The share of the samples of a class that were recognised; NaN if there are none of it.
    #[must_use]
    pub fn recall(&self, class: usize) -> f64 {
        share(self.count(class, class), (0..self.names.len()).map(|answer| self.count(answer, class)).sum())
    }

    /// The share of the answers with this class that are right; NaN if nothing was taken for it.
    #[must_use]
    pub fn precision(&self, class: usize) -> f64 {
        share(self.count(class, class), (0..self.names.len()).map(|truth| self.count(class, truth)).sum())
    }

    /// A picture of the matrix: a row for each class, a column for each answer.
    pub fn heat_map(&self, title: &str) -> HeatMap {
        let classes = self.names.len();
        let cell = |row: usize, column: usize| self.count(column, row).to_string();
        let counts = self.counts.iter().copied();
        HeatMap::new(title, classes, counts).rows(&self.names).columns(&self.names).y("is").x("taken for").texts(cell)
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts of samples are far below 2⁵³")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// A table of counts, with the recall of each class at the end of its row.
impl fmt::Display for ConfusionMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = self.names.len();
        let letters = |text: &str| text.chars().count();
        let corner = "is \\ taken for";
        let first = self.names.iter().map(|name| letters(name)).max().unwrap_or(0).max(letters(corner));
        let width = |answer: usize| {
            let counts = (0..classes).map(|truth| self.count(answer, truth).to_string().len());
            counts.max().unwrap_or(1).max(letters(&self.names[answer]))
        };
        write!(f, "{corner:first$}")?;
        for (answer, name) in self.names.iter().enumerate() {
            write!(f, "  {name:>width$}", width = width(answer))?;
        }
        writeln!(f, "  recall")?;
        for (truth, name) in self.names.iter().enumerate() {
            write!(f, "{name:first$}")?;
            for answer in 0..classes {
                write!(f, "  {:>width$}", self.count(answer, truth), width = width(answer))?;
            }
            match self.recall(truth) {
                recall if recall.is_nan() => writeln!(f, "       -")?,
                recall => writeln!(f, "  {:5.1}%", 100.0 * recall)?,
            }
        }
        write!(f, "accuracy {:.1}%", 100.0 * self.accuracy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_a_table_with_recalls() {
        let matrix = ConfusionMatrix::new(["cat", "elephant"], [(0, 0), (0, 1), (1, 1), (1, 1)]);
        let table = "\
is \\ taken for  cat  elephant  recall
cat               1         0  100.0%
elephant          1         2   66.7%
accuracy 75.0%";
        assert_eq!(matrix.to_string(), table);
    }

    #[test]
    fn classes_without_samples_have_no_recall() {
        let matrix = ConfusionMatrix::new(["a", "b"], [(0, 0)]);
        assert!(matrix.recall(1).is_nan() && matrix.precision(1).is_nan());
        assert!(matrix.to_string().contains("b               0  0       -"), "{matrix}");
        assert!(ConfusionMatrix::new(["a"], []).accuracy().is_nan());
    }

    #[test]
    #[should_panic(expected = "class 2 has no name: there are 2")]
    fn a_class_without_a_name_is_refused() {
        ConfusionMatrix::new(["a", "b"], [(0, 2)]);
    }

    #[test]
    fn scores_that_are_no_numbers_are_never_best() {
        assert_eq!(best(&[f32::NAN, f32::NEG_INFINITY]), 1);
        assert_eq!(best(&[f32::NAN, f32::NAN]), 0);
    }
}
