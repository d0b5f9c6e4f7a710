//! Which kernels several threads share, and how.
//!
//! A kernel is split over the outermost axis of its target. Each element is computed as in the whole kernel, so results
//! are the same to the bit.

use crate::plan::{Kernel, Place, Program, Rows, Store};

/// A kernel that takes fewer picoseconds than this runs on one thread: all others must hear of it, and be waited for.
const SMALLEST: usize = 3_000_000;

/// The loop along the outermost axis of the target, if the kernel is worth splitting there.
pub(super) fn axis(kernel: &Kernel) -> Option<usize> {
    let Place::Affine(outermost) = kernel.to.first()? else { return None };
    let axis = outermost.as_axis().filter(|axis| kernel.dims.get(*axis) == kernel.target.shape.first())?;
    let possible = kernel.target.shape.len() > 1 && kernel.dims[axis] > 1;
    let large = kernel.picoseconds() >= SMALLEST;
    let alone = kernel.also.is_some() || kernel.store == Store::Update || Rows::of(kernel).is_some();
    (possible && large && !alone).then_some(axis)
}

/// Whether most of a program's work can be split.
pub(super) fn pays(program: &Program) -> bool {
    let split = program.picoseconds_of(&|kernel| axis(kernel).is_some());
    split * 10 >= program.picoseconds() * 7
}
