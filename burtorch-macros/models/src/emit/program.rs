//! A program as text: one call of a kernel after the other.

use std::fmt::Write;

use super::kernel::{self, Shared};
use super::kernels::Kernels;
use crate::ast::Precision;
use crate::each::Each;
use crate::plan::{Argument, Kernel, Leaf, Memory, Need, Program, Row, Step, StepNeed, Store, Tensor, needs, row};
use crate::tensor::elements;

/// How a function gets its inputs.
pub(super) struct Inputs {
    /// One slice per input, or one for all: a text that takes an offset.
    pub slices: Vec<Slice>,
}

pub(super) struct Slice {
    /// The type of its elements.
    pub scalar: String,
    pub name: String,
    pub offset: usize,
}

/// The statements of a program. It reads `p`, the parameters, and the inputs; it works in `w`, adds to `g` or to `p`, and
/// may use `seed`, and `u`, a step of an optimizer. If it is `shared`, the threads of `team` share large kernels.
pub(super) fn statements(
    program: &Program,
    inputs: &Inputs,
    precision: Precision,
    kernels: &mut Kernels,
    shared: bool,
) -> String {
    let mut writer = Writer { inputs, precision, kernels, shared, out: String::new() };
    writer.steps(&program.steps, &mut Vec::new());
    writer.out
}

/// The same of the program of a gradient, without the steps that the chosen parameters, `c`, do not need, and only as long as `go` says so,
/// which is asked before each kernel. `starts` are where tensors of parameters begin.
pub(super) fn statements_of_chosen(
    program: &Program,
    inputs: &Inputs,
    precision: Precision,
    kernels: &mut Kernels,
    starts: &[usize],
) -> String {
    let mut writer = Writer { inputs, precision, kernels, shared: false, out: String::new() };
    let needs = needs(program, starts);
    let mut conditions = Conditions::default();
    writer.chosen(&program.steps, &needs, &mut Vec::new(), &mut conditions, None);
    // Each condition is looked at once, before all steps.
    let mut text = String::new();
    for (at, tensors) in conditions.known.iter().enumerate() {
        writeln!(text, "let n{at} = c.any(&{tensors:?});").expect("a string can always grow");
    }
    text + &writer.out
}

/// A gradient of so many elements is not computed by rows: that would save less than it costs.
const LEAST_BY_ROW: usize = 64;

/// Whether one of some tensors is chosen, for each set of tensors that some step depends on: `n0`, `n1`…
#[derive(Default)]
struct Conditions {
    known: Vec<Vec<u64>>,
}

impl Conditions {
    fn of(&mut self, need: &Need) -> usize {
        self.known.iter().position(|known| *known == need.tensors).unwrap_or_else(|| {
            self.known.push(need.tensors.clone());
            self.known.len() - 1
        })
    }
}

/// Whether the tensor is chosen that a kernel adds to, in these iterations of the loops around.
fn is_chosen(tensor: &Tensor) -> String {
    let steps = tensor.steps.iter().enumerate().filter(|(_, step)| **step > 0);
    let place = steps.fold(tensor.first.to_string(), |text, (at, step)| format!("{text} + l{at} * {step}"));
    format!("c.has({place})")
}

/// The tensors that the kernels inside of a loop add to.
fn gradients(needs: &[StepNeed], found: &mut Vec<Tensor>) {
    for need in needs {
        match need {
            StepNeed::Gradient(tensor) => found.push(tensor.clone()),
            StepNeed::Kernel(_) => {}
            StepNeed::Loop { steps, .. } => gradients(steps, found),
        }
    }
}

/// A tensor in memory, as an expression of type `&[…]`.
pub(super) fn reference(argument: &Argument, inputs: &Inputs) -> String {
    match &argument.memory {
        Memory::Seed => "&seed".to_owned(),
        Memory::Input(at) => {
            let Slice { scalar, .. } = &inputs.slices[*at];
            let ty = kernel::array(&argument.shape, scalar);
            inferred(&argument.memory, inputs).replacen("b::read(", &format!("b::read::<{scalar}, {ty}>("), 1)
        }
        memory => {
            let ty = kernel::array(&argument.shape, "__S");
            inferred(memory, inputs).replacen("b::read(", &format!("b::read::<__S, {ty}>("), 1)
        }
    }
}

