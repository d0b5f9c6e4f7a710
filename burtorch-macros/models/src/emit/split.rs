//! Which kernels several threads share, and how.
//!
//! A kernel is split over the outermost axis of its target, and each element is computed as in the whole kernel. Where much
//! is read that other kernels have written, it is split so that each thread reads what it wrote itself: to fetch it from
//! another core takes longer than the products that are made of it. For a few sums of very many terms that means that each
//! thread adds up some of the terms.

use super::block::{REGISTERS, Tiling};
use super::kernel::{Split, Text};
use crate::plan::{Access, Expr, GemvByRows, Kernel, Program, Store, in_place};
use crate::tensor::elements;

/// A kernel that takes fewer picoseconds than this runs on one thread: all others must hear of it, and be waited for.
const SMALLEST: usize = 3_000_000;

/// Fewer rows than this are not split where they share a panel.
const FEW: usize = 64;
/// What has so many elements is more than a core has at hand of another's.
const MUCH: usize = 1 << 17;
/// Threads may have a slice each of so many rows.
const ROWS: usize = 2048;
/// Threads may have so many sums of their own, all of them one after the other.
const SUMS: usize = 4096;

/// The loop along the outermost axis of the target, if the kernel is worth splitting there.
pub(super) fn axis(kernel: &Kernel) -> Option<usize> {
    let Access::Affine(outermost) = kernel.to.first()? else { return None };
    let axis = outermost.as_axis().filter(|axis| kernel.dims.get(*axis) == kernel.target.shape.first())?;
    let possible = kernel.target.shape.len() > 1 && kernel.dims[axis] > 1;
    let large = kernel.picoseconds() >= SMALLEST;
    let alone = kernel.fused_update.is_some() || kernel.store == Store::Update || GemvByRows::of(kernel).is_some();
    (possible && large && !alone).then_some(axis)
}

/// Whether most of a program's work can be split.
pub(super) fn pays(program: &Program) -> bool {
    let split = program.picoseconds_of(&|kernel| axis(kernel).is_some());
    split * 10 >= program.picoseconds() * 7
}

impl Text<'_> {
    /// How a kernel that is computed so can be split, if the outermost axis of its target is that of the loop `axis`.
    pub(super) fn split_of(&self, tiling: &Tiling, axis: usize) -> Option<Split> {
        if let Some(split) = self.split_as_written(tiling) {
            return Some(split);
        }
        // Each thread packs what its rows share. If there are few, it does better with some columns and all rows.
        let rows = tiling.rows.map_or(1, |rows| self.length(rows));
        let matrix = self.kernel.dims.len() == 2 && tiling.vector == 1 && in_place(&self.kernel.to);
        if tiling.packed && rows < FEW && matrix && matches!(self.kernel.value, Expr::Reduced) {
            let text = Text { split: Split::Columns, ..self.clone() };
            let whole = |width: usize| self.length(1).is_multiple_of(width) && self.length(1) > width;
            if text.widths(tiling).into_iter().all(whole) {
                return Some(Split::Columns);
            }
        }
        (axis != tiling.vector).then_some(Split::Rows(axis))
    }

    /// How to split the kernel so that each thread reads what it has written, if there is much of that: kernels that fill
    /// the workspace are split over the first axis of what they fill.
    fn split_as_written(&self, tiling: &Tiling) -> Option<Split> {
        let Kernel { dims, reduce, target, to, arguments, value, .. } = self.kernel;
        let size = |argument: &usize| elements(&arguments[*argument].shape);
        let loads = Self::loads(reduce.as_ref()?);
        let written = loads.iter().filter(|(argument, _)| arguments[*argument].memory.is_workspace());
        let (_, places) =
            written.filter(|(argument, _)| size(argument) >= MUCH).max_by_key(|(argument, _)| size(argument))?;
        let Some(Access::Affine(first)) = places.first() else { return None };
        let axis = first.as_axis()?;
        let rank = dims.len();
        let fits = in_place(to) && matches!(value, Expr::Reduced);
        let strips = axis == 1 && rank > 2 && axis != tiling.vector && tiling.rows != Some(axis) && dims[0] <= ROWS;
        let terms = axis == rank
            && rank == 2
            && tiling.chunk.is_some_and(|chunk| chunk.dim > 0)
            && elements(&target.shape) <= SUMS;
        match (fits, strips, terms) {
            (true, true, _) => Some(Split::Strips(axis)),
            (true, _, true) => Some(Split::Terms),
            _ => None,
        }
    }

    /// Where a part of the target starts is a multiple of this.
    pub(super) fn step(&self, tiling: &Tiling) -> String {
        let [wide, middle, narrow] = match self.split {
            Split::Columns => self.widths(tiling),
            Split::Terms => {
                let terms = self.kernel.reduce.as_ref().map_or(0, |reduce| reduce.dims[0]);
                return format!("({terms}, {})", self.kernel.store == Store::Set);
            }
            Split::Rows(axis) if tiling.rows == Some(axis) => {
                REGISTERS.map(|(bytes, registers)| self.size(tiling, bytes, registers).0)
            }
            _ => return "1".to_owned(),
        };
        format!("match isa.width() {{ 64 => {wide}, 32 => {middle}, _ => {narrow} }}")
    }
}
