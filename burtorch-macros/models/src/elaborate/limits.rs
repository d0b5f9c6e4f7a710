//! How large a model may be. What is larger is refused, with the number and the way out: it would take hours to compile, or end
//! the stack of the compiler.
//!
//! Calls are inlined and most loops unrolled, so a few lines can become more than any compiler takes. Each limit is checked before
//! the work is done: that of a loop after its second iteration, all others before a call.

use proc_macro2::{Ident, Span};

use super::eval::Evaluator;
use super::source::shape as show;
use crate::tensor::{Dtype, Graph, Kind, elements};

/// The most operations on tensors of a function, with calls inlined and loops unrolled. With twice as many, rustc needs 4 GB.
pub(super) const OPERATIONS: usize = 4096;
/// The most expressions, constant ones included, that are evaluated while a function is elaborated: a few seconds of work.
pub(super) const EXPRESSIONS: usize = 1 << 20;
/// The most numbers of a parameter or an argument, and of all parameters together: 8 GB of `f32`.
pub(super) const NUMBERS: usize = 1 << 31;
/// The most elements of an intermediate tensor, materialised or not: the cost model multiplies such numbers.
const COMPUTED: usize = 1 << 40;
/// The most parameters of a model, counted as tensors with a name.
pub(super) const PARAMETERS: usize = 1 << 14;
/// The most calls or structs inside of each other: each is a recursion of the compiler.
const NESTED: usize = 128;
/// The longest chain of constants of which each is computed from the next.
pub(super) const CONSTANTS: usize = 512;
/// The longest chain of masks of which each is a part of another's elements. Masks are never materialised, so a use of the last one
/// computes the whole chain.
const MASKS: usize = 256;

/// The size of a function so far.
#[derive(Clone, Copy)]
pub(super) struct Written {
    operations: usize,
    expressions: usize,
}

impl Evaluator<'_> {
    pub(super) fn written(&self) -> Written {
        Written { operations: self.builder.len(), expressions: self.evaluated }
    }

    /// Whether the function is so large already that nothing more is evaluated. It is reported where the function ends.
    pub(super) fn is_full(&mut self) -> bool {
        let Written { operations, expressions } = self.written();
        self.full |= operations > OPERATIONS || expressions > EXPRESSIONS;
        self.full
    }

    /// Whether a loop of `count` steps is too long, of which the second one started when so much was written; reported if it is.
    /// (The first one may bring parameters that the others have then.)
    pub(super) fn is_too_long(&mut self, before: Written, count: usize, span: Span) -> bool {
        let now = self.written();
        let one = (now.operations - before.operations, now.expressions - before.expressions);
        let left = count - 1;
        let all = (before.operations + one.0.saturating_mul(left), before.expressions + one.1.saturating_mul(left));
        let way_out = "use operators on whole tensors, or an array of layers, whose loop stays a loop";
        let message = if all.0 > OPERATIONS {
            format!(
                "this loop has {count} steps of {} operations each and is written out, which makes {}: a function has at most \
                 {OPERATIONS}, {way_out}",
                one.0,
                one.0.saturating_mul(count)
            )
        } else if all.1 > EXPRESSIONS {
            format!(
                "this loop has {count} steps of {} expressions each and is written out, which makes {}: a function has at most \
                 {EXPRESSIONS}, {way_out}",
                one.1,
                one.1.saturating_mul(count)
            )
        } else {
            return false;
        };
        // If the function is too large already, that is reported where it ends.
        if !self.full {
            self.report(span, message);
        }
        true
    }

    /// Reports a function that is too large.
    pub(super) fn report_full(&mut self, name: &Ident) {
        let Written { operations, .. } = self.written();
        self.full = false;
        let (most, what) =
            if operations > OPERATIONS { (OPERATIONS, "operations on tensors") } else { (EXPRESSIONS, "expressions") };
        self.report(
            name.span(),
            format_args!(
                "`{name}` has more than {most} {what} when all its calls and loops are written out: call functions fewer times, use \
                 operators on whole tensors, or an array of layers, whose loop stays a loop"
            ),
        );
    }

    /// Whether so many calls or structs are open that one more may end the stack; reported if it is.
    pub(super) fn is_nested_too_deep(&mut self, what: &str, way_out: &str, span: Span) -> bool {
        let deep = self.frames.len() > NESTED;
        if deep {
            self.report(span, format_args!("{what} are nested more than {NESTED} deep here: {way_out}"));
        }
        deep
    }

    /// Reports tensors of a graph that have too many elements for the cost model, and masks that are too long.
    pub(super) fn check_size(&mut self, graph: &Graph) {
        // How deep each node is nested in masks.
        let mut depths: Vec<usize> = Vec::new();
        for id in graph.ids() {
            let node = graph.node(id);
            if elements(&node.shape) > COMPUTED {
                let message = format!("this is {}: a tensor has at most {COMPUTED} elements", show(&node.shape));
                self.report(node.span, message);
                return;
            }
            let depth = match node.dtype {
                Dtype::Float => 0,
                _ => 1 + node.kind.inputs().iter().map(|input| depths[input.index()]).max().unwrap_or(0),
            };
            depths.push(depth);
            if depth > MASKS {
                let message = format!(
                    "more than {MASKS} masks or integers are taken of each other here, one after the other: make numbers of a mask, \
                     `select(mask, 1.0, 0.0)`"
                );
                self.report(node.span, message);
                return;
            }
            if let Kind::Repeat(repeat) = &node.kind {
                self.check_size(&repeat.body);
            }
        }
    }

    /// Counts the structs inside of one; whether they are too many, which is reported.
    pub(super) fn is_nested_too_often(&mut self, name: &Ident) -> bool {
        if self.instantiating.is_empty() {
            self.instances = 0;
        }
        self.instances += 1;
        if self.instances == PARAMETERS + 1 {
            let outer = self.instantiating.first().unwrap_or(name).clone();
            let message = format_args!(
                "`{outer}` is made of more than {PARAMETERS} structs: use an array of layers, whose loop stays a loop"
            );
            self.report(outer.span(), message);
        }
        self.instances > PARAMETERS
    }

    /// Whether the parameters of a struct are too many, or too many numbers; reported if they are.
    pub(super) fn is_too_many(&mut self, name: &Ident, size: usize, count: usize, span: Span) -> bool {
        if size > NUMBERS {
            self.report(span, format_args!("`{name}` has {size} parameters, more than {NUMBERS}: make it smaller"));
        } else if count > PARAMETERS {
            let message = format_args!(
                "`{name}` has {count} tensors of parameters, more than {PARAMETERS}: make one tensor of those that are used together"
            );
            self.report(span, message);
        }
        size > NUMBERS || count > PARAMETERS
    }

    /// Whether a tensor that is kept in memory has too many numbers; reported if it has.
    pub(super) fn is_too_large(&mut self, shape: &[usize], span: Span) -> bool {
        let large = elements(shape) > NUMBERS;
        if large {
            self.report(span, format_args!("{} are more than {NUMBERS} numbers: make it smaller", show(shape)));
        }
        large
    }
}