/// A tensor in memory, as an expression whose type the compiler infers: a kernel has one type for each of its arguments.
fn inferred(memory: &Memory, inputs: &Inputs) -> String {
    match memory {
        Memory::Params(leaf) => format!("b::read(p, {})", offset(leaf)),
        Memory::Gradient(leaf) => format!("b::read(g, {})", offset(leaf)),
        Memory::Workspace { leaf, .. } => format!("b::read(w, {})", offset(leaf)),
        Memory::Input(at) => {
            let Slice { name, offset, .. } = &inputs.slices[*at];
            format!("b::read({name}, {offset})")
        }
        Memory::Seed => "&seed".to_owned(),
    }
}

/// Where a tensor starts, in the iterations `l0`, `l1`… of the loops around.
fn offset(leaf: &Leaf) -> String {
    let mut text = leaf.offset.to_string();
    for (at, step) in leaf.steps.iter().enumerate().filter(|(_, step)| **step != 0) {
        write!(text, " + l{at} * {step}").expect("a string can always grow");
    }
    text
}

/// The first iteration of a loop that runs backwards which the chosen tensors need, as an expression.
fn first_iteration(count: usize, after: &Need, needs: &[StepNeed], conditions: &mut Conditions) -> String {
    let mut tensors = Vec::new();
    gradients(needs, &mut tensors);
    // What the iterations of an inner loop add to is not looked at one by one.
    if tensors.iter().any(|tensor| tensor.steps.iter().skip(1).any(|step| *step > 0)) {
        return "0".to_owned();
    }
    let mut tests: Vec<String> = tensors.iter().map(is_chosen).collect();
    tests.sort_unstable();
    tests.dedup();
    let tests = if tests.is_empty() { "false".to_owned() } else { tests.join(" || ") };
    let first = format!("c.first({count}, |c, l0| {tests})");
    if after.always {
        "0".to_owned()
    } else if after.tensors.is_empty() {
        first
    } else {
        format!("if n{} {{ 0 }} else {{ {first} }}", conditions.of(after))
    }
}

struct Writer<'p> {
    inputs: &'p Inputs,
    precision: Precision,
    kernels: &'p mut Kernels,
    shared: bool,
    out: String,
}

