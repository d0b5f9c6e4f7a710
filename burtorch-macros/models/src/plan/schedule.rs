//! Schedules kernels in order, and gives them buffers.

use super::fuse::fuse;
use super::gradient::{Mode, Shared};
use super::in_place::old_values_are_dead;
use super::kernel::Scope;
use super::layout::layout;
use super::materialize::materialize;
use super::memory::{Buffer, place};
use super::training::Training;
use super::verify::{Source, check};
use super::{Argument, Leaf, Memory, Program, Step, Store};
use crate::each::{Each, IntoEach};
use crate::tensor::{Graph, Id, Kind, Repeat, elements, is_concatenation};
use crate::verify::verify;

/// The program of a function.
pub fn plan(graph: &Graph) -> Program {
    program(graph, Mode::Gradient).expect("nothing is changed on the way")
}

/// The program of a training step: what it adds to the gradient is added to the parameters, each as soon as its old
/// value is not needed any more. (The adjoint that flows in is then minus the learning rate.) `None` if a loop changes
/// what is read after it.
pub fn plan_step(graph: &Graph) -> Option<Program> {
    program(graph, Mode::Descent)
}

/// The program of a training step with an optimizer: each parameter is updated once, as soon as its gradient is known
/// and its old value is not needed any more. `None` if a loop changes what is read after it, or a parameter is reached
/// in two ways.
pub fn plan_update(graph: &Graph) -> Option<Program> {
    if Training::new(graph).overlaps() {
        return None;
    }
    program(graph, Mode::Update)
}

/// The program of a graph; `None` if it reads parameters that it changed.
fn program(graph: &Graph, mode: Mode) -> Option<Program> {
    let (program, source) = make(graph, mode);
    if mode != Mode::Gradient && !old_values_are_dead(&program.steps, &[]) {
        return None;
    }
    verify("plan", || check(&program, &source));
    Some(program)
}

/// The program of a graph, and what it was made of.
pub(super) fn make(graph: &Graph, mode: Mode) -> (Program, Source) {
    let graph = layout(graph);
    verify("layout", || crate::tensor::verify::check(&graph, None));
    let mut planner = Planner { buffers: Vec::new(), mode, training: Training::new(&graph), shared: Vec::new() };
    let mut function = BodySchedule::new(&graph, Vec::new(), Arguments::default());
    function.steps(&mut planner);
    function.shared(&planner);
    let results = function.results(&mut planner);
    let steps = if mode == Mode::Descent { fuse(function.steps) } else { function.steps };
    let mut program = Program { results, steps, floats: 0, alive: 0 };
    let buffers = planner.buffers;
    let offsets = place(&mut program, &buffers);
    (program, Source { graph, mode, buffers, offsets })
}

/// What the schedules of all bodies share.
pub(super) struct Planner {
    buffers: Vec<Buffer>,
    pub mode: Mode,
    pub training: Training,
    pub shared: Vec<Shared>,
}

impl Planner {
    /// A buffer that lives in a body inside of `depth` loops.
    pub(super) fn buffer(&mut self, shape: &[usize], depth: usize) -> Argument {
        self.buffers.push(Buffer { size: elements(shape), depth });
        let leaf = Leaf { offset: 0, steps: Vec::new() };
        Argument { memory: Memory::Workspace { buffer: self.buffers.len() - 1, leaf }, shape: shape.to_vec() }
    }
}

/// Where a body finds its arguments, and where it puts its results.
#[derive(Default)]
pub(super) struct Arguments {
    carried: Vec<Argument>,
    sliced: Vec<Argument>,
    invariant: Vec<Argument>,
    /// Where the body puts its results.
    results: Vec<Argument>,
}

/// Where a loop-carried value lies.
struct LoopCarried {
    /// Before the first iteration.
    first: Argument,
    /// In an iteration, as it comes in and as it goes on to the next one.
    now: Argument,
    next: Argument,
    /// After the last iteration.
    last: Argument,
    /// What came into all iterations, and what they made of it, where the rest of the program reads that.
    saved: Option<Argument>,
    made: Option<Argument>,
}

impl LoopCarried {
    /// One buffer, overwritten by every iteration.
    fn in_place(buffer: Argument) -> Self {
        LoopCarried {
            first: buffer.clone(),
            now: buffer.clone(),
            next: buffer.clone(),
            last: buffer,
            saved: None,
            made: None,
        }
    }
}

/// The schedule of a function, or of the body of a loop.
pub(super) struct BodySchedule<'g> {
    pub graph: &'g Graph,
    /// The counts of the loops around it, the outermost first.
    pub counts: Vec<usize>,
    arguments: Arguments,
    pub stored: Vec<bool>,
    locations: Vec<Option<Argument>>,
    /// For each loop, where its results are.
    loops: Vec<Option<Vec<Argument>>>,
    pub steps: Vec<Step>,
    /// Updates of parameters, each with the number of steps after which its gradient is known.
    pub updates: Vec<(usize, Vec<Step>)>,
    /// Parameters that only this body trains and whose gradient has several terms: the sum, and the terms still to come.
    pub sums: Vec<(Leaf, Argument, usize)>,
}

