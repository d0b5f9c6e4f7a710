//! What must hold of every plan before it becomes code.
//!
//! In: a program, and what it was made of. Out: nothing, or a panic that says what does not hold. Each kernel is checked by itself
//! first (`kernel.rs`). Then the program is run by abstract interpretation: the value of a part of the workspace is the buffer that
//! lies there, that of a parameter how often it was changed. So whatever is read must have been written in the same call, and two
//! buffers that are alive together cannot overlap: one would be gone when it is read. `crate::verify` says when this runs.

mod interval_map;
mod kernel;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use super::gradient::Mode;
use super::memory::{Buffer, LINE};
use super::{Argument, Expr, Kernel, Memory, Program, Step, Store, in_place};
use crate::tensor::verify::ensure;
use crate::tensor::{Graph, Kind, elements};
use interval_map::IntervalMap;

/// What a program was made of.
pub(super) struct Source {
    pub graph: Graph,
    pub mode: Mode,
    pub buffers: Vec<Buffer>,
    /// Where each buffer starts.
    pub offsets: Vec<usize>,
}

/// The first thing that does not hold of `program`.
pub(super) fn check(program: &Program, source: &Source) -> Result<(), String> {
    for (at, (buffer, &offset)) in source.buffers.iter().zip(&source.offsets).enumerate() {
        let end = offset + buffer.size;
        ensure!(
            end <= program.floats,
            "buffer {at} ends at {end}, outside of a workspace of {} floats",
            program.floats
        );
        let aligned = buffer.size < LINE || offset.is_multiple_of(LINE);
        ensure!(aligned, "buffer {at} of {} floats starts at {offset}, inside of a cache line", buffer.size);
    }
    ensure!(program.alive <= program.floats, "{} floats are alive in a workspace of {}", program.alive, program.floats);
    let mut run = AbstractRun {
        source,
        workspace: IntervalMap::default(),
        params: IntervalMap::default(),
        gradient: IntervalMap::default(),
    };
    run.steps(&program.steps, &mut Vec::new())?;
    for (at, result) in program.results.iter().enumerate() {
        ensure!(result.memory.is_workspace(), "result {at} is not in the workspace");
        run.read(result, &[]).map_err(|what| format!("result {at} {what}"))?;
    }
    run.complete()
}

/// The abstract value of a part of the workspace.
#[derive(Clone, PartialEq)]
struct Content {
    buffer: usize,
    /// How many kernels added to it since it was set.
    added: usize,
    /// Whether it was read since it was set.
    read: bool,
}

/// The abstract value of a part of the parameters or of the gradient.
#[derive(Clone, Default, PartialEq)]
struct Change {
    /// How many terms of gradients were added.
    terms: usize,
    /// How often an optimizer made an update.
    updates: usize,
}

struct AbstractRun<'p> {
    source: &'p Source,
    workspace: IntervalMap<Content>,
    params: IntervalMap<Change>,
    gradient: IntervalMap<Change>,
}

