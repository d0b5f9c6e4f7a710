//! Buffers by liveness: two that are never alive together may share their memory.

use super::{Argument, Memory, Program, Step};
use crate::each::IntoEach;

/// A buffer of the workspace.
pub(super) struct Buffer {
    pub size: usize,
    /// How many loops are around the body that it belongs to.
    pub depth: usize,
}

/// Buffers of this many floats or more start at a multiple of it: a cache line.
pub(super) const LINE: usize = 16;

/// Decides where every buffer lies and writes it into the program; yields where each starts.
pub(super) fn place(program: &mut Program, buffers: &[Buffer]) -> Vec<usize> {
    let spans = spans(program, buffers);
    let offsets = offsets(buffers, &spans);
    let ends = offsets.iter().zip(buffers).map(|(offset, buffer)| offset + buffer.size);
    program.floats = ends.max().unwrap_or(0);
    program.alive = alive(buffers, &spans);
    each_argument(&mut program.steps, &mut |argument| shift(argument, &offsets));
    program.results.iter_mut().for_each(|argument| shift(argument, &offsets));
    offsets
}

fn shift(argument: &mut Argument, offsets: &[usize]) {
    if let Memory::Workspace { buffer, leaf } = &mut argument.memory {
        leaf.offset += offsets[*buffer];
    }
}

fn each_argument(steps: &mut [Step], visit: &mut dyn FnMut(&mut Argument)) {
    for step in steps {
        match step {
            Step::Kernel(kernel) => {
                visit(&mut kernel.target);
                kernel.arguments.iter_mut().for_each(&mut *visit);
            }
            Step::Loop { steps, .. } => each_argument(steps, visit),
        }
    }
}

/// From which step to which a buffer is alive.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
}

impl Span {
    fn overlaps(self, other: Span) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Steps are counted in the order in which they stand. A buffer from outside of a loop that the loop uses is alive as
/// long as the loop runs.
fn spans(program: &Program, buffers: &[Buffer]) -> Vec<Span> {
    let mut walk = Walk { buffers, spans: vec![None; buffers.len()], time: 0 };
    walk.steps(&program.steps, 0);
    let end = walk.time;
    for result in &program.results {
        walk.touch(result, end, end);
    }
    walk.spans.into_each(|span| span.unwrap_or(Span { first: 0, last: 0 }))
}

struct Walk<'b> {
    buffers: &'b [Buffer],
    spans: Vec<Option<Span>>,
    time: usize,
}

impl Walk<'_> {
    /// Yields the buffers from further outside than `depth` that the steps use.
    fn steps(&mut self, steps: &[Step], depth: usize) -> Vec<Argument> {
        let mut outside = Vec::new();
        for step in steps {
            self.time += 1;
            let first = self.time;
            let used = match step {
                Step::Kernel(kernel) => {
                    let mut used = kernel.arguments.clone();
                    used.push(kernel.target.clone());
                    used
                }
                Step::Loop { steps, .. } => self.steps(steps, depth + 1),
            };
            for argument in used {
                let Memory::Workspace { buffer, .. } = argument.memory else { continue };
                if self.buffers[buffer].depth < depth {
                    outside.push(argument);
                } else {
                    self.touch(&argument, first, self.time);
                }
            }
        }
        self.time += 1;
        outside
    }

    fn touch(&mut self, argument: &Argument, first: usize, last: usize) {
        let Memory::Workspace { buffer, .. } = argument.memory else { return };
        let span = &mut self.spans[buffer];
        *span = Some(match *span {
            Some(was) => Span { first: was.first.min(first), last: was.last.max(last) },
            None => Span { first, last },
        });
    }
}

/// The largest first, each at the lowest place that is free as long as it is alive.
fn offsets(buffers: &[Buffer], spans: &[Span]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..buffers.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(buffers[at].size), spans[at].first));
    let mut offsets = vec![0; buffers.len()];
    let mut placed: Vec<usize> = Vec::new();
    for at in order {
        let size = buffers[at].size;
        let align = |offset: usize| if size >= LINE { offset.next_multiple_of(LINE) } else { offset };
        let mut offset = 0;
        // `placed` is sorted by offset.
        for &other in placed.iter().filter(|&&other| spans[at].overlaps(spans[other])) {
            if align(offset) + size <= offsets[other] {
                break;
            }
            offset = offset.max(offsets[other] + buffers[other].size);
        }
        offsets[at] = align(offset);
        let index = placed.partition_point(|&other| offsets[other] <= offsets[at]);
        placed.insert(index, at);
    }
    offsets
}

/// The most floats that are alive at one time.
fn alive(buffers: &[Buffer], spans: &[Span]) -> usize {
    let end = spans.iter().map(|span| span.last + 2).max().unwrap_or(0);
    let (mut born, mut gone) = (vec![0; end], vec![0; end]);
    for (buffer, span) in buffers.iter().zip(spans) {
        born[span.first] += buffer.size;
        gone[span.last + 1] += buffer.size;
    }
    let (mut now, mut most) = (0, 0);
    for (born, gone) in born.into_iter().zip(gone) {
        now = now + born - gone;
        most = most.max(now);
    }
    most
}
