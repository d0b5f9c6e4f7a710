//! Whether a step may update parameters while it runs: liveness of the old values of parameters.

use std::ops::Range;

use super::{Argument, Leaf, Memory, Step};
use crate::tensor::elements;

/// Whether a step reads some of these parameters, a loop in any of its iterations.
pub(super) fn reads(step: &Step, range: Range<usize>) -> bool {
    let mut found = false;
    each(step, &mut Vec::new(), &mut |argument, counts, written| {
        found |= !written && overlap(&extent(argument, counts), &range);
    });
    found
}

/// Whether no parameter is read after it was changed. `counts` are those of the loops around the steps.
pub(super) fn old_values_are_dead(steps: &[Step], counts: &[usize]) -> bool {
    // Iterations of a loop change different parameters. A read with other strides may hit a parameter that an earlier iteration
    // changed.
    let mut own = Vec::new();
    for step in steps {
        each(step, &mut counts.to_vec(), &mut |argument, counts, written| {
            own.push((leaf(argument).steps.clone(), extent(argument, counts), written));
        });
    }
    let crossed = !counts.is_empty()
        && own.iter().filter(|(_, _, written)| *written).any(|(steps, changed, _)| {
            own.iter().any(|(other, range, written)| !written && other != steps && overlap(range, changed))
        });
    let after = steps.iter().enumerate().all(|(at, step)| {
        let mut changed = Vec::new();
        each(step, &mut Vec::new(), &mut |argument, counts, written| {
            if written {
                changed.push(extent(argument, counts));
            }
        });
        changed.iter().all(|range| !steps[at + 1..].iter().any(|later| reads(later, range.clone())))
    });
    let inside = steps.iter().all(|step| match step {
        Step::Kernel(_) => true,
        Step::Loop { count, steps, .. } => old_values_are_dead(steps, &[counts, &[*count]].concat()),
    });
    !crossed && after && inside
}

/// Visits the parameters that a step reads or changes, with the counts of the loops in the step around them.
fn each(step: &Step, counts: &mut Vec<usize>, visit: &mut dyn FnMut(&Argument, &[usize], bool)) {
    match step {
        Step::Kernel(kernel) => {
            for argument in kernel.arguments.iter().filter(|argument| matches!(argument.memory, Memory::Params(_))) {
                visit(argument, counts, false);
            }
            if let Memory::Params(_) = kernel.target.memory {
                visit(&kernel.target, counts, true);
            }
            if let Some(fused) = &kernel.fused_update {
                visit(&kernel.arguments[fused.argument], counts, true);
            }
        }
        Step::Loop { count, steps, .. } => {
            counts.push(*count);
            for step in steps {
                each(step, counts, visit);
            }
            counts.pop();
        }
    }
}

fn leaf(argument: &Argument) -> &Leaf {
    match &argument.memory {
        Memory::Params(leaf) => leaf,
        memory => unreachable!("{memory:?} holds no parameters"),
    }
}

/// From the first to behind the last parameter, in all iterations of the innermost `counts` loops.
fn extent(argument: &Argument, counts: &[usize]) -> Range<usize> {
    let leaf = leaf(argument);
    let outer = leaf.steps.len().saturating_sub(counts.len());
    let further: usize = leaf.steps[outer..].iter().zip(counts).map(|(step, count)| step * (count - 1)).sum();
    leaf.offset..leaf.offset + further + elements(&argument.shape)
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