impl AbstractRun<'_> {
    /// `at`: the iterations of the loops around.
    fn steps(&mut self, steps: &[Step], at: &mut Vec<usize>) -> Result<(), String> {
        for (place, step) in steps.iter().enumerate() {
            match step {
                Step::Kernel(kernel) => {
                    let named =
                        |what| format!("step {place} inside of {} loops, to {}, {what}", at.len(), kernel.target);
                    kernel::check(kernel, at.len(), self.source.mode).map_err(named)?;
                    self.kernel(kernel, at).map_err(named)?;
                }
                Step::Loop { count, reversed, steps } => {
                    ensure!(*count > 0, "step {place} is a loop that never runs");
                    for turn in 0..*count {
                        at.push(if *reversed { count - 1 - turn } else { turn });
                        self.steps(steps, at)?;
                        at.pop();
                    }
                }
            }
        }
        Ok(())
    }

    fn kernel(&mut self, kernel: &Kernel, at: &[usize]) -> Result<(), String> {
        let target = region(&kernel.target, at);
        for (which, argument) in kernel.arguments.iter().enumerate() {
            let both = (&argument.memory, &kernel.target.memory);
            let apart = match both {
                // Of each of these, generated code has one borrow: all of it is read, or written.
                (Memory::Params(_), Memory::Params(_)) | (Memory::Gradient(_), _) => false,
                (Memory::Workspace { .. }, Memory::Workspace { .. }) => {
                    let read = region(argument, at);
                    read.end <= target.start || target.end <= read.start
                }
                _ => true,
            };
            ensure!(apart, "reads {argument}, which it may be writing to");
            self.read(argument, at)?;
            if let Some(fused) = &kernel.fused_update
                && fused.argument == which
            {
                let range = region(argument, at);
                self.params.each(range, &mut |_, change| change.get_or_insert_default().terms += 1);
            }
        }
        match &kernel.target.memory {
            Memory::Workspace { buffer, .. } => {
                self.inside(*buffer, &target)?;
                self.write(kernel, *buffer, target)
            }
            Memory::Params(_) => {
                let terms = self.terms(kernel, at);
                let updates = usize::from(kernel.store == Store::Update);
                if updates > 0 {
                    ensure!(in_place(&kernel.to), "does not update every element in its place");
                }
                let mut twice = false;
                self.params.each(target, &mut |_, change| {
                    let change = change.get_or_insert_default();
                    twice |= updates > 0 && *change != Change::default();
                    change.terms += terms;
                    change.updates += updates;
                });
                ensure!(!twice, "updates a parameter that was changed already");
                Ok(())
            }
            Memory::Gradient(_) => {
                self.gradient.each(target, &mut |_, change| change.get_or_insert_default().terms += 1);
                Ok(())
            }
            memory => Err(format!("is {memory:?}, which is not written to")),
        }
    }

    /// How many terms of a gradient a kernel brings to the parameters: those that its source collected, or its own.
    fn terms(&self, kernel: &Kernel, at: &[usize]) -> usize {
        match (&kernel.value, &kernel.arguments[..]) {
            (Expr::Load(0, places), [source]) if source.memory.is_workspace() && in_place(places) => {
                let start = region(source, at).start;
                self.workspace.get(start).map_or(1, |content| content.added.max(1))
            }
            _ => 1,
        }
    }

    fn read(&mut self, argument: &Argument, at: &[usize]) -> Result<(), String> {
        let range = region(argument, at);
        match &argument.memory {
            Memory::Workspace { buffer, .. } => {
                self.inside(*buffer, &range)?;
                let mut problem = None;
                self.workspace.each(range, &mut |part, content| match content {
                    Some(content) if content.buffer == *buffer => content.read = true,
                    other => {
                        let other = other.as_ref().map(|other| other.buffer);
                        problem.get_or_insert((part, other));
                    }
                });
                match problem {
                    None => Ok(()),
                    Some((part, None)) => Err(format!("reads {argument}, of which {part:?} was never written")),
                    Some((part, Some(other))) => Err(format!(
                        "reads {argument}, buffer {buffer}, of which {part:?} was overwritten by buffer {other}"
                    )),
                }
            }
            Memory::Params(_) => {
                let mut changed = false;
                self.params.each(range, &mut |_, change| changed |= change.is_some());
                ensure!(!changed, "reads {argument} after it was changed");
                Ok(())
            }
            Memory::Gradient(_) | Memory::Input(_) | Memory::Seed => Ok(()),
        }
    }

    fn write(&mut self, kernel: &Kernel, buffer: usize, target: Range<usize>) -> Result<(), String> {
        if kernel.store == Store::Add {
            let mut problem = None;
            self.workspace.each(target, &mut |_, content| match content {
                Some(Content { buffer: known, read: false, added }) if *known == buffer => *added += 1,
                Some(Content { buffer: known, .. }) if *known == buffer => {
                    problem = Some("adds to what was read already");
                }
                _ => problem = Some("adds to what was not set"),
            });
            return problem.map_or(Ok(()), |problem| Err(problem.to_owned()));
        }
        for part in kernel::written(kernel)? {
            let part = target.start + part.start..target.start + part.end;
            self.workspace.each(part, &mut |_, content| *content = Some(Content { buffer, added: 0, read: false }));
        }
        Ok(())
    }

    fn inside(&self, buffer: usize, range: &Range<usize>) -> Result<(), String> {
        let known = self.source.buffers.get(buffer).zip(self.source.offsets.get(buffer));
        let (size, offset) =
            known.map(|(buffer, offset)| (buffer.size, *offset)).ok_or("uses a buffer that is not there")?;
        let fits = offset <= range.start && range.end <= offset + size;
        ensure!(fits, "uses {range:?}, outside of buffer {buffer}, which is {:?}", offset..offset + size);
        Ok(())
    }

    /// Every gradient of the graph has all of its terms, and nothing else has any.
    fn complete(&mut self) -> Result<(), String> {
        let mut wanted = BTreeMap::new();
        terms(&self.source.graph, &mut Vec::new(), &mut wanted);
        let (cells, words) = match self.source.mode {
            Mode::Gradient => (&mut self.gradient, "gradient"),
            Mode::Descent | Mode::Update => (&mut self.params, "parameters"),
        };
        for (&(start, size), &(least, most)) in &wanted {
            let mut problem = None;
            let update = self.source.mode == Mode::Update;
            cells.each(start..start + size, &mut |part, change| {
                let Change { terms, updates } = change.take().unwrap_or_default();
                if terms < least || terms > most || updates != usize::from(update) {
                    problem.get_or_insert((part, terms, updates));
                }
            });
            if let Some((part, terms, updates)) = problem {
                return Err(format!(
                    "the {words} at {part:?} got {terms} terms and {updates} updates, but have {least} to {most} terms"
                ));
            }
        }
        for (cells, words) in [(&self.gradient, "gradient"), (&self.params, "parameters")] {
            if let Some(part) = cells.first() {
                return Err(format!("the {words} at {part:?} are changed, but have no gradient"));
            }
        }
        Ok(())
    }
}

