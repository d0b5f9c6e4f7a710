//! Runs a plan on numbers in double precision, one element at a time: the witness for what `plan` makes of a graph.
//!
//! The workspace starts as NaN, so what is read before it is written is seen; and every place is checked.

use burtorch_runtime::rules;

use crate::plan::{
    Access, Affine, Argument, BinaryOp, Expr, Kernel, Leaf, Memory, Need, Program, Reduction, Step, StepNeed, Store,
};
use crate::tensor::interpret::{self, Value, compare};
use crate::tensor::{elements, signed};

/// What a program works on.
pub struct Machine<'m> {
    pub params: Vec<f64>,
    pub gradient: Vec<f64>,
    pub inputs: &'m [Value],
    pub seed: f64,
    /// What an optimizer makes of a parameter and its gradient.
    pub update: fn(f64, f64) -> f64,
}

impl Machine<'_> {
    /// The results of the program.
    pub fn run(&mut self, program: &Program) -> Vec<Vec<f64>> {
        let mut run = KernelRun::new(self, program);
        run.steps(&program.steps);
        run.results(program)
    }

    /// The results, by those steps alone that the gradient of one tensor of parameters needs.
    pub fn run_for(&mut self, program: &Program, needs: &[StepNeed], tensor: usize) -> Vec<Vec<f64>> {
        let mut run = KernelRun::new(self, program);
        run.steps_for(&program.steps, needs, tensor);
        run.results(program)
    }
}

struct KernelRun<'r, 'm> {
    machine: &'r mut Machine<'m>,
    workspace: Vec<f64>,
    /// The iterations of the loops around, the outermost first, and their lengths.
    loops: Vec<usize>,
    counts: Vec<usize>,
}

impl<'r, 'm> KernelRun<'r, 'm> {
    fn new(machine: &'r mut Machine<'m>, program: &Program) -> Self {
        Self { machine, workspace: vec![f64::NAN; program.floats], loops: Vec::new(), counts: Vec::new() }
    }

    fn results(&self, program: &Program) -> Vec<Vec<f64>> {
        let one = |result: &Argument| (0..elements(&result.shape)).map(|at| self.read(result, at)).collect();
        program.results.iter().map(one).collect()
    }

    /// Runs `body` once for each iteration.
    fn iterate(&mut self, count: usize, reversed: bool, mut body: impl FnMut(&mut Self)) {
        self.counts.push(count);
        for at in 0..count {
            self.loops.push(if reversed { count - 1 - at } else { at });
            body(self);
            self.loops.pop();
        }
        self.counts.pop();
    }

    fn steps_for(&mut self, steps: &[Step], needs: &[StepNeed], tensor: usize) {
        let is_needed =
            |need: &Need| need.always || need.tensors.get(tensor / 64).is_some_and(|set| set >> (tensor % 64) & 1 == 1);
        for pair in steps.iter().zip(needs) {
            match pair {
                (Step::Kernel(kernel), StepNeed::Gradient(of)) => {
                    let steps = of.steps.iter().zip(&self.loops);
                    if of.first + steps.map(|(step, at)| step * at).sum::<usize>() == tensor {
                        self.kernel(kernel);
                    }
                }
                (Step::Kernel(kernel), StepNeed::Kernel(need)) => {
                    if is_needed(need) {
                        self.kernel(kernel);
                    }
                }
                (Step::Loop { count, reversed, steps }, StepNeed::Loop { need, steps: needs, .. }) => {
                    if is_needed(need) {
                        self.iterate(*count, *reversed, |run| run.steps_for(steps, needs, tensor));
                    }
                }
                _ => panic!("there is a need for each step"),
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Kernel(kernel) => self.kernel(kernel),
                Step::Loop { count, reversed, steps } => self.iterate(*count, *reversed, |run| run.steps(steps)),
            }
        }
    }

    fn start(&self, leaf: &Leaf) -> usize {
        leaf.offset + leaf.steps.iter().zip(&self.loops).map(|(step, at)| step * at).sum::<usize>()
    }

    #[allow(clippy::cast_precision_loss, reason = "integers of tests are small")]
    fn read(&self, argument: &Argument, at: usize) -> f64 {
        assert!(at < elements(&argument.shape), "element {at} of {argument:?}");
        match &argument.memory {
            Memory::Params(leaf) => self.machine.params[self.start(leaf) + at],
            Memory::Gradient(leaf) => self.machine.gradient[self.start(leaf) + at],
            Memory::Workspace { leaf, .. } => self.workspace[self.start(leaf) + at],
            Memory::Input(input) => match &self.machine.inputs[*input] {
                Value::Float(values) => values[at],
                Value::Int(values) => values[at] as f64,
            },
            Memory::Seed => self.machine.seed,
        }
    }

