//! Which kernels several threads share, and how.
//!
//! A kernel is split over the outermost axis of its target. Each element is computed as in the whole kernel, so results
//! are the same to the bit.

use burtorch_runtime::rules::Op;

use super::kernel::any;
use crate::plan::{Expr, Kernel, Place, Program, Rows, Step, Store};
use crate::tensor::elements;

/// A kernel that takes fewer picoseconds than this runs on one thread: all others must hear of it, and be waited for.
const SMALLEST: usize = 8_000_000;

/// The loop along the outermost axis of the target, if the kernel is worth splitting there.
pub(super) fn axis(kernel: &Kernel) -> Option<usize> {
    let Place::Affine(outermost) = kernel.to.first()? else { return None };
    let axis = outermost.as_axis().filter(|axis| kernel.dims.get(*axis) == kernel.target.shape.first())?;
    let possible = kernel.target.shape.len() > 1 && kernel.dims[axis] > 1;
    let large = picoseconds(kernel) >= SMALLEST;
    let alone = kernel.also.is_some() || kernel.store == Store::Update || Rows::of(kernel).is_some();
    (possible && large && !alone).then_some(axis)
}

/// Whether most of a program's work can be split.
pub(super) fn pays(program: &Program) -> bool {
    let (all, split) = work(&program.steps);
    split * 10 >= all * 7
}

/// How long steps take, and how long those of it that are split.
fn work(steps: &[Step]) -> (usize, usize) {
    steps.iter().fold((0, 0), |(all, split), step| {
        let (more, of_it) = match step {
            Step::Kernel(kernel) => {
                let time = picoseconds(kernel);
                (time, if axis(kernel).is_some() { time } else { 0 })
            }
            Step::Loop { count, steps, .. } => {
                let (all, split) = work(steps);
                (count * all, count * split)
            }
        };
        (all + more, split + of_it)
    })
}

/// About how long a kernel takes, on a processor of today.
fn picoseconds(kernel: &Kernel) -> usize {
    let count = elements(&kernel.dims);
    let summed = kernel.reduce.as_ref().map_or(0, |reduce| {
        let each = match &reduce.body {
            // Most numbers are in registers already.
            Expr::Op(Op::Mul, factors) if factors.iter().all(|factor| matches!(factor, Expr::Load(..))) => 50,
            body => element(body),
        };
        elements(&reduce.dims) * each
    });
    count * (summed + element(&kernel.value) + 100)
}

/// About how long an element takes.
fn element(expr: &Expr) -> usize {
    let mut time = 0;
    any(expr, &mut |part| {
        time += match part {
            Expr::Load(..) => 100,
            Expr::Op(Op::Add | Op::Sub | Op::Mul | Op::Neg, _) | Expr::Compare(..) | Expr::Select(..) => 30,
            Expr::Op(Op::Div | Op::Sqrt, _) => 300,
            Expr::Op(..) => 1000,
            Expr::Random { .. } => 2000,
            Expr::Const(_) | Expr::Index(_) | Expr::ToFloat(_) | Expr::Reduced => 0,
        };
        false
    });
    time
}
