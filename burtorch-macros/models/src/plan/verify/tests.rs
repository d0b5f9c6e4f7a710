//! Every kind of mistake that a plan can have, made on purpose in a good one: the check says which it is.

use super::super::schedule::make;
use super::super::{Access, Affine, FusedUpdate, Leaf, Reduction};
use super::*;
use crate::ast::Precision;
use crate::elaborate::elaborate;
use crate::error::Errors;
use crate::tensor::{axis_layout, batch, hoist_lookup, reverse, simplify};

/// An embedding whose rows are added up, a loop over layers that share a parameter, and a parameter that is used twice.
const NET: &str = "
    type Scalar = f64;
    struct Layer { weight: Linear<16, 16> }
    impl Layer {
        fn forward(&self, x: Tensor<16>, shift: Tensor<16>) -> Tensor<16> { tanh(self.weight.forward(x)) + shift }
    }
    struct Net { table: Embedding<5, 16>, shift: Param<16>, layers: [Layer; 3], head: Param<4, 16>, last: Linear<16, 4> }
    impl Net {
        fn loss(&self, letters: [usize; 2], x: Tensor<16>) -> f64 {
            let rows = self.table.forward(letters);
            let mut y = x * rows[0] + rows[1];
            for layer in &self.layers { y = layer.forward(y, self.shift); }
            let joined = concat([matvec(self.head, tanh(y)), self.last.forward(y)], 0);
            sum(joined * joined) + sum(softmax(matvec(self.head, exp(y))))
        }
    }";

/// The function for one sample, and for a tile.
fn graphs() -> [Graph; 2] {
    let mut errors = Errors::default();
    let block = elaborate(NET.parse().expect("tokens"), &mut errors);
    errors.finish().unwrap_or_else(|errors| panic!("{errors}"));
    let function = &block.models[0].functions[0];
    let swept = |graph: &Graph| simplify(&reverse(graph, &[]), Precision::F64);
    let turned = simplify(&axis_layout(&swept(&function.graph), &mut Vec::new()), Precision::F64);
    [turned, swept(&hoist_lookup(&batch(&function.graph, 16, 2), true, &mut Vec::new()))]
}

#[test]
fn good_plans_pass() {
    for graph in graphs() {
        for mode in [Mode::Gradient, Mode::Descent, Mode::Update] {
            let (program, source) = make(&graph, mode);
            assert_eq!(check(&program, &source), Ok(()), "{program}");
        }
    }
}

