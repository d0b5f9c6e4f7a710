//! Memory planning by liveness: buffers whose live ranges do not overlap may share memory.

use super::{Argument, Memory, Program, Step};
use crate::each::IntoEach;

/// A buffer of the workspace.
pub(super) struct Buffer {
    pub size: usize,
    /// The number of loops around the body that it belongs to.
    pub depth: usize,
}

/// Buffers of this many floats or more start at a multiple of it: a cache line.
pub(super) const LINE: usize = 16;

/// Chooses an offset in the workspace for every buffer and writes it into the program; returns the offsets.
pub(super) fn place(program: &mut Program, buffers: &[Buffer]) -> Vec<usize> {
    let ranges = live_ranges(program, buffers);
    let offsets = offsets(buffers, &ranges);
    let ends = offsets.iter().zip(buffers).map(|(offset, buffer)| offset + buffer.size);
    program.floats = ends.max().unwrap_or(0);
    program.alive = alive(buffers, &ranges);
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

/// The first and the last step at which a buffer is alive.
#[derive(Clone, Copy)]
struct LiveRange {
    first: usize,
    last: usize,
}

impl LiveRange {
    fn overlaps(self, other: LiveRange) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// The live range of each buffer, in steps counted in program order. A buffer of an outer body that a loop uses is alive during
/// the whole loop.
fn live_ranges(program: &Program, buffers: &[Buffer]) -> Vec<LiveRange> {
    let mut liveness = Liveness { buffers, ranges: vec![None; buffers.len()], time: 0 };
    liveness.steps(&program.steps, 0);
    let end = liveness.time;
    for result in &program.results {
        liveness.touch(result, end, end);
    }
    liveness.ranges.into_each(|range| range.unwrap_or(LiveRange { first: 0, last: 0 }))
}

struct Liveness<'b> {
    buffers: &'b [Buffer],
    ranges: Vec<Option<LiveRange>>,
    time: usize,
}

impl Liveness<'_> {
    /// Returns the buffers of bodies further outside than `depth` that the steps use.
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
        let range = &mut self.ranges[buffer];
        *range = Some(match *range {
            Some(was) => LiveRange { first: was.first.min(first), last: was.last.max(last) },
            None => LiveRange { first, last },
        });
    }
}

/// First fit, the largest buffer first: each at the lowest offset that is free during its live range.
fn offsets(buffers: &[Buffer], ranges: &[LiveRange]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..buffers.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(buffers[at].size), ranges[at].first));
    let mut offsets = vec![0; buffers.len()];
    let mut placed: Vec<usize> = Vec::new();
    for at in order {
        let size = buffers[at].size;
        let align = |offset: usize| if size >= LINE { offset.next_multiple_of(LINE) } else { offset };
        let mut offset = 0;
        // `placed` is sorted by offset.
        for &other in placed.iter().filter(|&&other| ranges[at].overlaps(ranges[other])) {
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
fn alive(buffers: &[Buffer], ranges: &[LiveRange]) -> usize {
    let end = ranges.iter().map(|range| range.last + 2).max().unwrap_or(0);
    let (mut born, mut gone) = (vec![0; end], vec![0; end]);
    for (buffer, range) in buffers.iter().zip(ranges) {
        born[range.first] += buffer.size;
        gone[range.last + 1] += buffer.size;
    }
    let (mut now, mut most) = (0, 0);
    for (born, gone) in born.into_iter().zip(gone) {
        now = now + born - gone;
        most = most.max(now);
    }
    most
}