    fn place(&mut self, argument: &Argument, at: usize) -> &mut f64 {
        assert!(at < elements(&argument.shape), "element {at} of {argument:?}");
        match &argument.memory {
            Memory::Params(leaf) => {
                let at = self.start(leaf) + at;
                &mut self.machine.params[at]
            }
            Memory::Gradient(leaf) => {
                let at = self.start(leaf) + at;
                &mut self.machine.gradient[at]
            }
            Memory::Workspace { leaf, .. } => {
                let at = self.start(leaf) + at;
                &mut self.workspace[at]
            }
            memory => panic!("{memory:?} is written to"),
        }
    }

    fn kernel(&mut self, kernel: &Kernel) {
        for at in coordinates(&kernel.dims) {
            let mut reduced = f64::NAN;
            if let Some(reduce) = &kernel.reduce {
                reduced = if reduce.reduction == Reduction::Sum { 0.0 } else { f64::NEG_INFINITY };
                for inner in coordinates(&reduce.dims) {
                    let at = [&*at, &*inner].concat();
                    let term = self.expr(kernel, &reduce.body, &at, f64::NAN);
                    reduced = if reduce.reduction == Reduction::Sum { reduced + term } else { reduced.max(term) };
                    if let Some(fused) = &kernel.fused_update {
                        let added = self.expr(kernel, &fused.value, &at, f64::NAN);
                        let Expr::Op(_, factors) = &reduce.body else { panic!("a sum of products") };
                        let places = factors.iter().find_map(|factor| match factor {
                            Expr::Load(argument, places) if *argument == fused.argument => Some(places),
                            _ => None,
                        });
                        let argument = &kernel.arguments[fused.argument];
                        let place = self.flat(kernel, argument, places.expect("it is a factor"), &at);
                        *self.place(argument, place) += added;
                    }
                }
            }
            let at = [&*at, &*vec![0; kernel.reduce.as_ref().map_or(0, |reduce| reduce.dims.len())]].concat();
            let value = self.expr(kernel, &kernel.value, &at, reduced);
            let place = self.flat(kernel, &kernel.target, &kernel.to, &at);
            let update = self.machine.update;
            let target = self.place(&kernel.target, place);
            *target = match kernel.store {
                Store::Set => value,
                Store::Add => *target + value,
                Store::Update => update(*target, value),
            };
        }
    }

    fn flat(&self, kernel: &Kernel, argument: &Argument, places: &[Access], at: &[usize]) -> usize {
        assert_eq!(places.len(), argument.shape.len(), "one coordinate per axis of {argument:?}");
        places.iter().zip(&argument.shape).fold(0, |flat, (place, &length)| {
            let place = match place {
                Access::Affine(of) => affine(of, at),
                Access::At(indices, inner) => {
                    let indices = &kernel.arguments[*indices];
                    let inner =
                        inner.iter().zip(&indices.shape).fold(0, |flat, (of, length)| flat * length + affine(of, at));
                    #[allow(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "an index is a small integer"
                    )]
                    let index = self.read(indices, inner) as usize;
                    index
                }
            };
            assert!(place < length, "coordinate {place} is outside of an axis of length {length}");
            flat * length + place
        })
    }

    #[allow(clippy::cast_precision_loss, reason = "coordinates are small")]
    fn expr(&self, kernel: &Kernel, expr: &Expr, at: &[usize], reduced: f64) -> f64 {
        let of = |expr: &Expr| self.expr(kernel, expr, at, reduced);
        match expr {
            Expr::Const(value) => value.value(),
            Expr::Index(index) => affine(index, at) as f64,
            Expr::Load(argument, places) => {
                let argument = &kernel.arguments[*argument];
                self.read(argument, self.flat(kernel, argument, places, at))
            }
            Expr::Op(op, args) => rules::value(*op, &args.iter().map(of).collect::<Vec<_>>()),
            Expr::Compare(op, a, b) => f64::from(u8::from(truth(*op, of(a), of(b)))),
            Expr::Select(truth, a, b) => of(if of(truth) == 0.0 { b } else { a }),
            Expr::ToFloat(a) => of(a),
            Expr::Random { seed, stream, position } => {
                interpret::random(of(seed), *stream, interpret::step(&self.loops, &self.counts), affine(position, at))
            }
            Expr::Reduced => reduced,
        }
    }
}

fn truth(op: BinaryOp, a: f64, b: f64) -> bool {
    compare(op, a, b)
}

/// Terms behind those that there are count nothing.
fn affine(affine: &Affine, at: &[usize]) -> usize {
    let sum: isize = affine.terms.iter().zip(at).map(|(term, at)| term * signed(*at)).sum();
    usize::try_from(affine.offset + sum).expect("a coordinate is not negative")
}

/// All coordinates of a loop nest, the innermost fastest.
fn coordinates(dims: &[usize]) -> Vec<Vec<usize>> {
    dims.iter().fold(vec![Vec::new()], |all, &length| {
        all.iter().flat_map(|at| (0..length).map(move |next| [&**at, &[next]].concat())).collect()
    })
}
