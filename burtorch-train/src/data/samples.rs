//! The trait that all data sets implement: a number of samples, and access to each by its index.

use core::iter::FusedIterator;
use core::ops::Range;
use core::slice;

use super::Error;

/// `0, 1, … len − 1` → a sample: a data set, seen by a training loop.
///
/// A data set is a view that is cheap to copy: a slice, [`Windows`](super::Windows) of a text, a [`Zip`] of two others.
/// Samples are references into it or small values, as a model's batch functions take them:
///
/// ```
/// use burtorch_train::data::{Batches, Samples};
///
/// /// Goes through the data as any training does; `step` would call `Net::loss_step_batch`.
/// fn train<D: Samples>(data: D, mut step: impl FnMut(burtorch_train::data::Pick<'_, D>)) {
///     let mut batches = Batches::new(data.len(), 2, 1).unwrap();
///     for number in 0..10 {
///         step(data.pick(batches.at(number)));
///     }
/// }
///
/// let points = vec![([1.0, 0.0], 2.5), ([0.0, 1.0], 2.0), ([0.5, 0.5], 2.25)];
/// let mut seen = 0;
/// train(&points, |samples| seen += samples.filter(|(_, y)| *y > 2.1).count());
/// assert!((10..=20).contains(&seen));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of samples",
    label = "a set of samples is `&[T]`, `&Vec<T>`, or what `burtorch::data` makes of files",
    note = "in `train!`, `split` is a pair of such sets: to learn from, and for validation"
)]
pub trait Samples: Copy {
    /// What a model is given: a tuple of its arguments, each by value or by reference; or a reference to such a tuple.
    type Sample;

    /// How many samples there are.
    fn len(self) -> usize;

    /// The sample with this number.
    ///
    /// # Panics
    /// If there are not that many.
    fn sample(self, index: usize) -> Self::Sample;

    /// Whether there are none.
    fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The samples with these numbers, without copying any: what the batch functions of a model take.
    ///
    /// The iterator panics at a number that there is not.
    fn pick(self, indices: &[usize]) -> Pick<'_, Self> {
        Pick { data: self, indices: indices.iter() }
    }

    /// All samples in order.
    fn all(self) -> All<Self> {
        All { data: self, indices: 0..self.len() }
    }

    /// The data set of `convert(sample)`, computed anew whenever a sample is asked for.
    ///
    /// ```
    /// use burtorch_train::data::Samples;
    ///
    /// let rows = vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    /// let pairs = rows.convert(|row| ([row[0], row[1]], row[2]));
    /// assert_eq!(pairs.sample(1), ([4.0, 5.0], 6.0));
    /// ```
    fn convert<S, F: Fn(Self::Sample) -> S + Copy>(self, convert: F) -> Convert<Self, F> {
        Convert { data: self, convert }
    }
}

impl<'a, T> Samples for &'a [T] {
    type Sample = &'a T;

    fn len(self) -> usize {
        <[T]>::len(self)
    }

    #[inline]
    fn sample(self, index: usize) -> &'a T {
        &self[index]
    }
}

impl<'a, T> Samples for &'a Vec<T> {
    type Sample = &'a T;

    fn len(self) -> usize {
        Vec::len(self)
    }

    #[inline]
    fn sample(self, index: usize) -> &'a T {
        &self[index]
    }
}

impl<'a, T, const N: usize> Samples for &'a [T; N] {
    type Sample = &'a T;

    fn len(self) -> usize {
        N
    }

    #[inline]
    fn sample(self, index: usize) -> &'a T {
        &self[index]
    }
}

/// Some samples of a data set; see [`Samples::pick`].
#[derive(Clone, Debug)]
pub struct Pick<'i, D> {
    data: D,
    indices: slice::Iter<'i, usize>,
}

/// All samples of a data set; see [`Samples::all`].
#[derive(Clone, Debug)]
pub struct All<D> {
    data: D,
    indices: Range<usize>,
}

impl<D: Samples> Iterator for Pick<'_, D> {
    type Item = D::Sample;

    #[inline]
    fn next(&mut self) -> Option<D::Sample> {
        self.indices.next().map(|&index| self.data.sample(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    // Batches on several threads skip to their part.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<D::Sample> {
        self.indices.nth(n).map(|&index| self.data.sample(index))
    }
}

impl<D: Samples> Iterator for All<D> {
    type Item = D::Sample;

    #[inline]
    fn next(&mut self) -> Option<D::Sample> {
        self.indices.next().map(|index| self.data.sample(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<D::Sample> {
        self.indices.nth(n).map(|index| self.data.sample(index))
    }
}

impl<D: Samples> ExactSizeIterator for Pick<'_, D> {}
impl<D: Samples> ExactSizeIterator for All<D> {}
impl<D: Samples> FusedIterator for Pick<'_, D> {}
impl<D: Samples> FusedIterator for All<D> {}

/// A data set with every sample converted; see [`Samples::convert`].
#[derive(Clone, Copy, Debug)]
pub struct Convert<D, F> {
    data: D,
    convert: F,
}

impl<S, D: Samples, F: Fn(D::Sample) -> S + Copy> Samples for Convert<D, F> {
    type Sample = S;

    fn len(self) -> usize {
        self.data.len()
    }

    #[inline]
    fn sample(self, index: usize) -> S {
        (self.convert)(self.data.sample(index))
    }
}

/// Two data sets side by side: sample `i` is `(a[i], b[i])`. Images and their labels are one.
///
/// ```
/// use burtorch_train::data::{Samples, Zip};
///
/// let images = [[0_u8, 255], [255, 0], [7, 7]];
/// let labels = [1_u8, 0, 2];
/// assert_eq!(Zip::new(&images, &labels)?.sample(2), (&[7, 7], &2));
///
/// let error = Zip::new(&images, &labels[1..]).unwrap_err();
/// assert_eq!(error.to_string(), "3 samples beside 2; give as many of one as of the other");
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Zip<A, B> {
    a: A,
    b: B,
}

impl<A: Samples, B: Samples> Zip<A, B> {
    /// The pairs of two data sets.
    ///
    /// # Errors
    /// If one is longer than the other.
    pub fn new(a: A, b: B) -> Result<Self, Error> {
        if a.len() != b.len() {
            let message = format!("{} samples beside {}; give as many of one as of the other", a.len(), b.len());
            return Err(Error::new(message));
        }
        Ok(Self { a, b })
    }
}

impl<A: Samples, B: Samples> Samples for Zip<A, B> {
    type Sample = (A::Sample, B::Sample);

    fn len(self) -> usize {
        self.a.len()
    }

    #[inline]
    fn sample(self, index: usize) -> Self::Sample {
        (self.a.sample(index), self.b.sample(index))
    }
}
