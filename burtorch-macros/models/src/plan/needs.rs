//! Which parameters' gradients need each step of a program, so that one of some parameters alone runs no other step.
//!
//! In: the program of a gradient. Out: for each step, the tensors of parameters of which one must be chosen for the step to run.
//! Found from the end to the start: a kernel is needed by what reads what it writes. A buffer is one node's, wherever it lies, so
//! what is needed of it is all that is read of it later.

use std::collections::BTreeMap;

use super::{Argument, Leaf, Memory, Program, Step};

/// What needs a step.
#[derive(Clone, Default, PartialEq)]
pub struct Need {
    /// The value of the function: it always runs.
    pub always: bool,
    /// The gradients of these tensors, a bit for each.
    pub tensors: Vec<u64>,
}

/// A tensor of parameters to whose gradient a kernel adds, in the iterations of the loops around: `first`, and how many tensors it is
/// to that of the next iteration of each.
#[derive(Clone, PartialEq, Eq)]
pub struct Tensor {
    pub first: usize,
    pub steps: Vec<usize>,
}

/// Which gradients need a step.
pub enum StepNeed {
    /// A kernel that adds to the gradient of a tensor.
    Gradient(Tensor),
    /// Any other kernel.
    Kernel(Need),
    /// A loop: all that needs it, what needs its results once it has ended, and its steps.
    Loop { need: Need, after: Need, steps: Vec<StepNeed> },
}

impl Need {
    fn add(&mut self, other: &Need) {
        self.always |= other.always;
        if self.tensors.len() < other.tensors.len() {
            self.tensors.resize(other.tensors.len(), 0);
        }
        for (all, more) in self.tensors.iter_mut().zip(&other.tensors) {
            *all |= more;
        }
    }

    fn set(&mut self, tensor: usize) {
        if self.tensors.len() <= tensor / 64 {
            self.tensors.resize(tensor / 64 + 1, 0);
        }
        self.tensors[tensor / 64] |= 1 << (tensor % 64);
    }
}

/// What needs each step of a program that adds to the gradient; `starts` are where the tensors of parameters begin, in order.
pub fn needs(program: &Program, starts: &[usize]) -> Vec<StepNeed> {
    let mut found = Needs { starts, buffers: BTreeMap::new() };
    let always = Need { always: true, tensors: Vec::new() };
    for result in &program.results {
        found.read(result, &always);
    }
    found.steps(&program.steps, &mut Vec::new())
}

struct Needs<'s> {
    starts: &'s [usize],
    /// What needs each buffer of the workspace, as far as it is known.
    buffers: BTreeMap<usize, Need>,
}

impl Needs<'_> {
    fn steps(&mut self, steps: &[Step], counts: &mut Vec<usize>) -> Vec<StepNeed> {
        let mut found: Vec<StepNeed> = steps.iter().rev().map(|step| self.step(step, counts)).collect();
        found.reverse();
        found
    }

    fn step(&mut self, step: &Step, counts: &mut Vec<usize>) -> StepNeed {
        match step {
            Step::Kernel(kernel) => {
                let (found, need) = match &kernel.target.memory {
                    Memory::Gradient(leaf) => {
                        let tensor = self.tensor(leaf, counts);
                        let need = all_of(&tensor, counts);
                        (StepNeed::Gradient(tensor), need)
                    }
                    Memory::Workspace { buffer, .. } => {
                        let need = self.buffers.get(buffer).cloned().unwrap_or_default();
                        (StepNeed::Kernel(need.clone()), need)
                    }
                    memory => unreachable!("{memory:?} is not written to by a gradient"),
                };
                for argument in &kernel.arguments {
                    self.read(argument, &need);
                }
                found
            }
            Step::Loop { count, steps, .. } => {
                let mut after = Need::default();
                self.written(steps, &mut after);
                counts.push(*count);
                // What an iteration reads, the one before has made: until nothing more is found.
                let steps = loop {
                    let before = self.buffers.clone();
                    let found = self.steps(steps, counts);
                    if self.buffers == before {
                        break found;
                    }
                };
                let mut need = after.clone();
                total(&steps, counts, &mut need);
                counts.pop();
                StepNeed::Loop { need, after, steps }
            }
        }
    }

    /// Adds what needs the buffers that steps write.
    fn written(&self, steps: &[Step], need: &mut Need) {
        for step in steps {
            match step {
                Step::Kernel(kernel) => {
                    if let Memory::Workspace { buffer, .. } = &kernel.target.memory
                        && let Some(known) = self.buffers.get(buffer)
                    {
                        need.add(known);
                    }
                }
                Step::Loop { steps, .. } => self.written(steps, need),
            }
        }
    }

    fn read(&mut self, argument: &Argument, need: &Need) {
        if let Memory::Workspace { buffer, .. } = &argument.memory {
            self.buffers.entry(*buffer).or_default().add(need);
        }
    }

    /// The tensor that a parameter is of, or is a part of.
    fn tensor(&self, leaf: &Leaf, counts: &[usize]) -> Tensor {
        let of = |place: usize| self.starts.partition_point(|start| *start <= place) - 1;
        let first = of(leaf.offset);
        let steps = leaf.steps.iter().zip(counts);
        let steps = steps.map(|(step, count)| if *count > 1 { of(leaf.offset + step) - first } else { 0 }).collect();
        Tensor { first, steps }
    }
}

/// Adds what needs any of the steps.
fn total(steps: &[StepNeed], counts: &[usize], need: &mut Need) {
    for step in steps {
        match step {
            StepNeed::Gradient(tensor) => need.add(&all_of(tensor, counts)),
            StepNeed::Kernel(own) | StepNeed::Loop { need: own, .. } => need.add(own),
        }
    }
}

/// The tensors of all iterations.
fn all_of(tensor: &Tensor, counts: &[usize]) -> Need {
    let mut places = vec![tensor.first];
    for (step, count) in tensor.steps.iter().zip(counts).filter(|(step, _)| **step > 0) {
        places = places.iter().flat_map(|place| (0..*count).map(move |at| place + at * step)).collect();
    }
    let mut need = Need::default();
    for place in places {
        need.set(place);
    }
    need
}
