//! The order of the kernels, and the buffers that they work on.

use super::fuse::fuse;
use super::in_place::{old_values_are_dead, reads};
use super::kernel::Scope;
use super::layout::layout;
use super::memory::{Buffer, place};
use super::storage::storage;
use super::{Argument, Leaf, Memory, Program, Step, Store};
use crate::tensor::{Graph, Id, Kind, Repeat, Shape, elements};

/// The program of a function.
pub(crate) fn plan(graph: &Graph) -> Program {
    program(graph, false)
}

/// The program of a training step: what it adds to the gradient is added to the parameters, each as soon as its old
/// value is not needed any more. (The adjoint that flows in is then minus the learning rate.) `None` if a loop changes
/// what is read after it.
pub(crate) fn plan_step(graph: &Graph) -> Option<Program> {
    let program = program(graph, true);
    old_values_are_dead(&program.steps, &[]).then_some(program)
}

fn program(graph: &Graph, in_place: bool) -> Program {
    let graph = layout(graph);
    let mut planner = Planner { buffers: Vec::new(), in_place, shared: Vec::new() };
    let mut function = Level::new(&graph, 0, Arguments::default());
    function.steps(&mut planner);
    function.shared(&planner);
    let results = function.results(&mut planner);
    let steps = if in_place { fuse(function.steps) } else { function.steps };
    let mut program = Program { results, steps, floats: 0, alive: 0 };
    place(&mut program, &planner.buffers);
    program
}

/// Makes buffers.
struct Planner {
    buffers: Vec<Buffer>,
    /// Parameters are updated on the way.
    in_place: bool,
    /// Parameters that several iterations of a loop read, and where their gradient is collected meanwhile.
    shared: Vec<(Leaf, Argument)>,
}

impl Planner {
    /// A buffer that lives in a body inside of `depth` loops.
    fn buffer(&mut self, shape: &[usize], depth: usize) -> Argument {
        self.buffers.push(Buffer { size: elements(shape), depth });
        let leaf = Leaf { offset: 0, steps: Vec::new() };
        Argument { memory: Memory::Workspace { buffer: self.buffers.len() - 1, leaf }, shape: shape.to_vec() }
    }
}

impl Planner {
    /// Where the gradient of a parameter is collected that several iterations of a loop read.
    fn collected(&mut self, leaf: &Leaf, target: &Argument) -> Argument {
        if let Some((_, sum)) = self.shared.iter().find(|(known, _)| known == leaf) {
            return sum.clone();
        }
        let sum = self.buffer(&target.shape, 0);
        self.shared.push((leaf.clone(), sum.clone()));
        sum
    }
}

/// Where a body finds its arguments, and where it puts its results.
#[derive(Default)]
struct Arguments {
    carried: Vec<Argument>,
    sliced: Vec<Argument>,
    invariant: Vec<Argument>,
    /// Where the results go.
    results: Vec<Argument>,
}

/// A function or the body of a loop.
struct Level<'g> {
    graph: &'g Graph,
    depth: usize,
    arguments: Arguments,
    stored: Vec<bool>,
    homes: Vec<Option<Argument>>,
    /// For each loop, where its results are.
    loops: Vec<Option<Vec<Argument>>>,
    steps: Vec<Step>,
}

impl<'g> Level<'g> {
    fn new(graph: &'g Graph, depth: usize, arguments: Arguments) -> Self {
        Level {
            graph,
            depth,
            arguments,
            stored: storage(graph).stored,
            homes: vec![None; graph.len()],
            loops: vec![None; graph.len()],
            steps: Vec::new(),
        }
    }