type Mistake = (&'static str, fn(&mut Program, &mut Source));

/// Makes each mistake in a plan, and looks for its words.
fn all_are_named(mode: Mode, mistakes: &[Mistake]) {
    let [graph, _] = graphs();
    for (words, mistake) in mistakes {
        let (mut program, mut source) = make(&graph, mode);
        mistake(&mut program, &mut source);
        match check(&program, &source) {
            Ok(()) => panic!("`{words}` is not found in\n{program}"),
            Err(what) => assert!(what.contains(words), "`{words}` is called: {what}"),
        }
    }
}

/// The place of the first step outside of loops that is a kernel like this.
fn first(program: &Program, wanted: impl Fn(&Kernel) -> bool) -> usize {
    let fits = |step: &Step| matches!(step, Step::Kernel(kernel) if wanted(kernel));
    program.steps.iter().position(fits).expect("there is such a kernel")
}

fn kernel(program: &mut Program, wanted: impl Fn(&Kernel) -> bool) -> &mut Kernel {
    let at = first(program, wanted);
    match &mut program.steps[at] {
        Step::Kernel(kernel) => kernel,
        Step::Loop { .. } => unreachable!("it was found as a kernel"),
    }
}

fn copied(step: &Step) -> Step {
    match step {
        Step::Kernel(kernel) => Step::Kernel(kernel.clone()),
        Step::Loop { .. } => unreachable!("only kernels are copied"),
    }
}

/// Reads something of the workspace and sets something there.
fn is_plain(kernel: &Kernel) -> bool {
    kernel.store == Store::Set && kernel.target.memory.is_workspace() && kernel.arguments.iter().any(reads)
}

fn reads(argument: &Argument) -> bool {
    argument.memory.is_workspace()
}

fn is_sum(kernel: &Kernel) -> bool {
    kernel.target.memory.is_workspace() && kernel.store == Store::Add
}

fn changes_params(kernel: &Kernel) -> bool {
    matches!(kernel.target.memory, Memory::Params(_))
}

fn changes_gradient(kernel: &Kernel) -> bool {
    matches!(kernel.target.memory, Memory::Gradient(_))
}

fn start(argument: &mut Argument) -> &mut Leaf {
    match &mut argument.memory {
        Memory::Workspace { leaf, .. } | Memory::Params(leaf) | Memory::Gradient(leaf) => leaf,
        memory => unreachable!("{memory:?} has no place"),
    }
}

#[test]
fn mistakes_about_memory_are_named() {
    let mistakes: [Mistake; 13] = [
        ("outside of a workspace", |program, _| program.floats -= 1),
        ("inside of a cache line", |_, source| {
            let large = source.buffers.iter().position(|buffer| buffer.size >= LINE).expect("a large buffer");
            source.offsets[large] += 1;
        }),
        ("floats are alive in a workspace of", |program, _| program.alive = program.floats + 1),
        ("was never written", |program, _| {
            let at = first(program, |kernel| kernel.store == Store::Set);
            program.steps.remove(at);
        }),
        ("was never written", |program, _| {
            let at = first(program, is_plain);
            program.steps[..=at].rotate_right(1);
        }),
        ("was overwritten by buffer", |program, source| {
            // The first buffer that a kernel reads lies where the kernel before it wrote.
            let plain = first(program, is_plain);
            let Step::Kernel(reader) = &program.steps[plain] else { return };
            let Some(Memory::Workspace { buffer, .. }) =
                reader.arguments.iter().find(|argument| reads(argument)).map(|argument| &argument.memory)
            else {
                return;
            };
            let (read, size) = (*buffer, source.buffers.len());
            source.buffers.push(Buffer { size: source.buffers[read].size, depth: 0 });
            source.offsets.push(source.offsets[read]);
            let leaf = Leaf { offset: source.offsets[read], steps: Vec::new() };
            let target =
                Argument { memory: Memory::Workspace { buffer: size, leaf }, shape: vec![source.buffers[read].size] };
            program.steps.insert(plain, Step::kernel(super::super::kernel::zeros(target)));
        }),
        ("which it may be writing to", |program, _| {
            let kernel = kernel(program, is_plain);
            let read = kernel.arguments.iter().position(reads).expect("it reads");
            *start(&mut kernel.target) = start(&mut kernel.arguments[read]).clone();
        }),
        ("outside of buffer", |program, _| {
            let kernel = kernel(program, is_plain);
            start(&mut kernel.target).offset += 1;
        }),
        ("a buffer that is not there", |program, _| {
            let kernel = kernel(program, is_plain);
            kernel.target.memory = Memory::Workspace { buffer: 1000, leaf: Leaf { offset: 0, steps: Vec::new() } };
        }),
        ("result 0 is not in the workspace", |program, _| program.results[0].memory = Memory::Seed),
        ("result 0 reads", |program, _| {
            let result = program.results[0].memory.clone();
            let last = program
                .steps
                .iter()
                .rposition(|step| matches!(step, Step::Kernel(kernel) if kernel.target.memory == result));
            program.steps.remove(last.expect("the result is computed"));
        }),
        ("a loop that never runs", |program, _| {
            program.steps.push(Step::Loop { count: 0, reversed: false, steps: Vec::new() });
        }),
        ("which moves in 1 loops", |program, _| start(&mut kernel(program, is_plain).target).steps.push(1)),
    ];
    all_are_named(Mode::Gradient, &mistakes);
}

#[test]
fn mistakes_about_sums_are_named() {
    let mistakes: [Mistake; 2] = [
        ("adds to what was not set", |program, _| {
            let sum = kernel(program, is_sum).target.clone();
            let zeros = first(program, |kernel| kernel.target == sum && kernel.store == Store::Set);
            program.steps.remove(zeros);
        }),
        ("adds to what was read already", |program, _| {
            let last = kernel(program, is_sum).clone();
            let last = Kernel { value: Expr::Const(0.0.into()), reduce: None, arguments: Vec::new(), ..last };
            let sum = last.target.memory.clone();
            let used = |step: &Step| matches!(step, Step::Kernel(kernel) if kernel.arguments.iter().any(|read| read.memory == sum));
            let used = program.steps.iter().position(used).expect("the sum is read");
            program.steps.insert(used + 1, Step::kernel(last));
        }),
    ];
    all_are_named(Mode::Update, &mistakes);
}

#[test]
fn mistakes_about_gradients_are_named() {
    let mistakes: [Mistake; 5] = [
        ("got 0 terms", |program, source| {
            let once = kernel(program, changes_gradient).target.clone();
            program.steps.retain(|step| !matches!(step, Step::Kernel(kernel) if kernel.target == once));
            assert!(!source.graph.gradients.is_empty());
        }),
        ("terms and 0 updates, but have", |program, _| {
            let at =
                program.steps.iter().rposition(|step| matches!(step, Step::Kernel(kernel) if changes_gradient(kernel)));
            let at = at.expect("there is a gradient");
            program.steps.push(copied(&program.steps[at]));
        }),
        ("are changed, but have no gradient", |_, source| {
            let leaf = source.graph.gradients[0].leaf.clone();
            source.graph.gradients.retain(|gradient| gradient.leaf != leaf);
        }),
        ("may not be stored like this", |program, _| kernel(program, changes_gradient).store = Store::Set),
        ("which it may be writing to", |program, _| {
            let target = kernel(program, changes_gradient).target.clone();
            kernel(program, is_plain).arguments.push(target);
        }),
    ];
    all_are_named(Mode::Gradient, &mistakes);
}

#[test]
fn mistakes_about_steps_are_named() {
    let mistakes: [Mistake; 4] = [
        ("after it was changed", |program, _| {
            // The first update is done before everything else, by nothing.
            let update = kernel(program, changes_params).clone();
            let to = update.target.clone();
            let early = Kernel { value: Expr::Const(0.0.into()), reduce: None, arguments: Vec::new(), ..update };
            let read = program
                .steps
                .iter()
                .position(|step| matches!(step, Step::Kernel(kernel) if kernel.arguments.contains(&to)));
            program.steps.insert(read.unwrap_or(0), Step::kernel(early));
        }),
        ("which it may be writing to", |program, _| {
            let kernel = kernel(program, changes_params);
            kernel.arguments.push(kernel.target.clone());
        }),
        ("changes an argument that is not its parameters", |program, _| {
            let kernel = kernel(program, is_plain);
            let argument = kernel.arguments.iter().position(reads).expect("it reads");
            kernel.fused_update = Some(FusedUpdate { argument, value: Expr::Const(0.0.into()) });
        }),
        ("got 0 terms", |program, _| {
            let also = first(program, |kernel| kernel.fused_update.is_some());
            let Step::Kernel(kernel) = &mut program.steps[also] else { return };
            kernel.fused_update = None;
        }),
    ];
    all_are_named(Mode::Descent, &mistakes);
    let mistakes: [Mistake; 3] = [
        ("changed already", |program, _| {
            let at = first(program, |kernel| kernel.store == Store::Update);
            program.steps.insert(at, copied(&program.steps[at]));
        }),
        ("may not be stored like this", |program, _| kernel(program, changes_params).store = Store::Add),
        ("does not update every element in its place", |program, _| {
            let kernel = kernel(program, |kernel| {
                changes_params(kernel) && kernel.dims.len() == 2 && kernel.dims[0] != kernel.dims[1]
            });
            for place in &mut kernel.to {
                *place = Access::Affine(Affine::fixed(0, 2));
            }
        }),
    ];
    all_are_named(Mode::Update, &mistakes);
}

/// The first number that a kernel reads from a tensor with axes.
fn load(kernel: &mut Kernel) -> &mut Affine {
    fn inside(expr: &mut Expr) -> Option<&mut Affine> {
        match expr {
            Expr::Load(_, places) => places.iter_mut().find_map(|place| match place {
                Access::Affine(affine) => Some(affine),
                Access::At(..) => None,
            }),
            Expr::Op(_, args) => args.iter_mut().find_map(inside),
            _ => None,
        }
    }
    inside(&mut kernel.value).expect("it reads something")
}

fn loads(kernel: &Kernel) -> bool {
    is_plain(kernel)
        && kernel.reduce.is_none()
        && !kernel.dims.is_empty()
        && matches!(&kernel.value, Expr::Op(_, args) if matches!(&args[0], Expr::Load(_, places) if !places.is_empty()))
}

fn has_sum(kernel: &Kernel) -> bool {
    kernel.reduce.as_ref().is_some_and(|reduce| reduce.reduction == Reduction::Sum) && !kernel.dims.is_empty()
}

#[test]
fn mistakes_inside_of_kernels_are_named() {
    let mistakes: [Mistake; 10] = [
        ("along an axis of", |program, _| load(kernel(program, loads)).offset += 100),
        ("goes from -1", |program, _| load(kernel(program, loads)).offset = -1),
        ("depends on a loop that is not around it", |program, _| load(kernel(program, loads)).terms.push(1)),
        ("reads argument 9, which there is not", |program, _| {
            kernel(program, is_plain).value = Expr::Load(9, Vec::new());
        }),
        ("uses a sum that it does not have", |program, _| kernel(program, loads).value = Expr::Reduced),
        ("uses a sum that it does not have", |program, _| {
            let reduce = kernel(program, has_sum).reduce.as_mut().expect("it has a sum");
            reduce.body = Expr::Reduced;
        }),
        ("has 0 coordinates in", |program, _| kernel(program, loads).to.clear()),
        ("sets an element twice", |program, _| {
            let kernel = kernel(program, loads);
            for place in &mut kernel.to {
                *place = Access::Affine(Affine::fixed(0, kernel.dims.len()));
            }
        }),
        ("looks up by w@", |program, _| {
            let kernel = kernel(program, loads);
            let argument = kernel.arguments.iter().position(reads).expect("it reads");
            kernel.to[0] = Access::At(argument, Vec::new());
        }),
        ("has a loop that never runs", |program, _| kernel(program, loads).dims[0] = 0),
    ];
    all_are_named(Mode::Gradient, &mistakes);
}
