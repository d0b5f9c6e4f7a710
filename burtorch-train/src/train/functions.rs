//! What a training needs of a model, whatever that is.

use core::ops::Range;
use std::io::Write;

use super::{Failure, Pictures};
#[cfg(feature = "parallel")]
use burtorch_runtime::ParallelWorkspace;
use burtorch_runtime::{BatchWorkspace, Error, Model, Rng};

/// Where a model computes: by itself, or with several threads.
#[derive(Debug)]
pub struct Workspaces<M: Model> {
    batch: Box<BatchWorkspace<M>>,
    #[cfg(feature = "parallel")]
    threads: Option<ParallelWorkspace<M>>,
}

impl<M: Model> Workspaces<M> {
    /// Workspaces for so many threads.
    ///
    /// # Errors
    /// If the program was built for one.
    #[cfg_attr(feature = "parallel", allow(clippy::unnecessary_wraps, reason = "it can fail without the feature"))]
    pub(super) fn new(threads: usize) -> Result<Self, Failure> {
        #[cfg(not(feature = "parallel"))]
        if threads > 1 {
            return Err(format!(
                "`--threads {threads}`: this program was built for one thread; build it with burtorch's feature `parallel`"
            )
            .into());
        }
        Ok(Self {
            batch: BatchWorkspace::boxed(),
            #[cfg(feature = "parallel")]
            threads: (threads > 1).then(|| ParallelWorkspace::new(threads)),
        })
    }

    /// Where one thread computes.
    pub fn batch(&mut self) -> &mut BatchWorkspace<M> {
        &mut self.batch
    }

    /// Where several threads compute, if there are several.
    #[cfg(feature = "parallel")]
    pub fn threads(&mut self) -> Option<&mut ParallelWorkspace<M>> {
        self.threads.as_mut()
    }
}

/// The functions of a model on its data.
#[allow(clippy::type_complexity, reason = "each is said once")]
pub struct Functions<'f, M: Model> {
    /// How many samples there are to learn from.
    pub training: usize,
    /// How many samples there are for validation.
    pub validation: usize,
    /// The mean loss of these samples for validation.
    pub loss: &'f mut dyn FnMut(&[M::Scalar], &mut Workspaces<M>, Range<usize>) -> Result<M::Scalar, Error>,
    /// The mean loss of these samples; its gradient is added.
    pub gradient:
        &'f mut dyn FnMut(&[M::Scalar], &mut [M::Scalar], &mut Workspaces<M>, &[usize]) -> Result<M::Scalar, Error>,
    /// A step of plain gradient descent with this rate.
    pub descend: &'f mut dyn FnMut(
        &mut [M::Scalar],
        &mut [M::Scalar],
        M::Scalar,
        &mut Workspaces<M>,
        &[usize],
    ) -> Result<M::Scalar, Error>,
    /// Figures that say how good a model is, with their names.
    pub measure: Option<&'f mut dyn FnMut(&[M::Scalar]) -> Result<Vec<(String, f64)>, Failure>>,
    /// Pictures of what was learned.
    pub draw: Option<&'f mut dyn FnMut(&[M::Scalar], &mut Pictures<'_>) -> Result<(), Failure>>,
    /// Makes something up.
    pub sample: Option<&'f mut dyn FnMut(&[M::Scalar], &mut Rng, &mut dyn Write) -> Result<(), Failure>>,
}

impl<M: Model> core::fmt::Debug for Functions<'_, M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Functions")
            .field("training", &self.training)
            .field("validation", &self.validation)
            .finish_non_exhaustive()
    }
}