impl<'g> BodySchedule<'g> {
    fn new(graph: &'g Graph, counts: Vec<usize>, arguments: Arguments) -> Self {
        BodySchedule {
            graph,
            counts,
            arguments,
            stored: materialize(graph),
            locations: vec![None; graph.len()],
            loops: vec![None; graph.len()],
            steps: Vec::new(),
            updates: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// How many loops are around it.
    pub(super) fn depth(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn scope(&self) -> Scope<'_> {
        Scope { graph: self.graph, locations: &self.locations }
    }

    fn steps(&mut self, planner: &mut Planner) {
        let gradients = self.gradients();
        for id in self.graph.ids() {
            self.node(id, planner);
            for &gradient in &gradients[id.index()] {
                self.gradient(gradient, planner);
            }
        }
        self.update();
    }

    fn node(&mut self, id: Id, planner: &mut Planner) {
        let node = self.graph.node(id);
        let memory = match &node.kind {
            Kind::Param(leaf) | Kind::Frozen(leaf) => Memory::Params(leaf.clone()),
            Kind::Input(at) => Memory::Input(*at),
            Kind::Seed => Memory::Seed,
            Kind::Carried(at) => self.arguments.carried[*at].memory.clone(),
            Kind::Sliced(at) => self.arguments.sliced[*at].memory.clone(),
            Kind::Invariant(at) => self.arguments.invariant[*at].memory.clone(),
            Kind::Result(repeat, at) => {
                let results = self.loops[repeat.index()].as_ref().expect("loops come before their results");
                results[*at].memory.clone()
            }
            Kind::Reshape(source) => match &self.locations[source.index()] {
                Some(location) => location.memory.clone(),
                None => unreachable!("what is reshaped is in memory"),
            },
            Kind::Repeat(repeat) => {
                let results = self.repeat(repeat, planner);
                self.loops[id.index()] = Some(results);
                return;
            }
            kind if self.stored[id.index()] => {
                let target = self.target(id, planner);
                self.store(id, kind, &target);
                self.locations[id.index()] = Some(target);
                return;
            }
            _ => return,
        };
        self.locations[id.index()] = Some(Argument { memory, shape: node.shape.clone() });
    }

    /// The buffer for a node. A result of the body is computed in its final location, unless a loop-carried value is still read
    /// from there.
    fn target(&self, id: Id, planner: &mut Planner) -> Argument {
        let wanted = self.graph.results.iter().position(|result| *result == id);
        match wanted.and_then(|at| self.arguments.results.get(at)) {
            Some(target) if !self.arguments.carried.contains(target) => target.clone(),
            _ => planner.buffer(self.graph.shape(id), self.depth()),
        }
    }

    fn store(&mut self, id: Id, kind: &Kind, target: &Argument) {
        let Kind::Assemble { parts, add } = kind else {
            let kernel = self.scope().moved(id, target.clone(), Store::Set);
            self.steps.push(Step::kernel(kernel));
            return;
        };
        let add = *add && !is_concatenation(self.graph, parts, &target.shape);
        if add {
            self.steps.push(Step::kernel(super::kernel::zeros(target.clone())));
        }
        for part in parts {
            let store = if add { Store::Add } else { Store::Set };
            let kernel = self.scope().part(part, target.clone(), store);
            self.steps.push(Step::kernel(kernel));
        }
    }

    /// Plans a loop; yields where its results are.
    fn repeat(&mut self, repeat: &Repeat, planner: &mut Planner) -> Vec<Argument> {
        let body = &repeat.body;
        let count = repeat.init.len();
        let mut results: Vec<Argument> = Vec::new();
        let sliced = repeat.sliced.each(|&id| self.in_workspace(id, planner));
        let mut arguments = Arguments {
            sliced: sliced.into_each(|stack| self.entry(stack)),
            invariant: repeat.invariant.each(|&id| self.location(id)),
            ..Arguments::default()
        };
        let mut saved: Vec<Option<Argument>> = vec![None; body.results.len() - count];
        for at in 0..count {
            let shape = self.graph.shape(repeat.init[at]);
            let own = body.results[count..].iter().position(|&id| *body.kind(id) == Kind::Carried(at));
            let next = body.results[count..].iter().position(|&id| id == body.results[at]);
            let next = next.filter(|&next| saved[next].is_none() && Some(next) != own);
            let carried = if own.is_some() || next.is_some() {
                let carried = self.carried_in_a_stack(repeat, shape, planner);
                if let Some(own) = own {
                    saved[own].clone_from(&carried.saved);
                }
                if let Some(next) = next {
                    saved[next].clone_from(&carried.made);
                }
                carried
            } else {
                LoopCarried::in_place(planner.buffer(shape, self.depth()))
            };
            let kernel = self.scope().moved(repeat.init[at], carried.first, Store::Set);
            self.steps.push(Step::kernel(kernel));
            arguments.carried.push(carried.now);
            arguments.results.push(carried.next);
            results.push(carried.last);
        }
        for (at, saved) in saved.into_iter().enumerate() {
            let stack = saved.unwrap_or_else(|| {
                let stacked = [&[repeat.count], body.shape(body.results[count + at])].concat();
                planner.buffer(&stacked, self.depth())
            });
            arguments.results.push(self.entry(stack.clone()));
            results.push(stack);
        }
        let mut inner = BodySchedule::new(body, [&*self.counts, &[repeat.count]].concat(), arguments);
        inner.steps(planner);
        inner.hand_on(planner);
        self.steps.push(Step::Loop { count: repeat.count, reversed: repeat.reversed, steps: inner.steps });
        results
    }

    /// A loop-carried value of which the sweep needs all values. The loop carries it from one entry of a stack to the next, so that
    /// saving it copies nothing. The stack has one entry more than there are iterations: the value that the loop ends with.
    ///
    /// Forwards, iteration `i` reads entry `i` and writes entry `i + 1`. Backwards, the first iteration has the largest number, so
    /// the stack is filled from its end: iteration `i` reads entry `i + 1` and writes entry `i`.
    fn carried_in_a_stack(&self, repeat: &Repeat, shape: &[usize], planner: &mut Planner) -> LoopCarried {
        let (count, size) = (repeat.count, elements(shape));
        let stack = planner.buffer(&[&[count + 1], shape].concat(), self.depth());
        let (read, written) = if repeat.reversed { (size, 0) } else { (0, size) };
        let (start, end) = if repeat.reversed { (count * size, 0) } else { (0, count * size) };
        let entries = |from: usize| within(&stack, &[&[count], shape].concat(), from);
        LoopCarried {
            first: within(&stack, shape, start),
            now: self.entry(entries(read)),
            next: self.entry(entries(written)),
            last: within(&stack, shape, end),
            // What iteration `i` reads is entry `i` of the saved tensor.
            saved: Some(entries(read)),
            made: Some(entries(written)),
        }
    }

    /// The results of a function, all of them in the workspace.
    fn results(&mut self, planner: &mut Planner) -> Vec<Argument> {
        let mut results = Vec::new();
        for &id in &self.graph.results {
            results.push(match self.location(id) {
                location if location.memory.is_workspace() => location,
                location => self.copied(location, planner),
            });
        }
        results
    }

    /// Where a node is, or a copy of it if that is an argument of the function, which is not taken apart.
    fn in_workspace(&mut self, id: Id, planner: &mut Planner) -> Argument {
        match self.location(id) {
            location if matches!(location.memory, Memory::Input(_)) => self.copied(location, planner),
            location => location,
        }
    }

    fn copied(&mut self, from: Argument, planner: &mut Planner) -> Argument {
        let own = planner.buffer(&from.shape, self.depth());
        self.steps.push(Step::kernel(super::kernel::copy(from, own.clone())));
        own
    }

    /// Copies those results of a body that are not in their final location yet.
    fn hand_on(&mut self, planner: &mut Planner) {
        let mut moves = Vec::new();
        for (&id, target) in self.graph.results.iter().zip(&self.arguments.results) {
            let location = self.locations[id.index()].clone().expect("results are stored");
            if location.memory == target.memory {
                continue;
            }
            // A parallel assignment: another copy may overwrite the loop-carried value before this one reads it.
            let source = if self.arguments.carried.iter().any(|carried| carried.memory == location.memory) {
                let saved = planner.buffer(self.graph.shape(id), self.depth());
                self.steps.push(Step::kernel(super::kernel::copy(location, saved.clone())));
                saved
            } else {
                location
            };
            moves.push(Step::kernel(super::kernel::copy(source, target.clone())));
        }
        self.steps.extend(moves);
    }

    fn location(&self, id: Id) -> Argument {
        self.locations[id.index()].clone().expect("it is in memory")
    }

    /// This iteration's entry of a tensor whose first axis is the iterations of the loop that is entered.
    fn entry(&self, stack: Argument) -> Argument {
        let shape = stack.shape[1..].to_vec();
        let mut steps = vec![0; self.depth()];
        steps.push(elements(&shape));
        Argument { memory: shifted(stack.memory, 0, &steps), shape }
    }
}

/// The part of a buffer that starts at `offset`.
fn within(buffer: &Argument, shape: &[usize], offset: usize) -> Argument {
    Argument { memory: shifted(buffer.memory.clone(), offset, &[]), shape: shape.to_vec() }
}

pub(super) fn shifted(mut memory: Memory, offset: usize, steps: &[usize]) -> Memory {
    let (Memory::Workspace { leaf, .. } | Memory::Params(leaf) | Memory::Gradient(leaf)) = &mut memory else {
        unreachable!("inputs are not taken apart")
    };
    leaf.offset += offset;
    if leaf.steps.len() < steps.len() {
        leaf.steps.resize(steps.len(), 0);
    }
    for (sum, step) in leaf.steps.iter_mut().zip(steps) {
        *sum += step;
    }
    memory
}