impl Writer<'_> {
    fn steps(&mut self, steps: &[Step], counts: &mut Vec<usize>) {
        for step in steps {
            match step {
                Step::Kernel(kernel) => self.call(kernel, counts),
                Step::Loop { count, reversed, steps } => {
                    let order = if *reversed { ".rev()" } else { "" };
                    self.line(&format!("for l{} in (0..{count}){order} {{", counts.len()));
                    counts.push(*count);
                    self.steps(steps, counts);
                    counts.pop();
                    self.line("}");
                }
            }
        }
    }

    /// The steps, each where it is needed. What is inside of `around` runs only if that condition holds.
    fn chosen(
        &mut self,
        steps: &[Step],
        needs: &[StepNeed],
        counts: &mut Vec<usize>,
        conditions: &mut Conditions,
        around: Option<usize>,
    ) {
        for (step, need) in steps.iter().zip(needs) {
            let condition = match need {
                StepNeed::Gradient(tensor) => Some(is_chosen(tensor)),
                StepNeed::Kernel(need) | StepNeed::Loop { need, .. } if !need.always => {
                    let condition = conditions.of(need);
                    (around != Some(condition)).then(|| format!("n{condition}"))
                }
                _ => None,
            };
            if let Some(condition) = &condition {
                self.line(&format!("if {condition} {{"));
            }
            match (step, need) {
                (Step::Kernel(kernel), StepNeed::Gradient(_)) => self.gradient(kernel, counts),
                (Step::Kernel(kernel), _) => self.call_if_it_goes_on(kernel, counts),
                (Step::Loop { count, reversed, steps }, StepNeed::Loop { need, after, steps: needs }) => {
                    let inside = if need.always { around } else { Some(conditions.of(need)) };
                    // A sweep ends with the last iteration that a chosen tensor needs, if nothing after the loop needs it.
                    let first = if counts.is_empty() && *reversed && !need.always {
                        first_iteration(*count, after, needs, conditions)
                    } else {
                        "0".to_owned()
                    };
                    let order = if *reversed { ".rev()" } else { "" };
                    self.line(&format!("let first: usize = {first};"));
                    self.line(&format!("for l{} in (first..{count}){order} {{", counts.len()));
                    counts.push(*count);
                    self.chosen(steps, needs, counts, conditions, inside);
                    counts.pop();
                    self.line("}");
                }
                _ => unreachable!("there is a need for each step"),
            }
            if condition.is_some() {
                self.line("}");
            }
        }
    }

    fn call_if_it_goes_on(&mut self, kernel: &Kernel, counts: &[usize]) {
        self.line("if !go() { return b::None; }");
        self.call(kernel, counts);
    }

    /// A kernel that adds to the gradient of a tensor: of all, or of the rows that are chosen.
    fn gradient(&mut self, kernel: &Kernel, counts: &[usize]) {
        let by_row = if elements(&kernel.dims) < LEAST_BY_ROW { None } else { row(kernel, counts.len()) };
        let Some(Row { kernel: of_row, count, length }) = by_row else {
            return self.call_if_it_goes_on(kernel, counts);
        };
        let Memory::Gradient(leaf) = &kernel.target.memory else { unreachable!("it adds to a gradient") };
        self.line(&format!("if let b::Some(rows) = c.rows({}, {length}, {count}) {{", offset(leaf)));
        self.line("if !go() { return b::None; }");
        self.line(&format!("for l{} in rows {{", counts.len()));
        let counts_with_rows: Vec<usize> = counts.iter().copied().chain([count]).collect();
        self.call(&of_row, &counts_with_rows);
        self.line("}} else {");
        self.call_if_it_goes_on(kernel, counts);
        self.line("}");
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn call(&mut self, kernel: &Kernel, counts: &[usize]) {
        let scalars: Vec<String> = kernel.arguments.each(|argument| match argument.memory {
            Memory::Input(at) => self.inputs.slices[at].scalar.clone(),
            _ => "__S".to_owned(),
        });
        let shared = if self.shared { kernel::shared(kernel, self.precision, &scalars) } else { None };
        // What is split has the shape of its target in its own type, from which that of its parts follows.
        let target = shared.as_ref().map(|_| format!("::<__S, {}>", kernel::array(&kernel.target.shape, "__S")));
        let ty = target.unwrap_or_default();
        // How the kernel is called, up to its target; and what stands between that and its arguments.
        let (call, step) = match shared {
            Some(Shared { implementation, call, step }) => {
                (format!("b::{call}(isa, team, {}", self.kernels.name(implementation)), format!(" {step},"))
            }
            None => {
                let implementation = kernel::implementation(kernel, self.precision, &scalars);
                (format!("isa.call({}", self.kernels.name(implementation)), String::new())
            }
        };
        let in_workspace = kernel.target.memory.is_workspace();
        let mut args: Vec<String> = kernel
            .arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| match &argument.memory {
                Memory::Params(leaf) if kernel::is_changed(kernel, at) => format!("b::read_mut(p, {})", offset(leaf)),
                // The workspace is being written to; what is read is around that.
                Memory::Workspace { leaf, .. } if in_workspace => format!("w.read({})", offset(leaf)),
                memory => inferred(memory, self.inputs),
            })
            .collect();
        if kernel::is_random(kernel) {
            let iteration = counts.iter().enumerate().fold("0".to_owned(), |outer, (at, count)| {
                if at == 0 { "l0".to_owned() } else { format!("({outer} * {count} + l{at})") }
            });
            args.push(format!("{iteration} as u64"));
        }
        if let (Store::Update, Memory::Params(leaf)) = (kernel.store, &kernel.target.memory) {
            args.push(format!("u.part({})", offset(leaf)));
        }
        // A comma after the last makes a tuple of one, too.
        let args = if args.is_empty() { String::new() } else { args.join(", ") + "," };
        match &kernel.target.memory {
            Memory::Workspace { leaf, .. } => {
                let around = if args.contains("w.read") { "w" } else { "_" };
                let offset = offset(leaf);
                self.line(&format!("{{ let (o, {around}) = b::write{ty}(w, {offset}); {call}, o,{step} ({args})); }}"));
            }
            Memory::Gradient(leaf) | Memory::Params(leaf) => {
                let buffer = if matches!(kernel.target.memory, Memory::Params(_)) { "p" } else { "g" };
                let offset = offset(leaf);
                self.line(&format!("{call}, b::read_mut{ty}({buffer}, {offset}),{step} ({args}));"));
            }
            memory => unreachable!("{memory:?} is not written to"),
        }
    }
}
