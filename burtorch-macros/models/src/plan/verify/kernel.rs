//! What must hold of a kernel by itself: what it names is there, what it reads and writes is inside, and it stores as it may.

use std::ops::Range;

use super::super::gradient::Mode;
use super::super::{Access, Argument, Expr, Kernel, Memory, Store};
use crate::tensor::verify::{ensure, range};
use crate::tensor::{Affine, elements, signed};

/// The first thing that does not hold of a kernel inside of `depth` loops.
pub(super) fn check(kernel: &Kernel, depth: usize, mode: Mode) -> Result<(), String> {
    let may = match (&kernel.target.memory, kernel.store) {
        (Memory::Workspace { .. }, Store::Set | Store::Add) => true,
        (Memory::Gradient(_), Store::Add) => mode == Mode::Gradient,
        (Memory::Params(_), Store::Add) => mode == Mode::Descent,
        (Memory::Params(_), Store::Update) => mode == Mode::Update,
        _ => false,
    };
    ensure!(may, "may not be stored like this");
    for argument in kernel.arguments.iter().chain([&kernel.target]) {
        if let Memory::Params(leaf) | Memory::Gradient(leaf) | Memory::Workspace { leaf, .. } = &argument.memory {
            ensure!(leaf.steps.len() <= depth, "uses {argument}, which moves in {} loops", leaf.steps.len());
        }
    }
    let own = kernel.dims.clone();
    let mut all = own.clone();
    all.extend(kernel.reduce.iter().flat_map(|reduce| &reduce.dims));
    ensure!(!all.contains(&0), "has a loop that never runs");
    let reads = Reads { kernel, lengths: &own };
    reads.places(&kernel.to, &kernel.target)?;
    reads.expr(&kernel.value, kernel.reduce.is_some())?;
    let inner = Reads { kernel, lengths: &all };
    if let Some(reduce) = &kernel.reduce {
        inner.expr(&reduce.body, false)?;
    }
    if let Some(fused) = &kernel.fused_update {
        inner.expr(&fused.value, false)?;
        let changed = kernel.arguments.get(fused.argument).map(|argument| &argument.memory);
        let may =
            matches!(changed, Some(Memory::Params(_))) && mode == Mode::Descent && kernel.target.memory.is_workspace();
        ensure!(may, "changes an argument that is not its parameters");
    }
    Ok(())
}

/// What is read in some of a kernel's loops.
struct Reads<'k> {
    kernel: &'k Kernel,
    lengths: &'k [usize],
}

impl Reads<'_> {
    fn expr(&self, expr: &Expr, reduced: bool) -> Result<(), String> {
        let mut problem = Ok(());
        expr.any(&mut |part| {
            problem = match part {
                Expr::Load(at, places) => match self.kernel.arguments.get(*at) {
                    Some(argument) => self.places(places, argument),
                    None => Err(format!("reads argument {at}, which there is not")),
                },
                Expr::Index(affine) | Expr::Random { position: affine, .. } => self.terms(affine),
                Expr::Reduced if !reduced => Err("uses a sum that it does not have".to_owned()),
                _ => Ok(()),
            };
            problem.is_err()
        });
        problem
    }

    fn places(&self, places: &[Access], of: &Argument) -> Result<(), String> {
        ensure!(places.len() == of.shape.len(), "has {} coordinates in {of}", places.len());
        for (place, &length) in places.iter().zip(&of.shape) {
            match place {
                Access::Affine(affine) => self.inside(affine, length, of)?,
                Access::At(index, at) => {
                    let index = self.kernel.arguments.get(*index).ok_or("looks up by an argument that there is not")?;
                    ensure!(matches!(index.memory, Memory::Input(_)), "looks up by {index}, which is no argument");
                    ensure!(at.len() == index.shape.len(), "looks up by {} coordinates in {index}", at.len());
                    for (affine, &length) in at.iter().zip(&index.shape) {
                        self.inside(affine, length, index)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn inside(&self, affine: &Affine, length: usize, of: &Argument) -> Result<(), String> {
        self.terms(affine)?;
        let (low, high) = range(affine, self.lengths);
        ensure!(low >= 0 && high < signed(length), "goes from {low} to {high} along an axis of {length} of {of}");
        Ok(())
    }

    /// A coordinate depends only on loops that are around it.
    fn terms(&self, affine: &Affine) -> Result<(), String> {
        let further = affine.terms.get(self.lengths.len()..).unwrap_or_default();
        ensure!(further.iter().all(|term| *term == 0), "depends on a loop that is not around it");
        Ok(())
    }
}

/// A kernel that writes more pieces than this is taken to write all in between.
const PIECES: usize = 1 << 18;

/// The pieces of its target that a kernel sets, in order.
pub(super) fn written(kernel: &Kernel) -> Result<Vec<Range<usize>>, String> {
    let total = elements(&kernel.dims);
    let (mut start, mut strides) = (0, vec![0; kernel.dims.len()]);
    let mut step = 1;
    for (place, &length) in kernel.to.iter().zip(&kernel.target.shape).rev() {
        let Access::Affine(affine) = place else { return Err("sets elements that are looked up".to_owned()) };
        start += step * affine.offset;
        for (stride, term) in strides.iter_mut().zip(&affine.terms) {
            *stride += step * term;
        }
        step *= signed(length);
    }
    // Loops that go on where the loop inside of them ends are one piece.
    let mut loops: Vec<(isize, usize)> =
        strides.into_iter().zip(kernel.dims.iter().copied()).filter(|(_, length)| *length > 1).collect();
    loops.sort_unstable_by_key(|(stride, _)| *stride);
    let mut piece = 1;
    while loops.first().is_some_and(|(stride, _)| *stride == signed(piece)) {
        piece *= loops.remove(0).1;
    }
    if total / piece > PIECES {
        let whole = elements(&kernel.target.shape);
        return Ok(std::iter::once(0..whole).collect());
    }
    let mut starts = vec![start];
    for (stride, length) in loops {
        starts = starts.iter().flat_map(|start| (0..length).map(move |at| start + stride * signed(at))).collect();
    }
    starts.sort_unstable();
    let once = starts.windows(2).all(|pair| pair[0] + signed(piece) <= pair[1]);
    ensure!(once, "sets an element twice");
    Ok(starts
        .into_iter()
        .map(|start| usize::try_from(start).unwrap_or_default())
        .map(|start| start..start + piece)
        .collect())
}