/// Where a tensor lies in these iterations of the loops around. That of an input is not known.
fn region(argument: &Argument, at: &[usize]) -> Range<usize> {
    let (Memory::Params(leaf) | Memory::Gradient(leaf) | Memory::Workspace { leaf, .. }) = &argument.memory else {
        return 0..0;
    };
    let start = leaf.offset + leaf.steps.iter().zip(at).map(|(step, at)| step * at).sum::<usize>();
    start..start + elements(&argument.shape)
}

/// For each parameter, by its place and size, the least and the largest number of terms that its gradient may be added in: a
/// tensor that is assembled may be added part by part.
fn terms(graph: &Graph, counts: &mut Vec<usize>, wanted: &mut BTreeMap<(usize, usize), (usize, usize)>) {
    for gradient in &graph.gradients {
        let parts = match graph.kind(gradient.value) {
            Kind::Assemble { parts, .. } => parts.len(),
            _ => 1,
        };
        let (mut starts, mut times) = (vec![gradient.leaf.offset], 1);
        for (at, &count) in counts.iter().enumerate() {
            match gradient.leaf.steps.get(at) {
                Some(&step) if step != 0 => {
                    starts = starts.iter().flat_map(|start| (0..count).map(move |at| start + at * step)).collect();
                }
                _ => times *= count,
            }
        }
        for start in starts {
            let (least, most) = wanted.entry((start, elements(graph.shape(gradient.value)))).or_default();
            *least += times;
            *most += times * parts;
        }
    }
    for id in graph.ids() {
        let Kind::Repeat(repeat) = graph.kind(id) else { continue };
        counts.push(repeat.count);
        terms(&repeat.body, counts, wanted);
        counts.pop();
    }
}
