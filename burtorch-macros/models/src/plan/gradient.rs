//! Kernels for gradients: they are accumulated, or parameters are updated by them.

use super::in_place::reads;
use super::kernel::{copy, in_two, zeros};
use super::schedule::{BodySchedule, Planner, shifted};
use super::{Argument, Kernel, Leaf, Memory, Step, Store};
use crate::each::{Each, IntoEach};
use crate::tensor::{Id, Kind, Shape, elements};

/// What a program does with gradients.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Adds them to the caller's gradient.
    Gradient,
    /// Adds them to the parameters: gradient descent, with minus the learning rate as the seed.
    Descent,
    /// Gives each parameter's whole gradient to an optimizer, once.
    Update,
}

/// The gradient of a parameter that several iterations or several bodies add to, accumulated in the workspace.
pub(super) struct Shared {
    leaf: Leaf,
    shape: Shape,
    /// How many parameters each step of the leaf leads through.
    counts: Vec<usize>,
    /// The accumulator: as a whole, and the part that one iteration adds to.
    whole: Argument,
    part: Argument,
}

impl Planner {
    /// The accumulator for the gradient of a parameter that several iterations or several bodies add to.
    fn collected(&mut self, leaf: &Leaf, shape: &[usize], counts: Vec<usize>) -> Argument {
        let leaf = Leaf { offset: leaf.offset, steps: leaf.steps[..counts.len()].to_vec() };
        if let Some(known) = self.shared.iter().find(|known| known.leaf == leaf) {
            return known.part.clone();
        }
        let whole = self.buffer(&[&*counts, shape].concat(), 0);
        let step = |at: usize| if leaf.steps[at] == 0 { 0 } else { elements(&whole.shape[at + 1..]) };
        let steps: Vec<usize> = (0..counts.len()).each(step);
        let part = Argument { memory: shifted(whole.memory.clone(), 0, &steps), shape: shape.to_vec() };
        self.shared.push(Shared { leaf, shape: shape.to_vec(), counts, whole, part: part.clone() });
        part
    }
}