    fn scope(&self) -> Scope<'_> {
        Scope { graph: self.graph, homes: &self.homes }
    }

    fn steps(&mut self, planner: &mut Planner) {
        let gradients = self.gradients();
        let mut late = Vec::new();
        for id in self.graph.ids() {
            self.node(id, planner);
            for &gradient in &gradients[id.index()] {
                let steps = self.gradient(gradient, planner);
                if planner.in_place {
                    late.push((self.steps.len(), steps));
                } else {
                    self.steps.extend(steps);
                }
            }
        }
        self.update(late);
    }

    /// Puts each update of a parameter after the last step that reads the parameter.
    fn update(&mut self, late: Vec<(usize, Vec<Step>)>) {
        let mut placed: Vec<(usize, Vec<Step>)> = Vec::new();
        for (ready, steps) in late {
            let leaf = steps.iter().find_map(|step| match step {
                Step::Kernel(kernel) => match &kernel.target.memory {
                    Memory::Gradient(leaf) => Some((leaf.clone(), elements(&kernel.target.shape))),
                    _ => None,
                },
                Step::Loop { .. } => None,
            });
            let read =
                |step: &Step| leaf.as_ref().is_some_and(|(leaf, size)| reads(step, leaf.offset..leaf.offset + size));
            let last = self.steps.iter().rposition(read).map_or(0, |at| at + 1);
            placed.push((ready.max(last), steps));
        }
        // From the last to the first, so that places stay what they are; in the order of before where they are one.
        placed.sort_by_key(|(at, _)| *at);
        for (at, steps) in placed.into_iter().rev() {
            self.steps.splice(at..at, steps);
        }
    }

    /// Starts and ends the collection of gradients of parameters that several iterations read.
    fn shared(&mut self, planner: &Planner) {
        for (leaf, sum) in &planner.shared {
            self.steps.insert(0, Step::kernel(super::kernel::zeros(sum.clone())));
            let target = Argument { memory: Memory::Gradient(leaf.clone()), shape: sum.shape.clone() };
            let mut kernel = super::kernel::copy(sum.clone(), target);
            kernel.store = Store::Add;
            self.steps.push(Step::kernel(kernel));
        }
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
            Kind::Reshape(source) => match &self.homes[source.index()] {
                Some(home) => home.memory.clone(),
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
                self.homes[id.index()] = Some(target);
                return;
            }
            _ => return,
        };
        self.homes[id.index()] = Some(Argument { memory, shape: node.shape.clone() });
    }

    /// Where a node is stored: at once where the body's result belongs, if it is one.
    fn target(&self, id: Id, planner: &mut Planner) -> Argument {
        let wanted = self.graph.results.iter().position(|result| *result == id);
        match wanted.and_then(|at| self.arguments.results.get(at)) {
            Some(target) if !self.arguments.carried.contains(target) => target.clone(),
            _ => planner.buffer(self.graph.shape(id), self.depth),
        }
    }

    fn store(&mut self, id: Id, kind: &Kind, target: &Argument) {
        let Kind::Assemble { parts, add } = kind else {
            let kernel = self.scope().moved(id, target.clone(), Store::Set);
            self.steps.push(Step::kernel(kernel));
            return;
        };
        if *add {
            self.steps.push(Step::kernel(super::kernel::zeros(target.clone())));
        }
        for part in parts {
            let store = if *add { Store::Add } else { Store::Set };
            let kernel = self.scope().part(part, target.clone(), store);
            self.steps.push(Step::kernel(kernel));
        }
    }

    /// After which node each gradient can be computed.
    fn gradients(&self) -> Vec<Vec<usize>> {
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

    /// The steps that add one gradient. Where parameters are updated on the way, what reads them runs at once.
    fn gradient(&mut self, at: usize, planner: &mut Planner) -> Vec<Step> {
        let gradient = &self.graph.gradients[at];
        let shape = self.graph.shape(gradient.value).to_vec();
        let mut target = Argument { memory: Memory::Gradient(gradient.leaf.clone()), shape };
        if planner.in_place && (0..self.depth).any(|at| gradient.leaf.steps.get(at).is_none_or(|step| *step == 0)) {
            target = planner.collected(&gradient.leaf, &target);
        }
        let scope = self.scope();
        let kernels = match self.graph.kind(gradient.value) {
            Kind::Assemble { parts, .. } if !self.stored[gradient.value.index()] => {
                parts.iter().map(|part| scope.part(part, target.clone(), Store::Add)).collect()
            }
            _ => vec![scope.moved(gradient.value, target, Store::Add)],
        };
        let mut steps = Vec::new();
        for mut kernel in kernels {
            let reads = kernel.arguments.iter().any(|argument| matches!(argument.memory, Memory::Params(_)));
            if planner.in_place && reads && matches!(kernel.target.memory, Memory::Gradient(_)) {
                let buffer = planner.buffer(&kernel.dims, self.depth);
                let (first, then) = super::kernel::in_two(kernel, buffer);
                self.steps.push(Step::kernel(first));
                kernel = then;
            }
            steps.push(Step::kernel(kernel));
        }
        steps
    }

    /// Runs a loop; yields where its results are.
    fn repeat(&mut self, repeat: &Repeat, planner: &mut Planner) -> Vec<Argument> {
        let body = &repeat.body;
        let count = repeat.init.len();
        let mut stacks: Vec<Argument> = Vec::new();
        let mut arguments = Arguments {
            sliced: repeat.sliced.iter().map(|&id| self.entry(self.home(id))).collect(),
            invariant: repeat.invariant.iter().map(|&id| self.home(id)).collect(),
            ..Arguments::default()
        };
        // What is kept of what is carried is a stack of all its values, and nothing is copied.
        let mut kept: Vec<Option<Argument>> = vec![None; body.results.len() - count];
        for at in 0..count {
            let shape = self.graph.shape(repeat.init[at]);
            let own = body.results[count..].iter().position(|&id| *body.kind(id) == Kind::Carried(at));
            let (first, carried, next, last) = match own {
                Some(own) => {
                    let mut stacked: Shape = vec![repeat.count + 1];
                    stacked.extend(shape);
                    let stack = planner.buffer(&stacked, self.depth);
                    let size = elements(shape);
                    kept[own] = Some(stack.clone());
                    // A loop that runs backwards fills the stack from its end.
                    let (from, to) = if repeat.reversed { (size, 0) } else { (0, size) };
                    let (start, end) =
                        if repeat.reversed { (repeat.count * size, 0) } else { (0, repeat.count * size) };
                    (
                        within(&stack, shape, start),
                        self.entry(within(&stack, &stacked, from)),
                        self.entry(within(&stack, &stacked, to)),
                        within(&stack, shape, end),
                    )
                }
                None => {
                    let one = planner.buffer(shape, self.depth);
                    (one.clone(), one.clone(), one.clone(), one)
                }
            };
            let kernel = self.scope().moved(repeat.init[at], first, Store::Set);
            self.steps.push(Step::kernel(kernel));
            arguments.carried.push(carried);
            arguments.results.push(next);
            stacks.push(last);
        }
        for (at, stack) in kept.into_iter().enumerate() {
            let stack = stack.unwrap_or_else(|| {
                let mut stacked: Shape = vec![repeat.count];
                stacked.extend(body.shape(body.results[count + at]));
                planner.buffer(&stacked, self.depth)
            });
            arguments.results.push(self.entry(stack.clone()));
            stacks.push(stack);
        }
        let mut level = Level::new(body, self.depth + 1, arguments);
        level.steps(planner);
        level.hand_on(planner);
        self.steps.push(Step::Loop { count: repeat.count, reversed: repeat.reversed, steps: level.steps });
        stacks
    }

    /// The results of a function, all of them in the workspace.
    fn results(&mut self, planner: &mut Planner) -> Vec<Argument> {
        let mut results = Vec::new();
        for &id in &self.graph.results {
            let home = self.home(id);
            results.push(if home.memory.is_workspace() {
                home
            } else {
                let own = planner.buffer(&home.shape, 0);
                self.steps.push(Step::kernel(super::kernel::copy(home, own.clone())));
                own
            });
        }
        results
    }

    /// Brings the results of a body to where they belong, those that are not there yet.
    fn hand_on(&mut self, planner: &mut Planner) {
        let mut moves = Vec::new();
        for (&id, target) in self.graph.results.iter().zip(&self.arguments.results) {
            let home = self.homes[id.index()].clone().expect("results are stored");
            if home.memory == target.memory {
                continue;
            }
            // What was carried in may be overwritten before it is read.
            let source = if self.arguments.carried.iter().any(|carried| carried.memory == home.memory) {
                let saved = planner.buffer(self.graph.shape(id), self.depth);
                self.steps.push(Step::kernel(super::kernel::copy(home, saved.clone())));
                saved
            } else {
                home
            };
            moves.push(Step::kernel(super::kernel::copy(source, target.clone())));
        }
        self.steps.extend(moves);
    }

    fn home(&self, id: Id) -> Argument {
        self.homes[id.index()].clone().expect("it is in memory")
    }

    /// This iteration's part of a tensor with an axis for the iterations, inside of the loop.
    fn entry(&self, stack: Argument) -> Argument {
        let shape = stack.shape[1..].to_vec();
        let mut steps = vec![0; self.depth];
        steps.push(elements(&shape));
        Argument { memory: shifted(stack.memory, 0, &steps), shape }
    }
}

/// The part of a buffer that starts at `offset`.
fn within(buffer: &Argument, shape: &[usize], offset: usize) -> Argument {
    Argument { memory: shifted(buffer.memory.clone(), offset, &[]), shape: shape.to_vec() }
}

fn shifted(mut memory: Memory, offset: usize, steps: &[usize]) -> Memory {
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