impl BodySchedule<'_> {
    /// After which node each gradient can be computed.
    pub(super) fn gradients(&self) -> Vec<Vec<usize>> {
        let mut after = vec![Vec::new(); self.graph.len()];
        for (at, gradient) in self.graph.gradients.iter().enumerate() {
            let mut last = gradient.value;
            if !self.stored[last.index()] {
                let mut open = vec![last];
                last = Id::default();
                while let Some(id) = open.pop() {
                    let inputs = self.graph.kind(id).inputs();
                    let in_memory = matches!(self.graph.kind(id), Kind::Result(..) | Kind::Reshape(_));
                    if self.stored[id.index()] || inputs.is_empty() || in_memory {
                        last = last.max(id);
                    } else {
                        open.extend(inputs);
                    }
                }
            }
            after[last.index()].push(at);
        }
        after
    }

    /// Schedules one gradient, as the mode of the program asks.
    pub(super) fn gradient(&mut self, at: usize, planner: &mut Planner) {
        let gradient = &self.graph.gradients[at];
        let (leaf, shape) = (gradient.leaf.clone(), self.graph.shape(gradient.value).to_vec());
        match planner.mode {
            Mode::Gradient => self.add(at, &Argument { memory: Memory::Gradient(leaf), shape }),
            Mode::Descent => self.descend(at, &Argument { memory: Memory::Params(leaf), shape }, planner),
            Mode::Update => self.optimize(at, Argument { memory: Memory::Params(leaf), shape }, planner),
        }
    }

    fn add(&mut self, at: usize, target: &Argument) {
        self.steps.extend(self.kernels(at, target).into_iter().map(Step::kernel));
    }

    /// The kernels that add one gradient to `target`: one for each part of an assembled tensor that has no buffer.
    fn kernels(&self, at: usize, target: &Argument) -> Vec<Kernel> {
        let value = self.graph.gradients[at].value;
        let target = Argument { memory: target.memory.clone(), shape: self.graph.shape(value).to_vec() };
        match self.graph.kind(value) {
            Kind::Assemble { parts, .. } if !self.stored[value.index()] => {
                parts.each(|part| self.scope().part(part, target.clone(), Store::Add))
            }
            _ => vec![self.scope().moved(value, target.clone(), Store::Add)],
        }
    }

    /// Adds one gradient to the parameters, after the last kernel that reads them.
    fn descend(&mut self, at: usize, param: &Argument, planner: &mut Planner) {
        let leaf = &self.graph.gradients[at].leaf;
        if (0..self.depth()).any(|at| leaf.steps.get(at).is_none_or(|step| *step == 0)) {
            let (counts, _) = planner.training.find(leaf, elements(&param.shape), &self.counts);
            let sum = planner.collected(leaf, &param.shape, counts);
            self.add(at, &sum);
            return;
        }
        let mut steps = Vec::new();
        for mut kernel in self.kernels(at, param) {
            // Generated code cannot borrow the parameters to read and to write. The part that reads runs now, before other
            // parameters that it may read are updated.
            if reads_params(&kernel) {
                let buffer = planner.buffer(&kernel.dims, self.depth());
                let (first, then) = in_two(kernel, buffer);
                self.steps.push(Step::kernel(first));
                kernel = then;
            }
            steps.push(Step::kernel(kernel));
        }
        self.updates.push((self.steps.len(), steps));
    }

    /// Updates a parameter by its gradient, or adds one of several terms to that.
    fn optimize(&mut self, at: usize, param: Argument, planner: &mut Planner) {
        let leaf = &self.graph.gradients[at].leaf;
        let (counts, own) = planner.training.find(leaf, elements(&param.shape), &self.counts);
        if !own {
            let sum = planner.collected(leaf, &param.shape, counts);
            self.add(at, &sum);
            return;
        }
        let terms = self.graph.gradients.iter().filter(|gradient| gradient.leaf == *leaf).count();
        if terms == 1
            && let Some(steps) = self.at_once(at, &param, planner)
        {
            self.updates.push((self.steps.len(), steps));
            return;
        }
        let known = self.sums.iter().position(|(known, ..)| known == leaf).unwrap_or_else(|| {
            let sum = planner.buffer(&param.shape, self.depth());
            self.steps.push(Step::kernel(zeros(sum.clone())));
            self.sums.push((leaf.clone(), sum, terms));
            self.sums.len() - 1
        });
        let (_, sum, left) = &mut self.sums[known];
        *left -= 1;
        let (sum, complete) = (sum.clone(), *left == 0);
        self.add(at, &sum);
        if complete {
            // Terms may have their elements in other shapes; the sum has that of the first.
            let param = Argument { shape: sum.shape.clone(), ..param };
            self.updates.push((self.steps.len(), vec![updated(sum, param)]));
        }
    }

    /// The steps that compute the whole gradient of a parameter and update it, with nothing in between; `None` if they
    /// read parameters, which may have changed until then. What takes one kernel without a sum is never stored.
    fn at_once(&self, at: usize, param: &Argument, planner: &mut Planner) -> Option<Vec<Step>> {
        let mut kernels = self.kernels(at, param);
        if kernels.iter().any(reads_params) {
            return None;
        }
        let value = self.graph.gradients[at].value;
        let whole = self.stored[value.index()] || !matches!(self.graph.kind(value), Kind::Assemble { .. });
        if let [kernel] = &mut *kernels
            && whole
            && kernel.reduce.is_none()
        {
            kernel.store = Store::Update;
            return Some(kernels.into_each(Step::kernel));
        }
        let sum = planner.buffer(&param.shape, self.depth());
        let mut steps = vec![Step::kernel(zeros(sum.clone()))];
        for mut kernel in kernels {
            kernel.target = sum.clone();
            steps.push(Step::kernel(kernel));
        }
        steps.push(updated(sum, param.clone()));
        Some(steps)
    }

    /// Puts each update of a parameter after the last step that reads the parameter.
    pub(super) fn update(&mut self) {
        let mut placed: Vec<(usize, Vec<Step>)> = Vec::new();
        for (ready, steps) in std::mem::take(&mut self.updates) {
            let leaf = steps.iter().find_map(|step| match step {
                Step::Kernel(kernel) => match &kernel.target.memory {
                    Memory::Params(leaf) => Some((leaf.clone(), elements(&kernel.target.shape))),
                    _ => None,
                },
                Step::Loop { .. } => None,
            });
            let read =
                |step: &Step| leaf.as_ref().is_some_and(|(leaf, size)| reads(step, leaf.offset..leaf.offset + size));
            let last = self.steps.iter().rposition(read).map_or(0, |at| at + 1);
            placed.push((ready.max(last), steps));
        }
        // Inserted from the last position to the first, so that earlier positions stay valid. The sort is stable: updates at one
        // position keep their order.
        placed.sort_by_key(|(at, _)| *at);
        for (at, steps) in placed.into_iter().rev() {
            self.steps.splice(at..at, steps);
        }
    }

    /// Clears the accumulators before all steps, and applies them to the parameters after all steps.
    pub(super) fn shared(&mut self, planner: &Planner) {
        for Shared { leaf, shape, counts, whole, part } in &planner.shared {
            self.steps.insert(0, Step::kernel(zeros(whole.clone())));
            let target = Argument { memory: Memory::Params(leaf.clone()), shape: shape.clone() };
            let store = if planner.mode == Mode::Descent { Store::Add } else { Store::Update };
            let kernel = Kernel { store, ..copy(part.clone(), target) };
            let one_by_one = |inner, &count: &usize| Step::Loop { count, reversed: false, steps: vec![inner] };
            self.steps.push(counts.iter().rev().fold(Step::kernel(kernel), one_by_one));
        }
    }
}

/// Updates a parameter by the gradient that is in `sum`.
fn updated(sum: Argument, param: Argument) -> Step {
    Step::kernel(Kernel { store: Store::Update, ..copy(sum, param) })
}

fn reads_params(kernel: &Kernel) -> bool {
    kernel.arguments.iter().any(|argument| matches!(argument.memory, Memory::Params(_)))
}
