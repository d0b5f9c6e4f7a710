//! Chains of iterators that end in one value: loops with a value that changes.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use super::iterators::Iter;
use super::loops::Iteration;
use super::{Builder, Value, Variable};
use crate::ast::{BinaryOp, Closure, Expr, ExprKind, IntType, Len, Pattern, Type};
use crate::graph::{Id, Kind};

/// Methods that end a chain in one value.
const ENDS: [&str; 7] = ["sum", "product", "fold", "for_each", "min_by", "max_by", "collect"];

impl Builder<'_> {
    /// `iter.sum()` and its like; `None` if this is no chain that is looked into.
    pub(super) fn chain(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
        hint: Option<&Type>,
    ) -> Option<Value> {
        let method = name.to_string();
        if !ENDS.contains(&method.as_str()) || !is_chain(receiver) || !is_iterator(receiver) {
            return None;
        }
        // Nothing here is differentiated, so it is code as any other.
        let inactive = self.is_inactive(receiver) && args.iter().all(|arg| self.is_inactive(arg));
        if method != "for_each" && inactive && !self.goes_over_floats(receiver) {
            return None;
        }
        let before = self.checkpoint();
        let Some(iter) = self.iterator(receiver) else {
            let poison = self.poison();
            return Some(poison);
        };
        let iteration = Iteration::Chain(iter.clone());
        let span = name.span();
        let by_ref = iter.by_ref();
        let value = match (method.as_str(), args) {
            ("sum" | "product", []) => {
                let (start, op) = if method == "sum" { (-0.0, Op::Add) } else { (1.0, Op::Mul) };
                let integers = ["usize", "i32", "u32", "i64", "u64", "isize"];
                let text = turbofish.to_string();
                if integers.iter().any(|int| text.contains(int)) {
                    self.rollback(before);
                    return None;
                }
                let start = self.w.constant(start);
                self.accumulate(start, &iteration, span, &mut |builder, sum, item| {
                    let item = builder.node(item);
                    builder.w.op(op, &[sum, item])
                })
            }
            ("fold", [start, Expr { kind: ExprKind::Closure(closure), .. }]) => {
                let start = self.expr(start, hint);
                let start = self.node(start);
                let depth = self.vars.len();
                self.accumulate(start, &iteration, span, &mut |builder, sum, item| {
                    let value = builder.apply(closure, depth, vec![(Value::Node(sum), false), (item, by_ref)]);
                    builder.node(value)
                })
            }
            ("fold", [start, Expr { kind: ExprKind::Verbatim(path), .. }]) => {
                // `fold(f64::NEG_INFINITY, f64::max)`
                let start = self.expr(start, Some(&Type::Float));
                let start = self.node_as(start, &Type::Float);
                let Some(op) = self.row_of_path(path) else {
                    return Some(self.report(span, "this `fold` cannot be differentiated: write its closure in place"));
                };
                self.accumulate(start, &iteration, span, &mut |builder, sum, item| {
                    let item = builder.node(item);
                    builder.w.op(op, &[sum, item])
                })
            }
            ("for_each", [Expr { kind: ExprKind::Closure(closure), .. }]) => {
                let depth = self.vars.len();
                self.repeat(&iteration, None, span, &mut |builder, item| {
                    builder.apply(closure, depth, vec![(item, by_ref)]);
                    None
                });
                return Some(self.unit());
            }
            ("collect", []) => {
                let empty = Type::Array(Box::new(Type::Float), Len::Dynamic);
                let start = self.w.push(Kind::Zero, empty);
                self.accumulate(start, &iteration, span, &mut |builder, array, item| {
                    let item = builder.node(item);
                    let ty = Type::Array(Box::new(builder.ty(item).clone()), Len::Dynamic);
                    builder.w.push(Kind::Push(array, item), ty)
                })
            }
            ("min_by" | "max_by", [_]) => {
                return Some(self.extreme(&iter, method == "max_by", &args[0], span));
            }
            _ => {
                let message = "this cannot be differentiated: write the closure in place, or a `for`";
                return Some(self.report(span, message));
            }
        };
        Some(Value::Node(value))
    }

    /// The row that `f64::max` names.
    fn row_of_path(&mut self, path: &TokenStream) -> Option<Op> {
        let mut prefix: Vec<_> = path.clone().into_iter().collect();
        let TokenTree::Ident(last) = prefix.pop()? else { return None };
        let op = Op::from_method(&last.to_string(), 2)?;
        let of = self.scalar_prefix(&prefix.into_iter().collect())?;
        self.prove_path(&of, &last);
        Some(op)
    }

    /// Whether a chain goes over an array of the graph.
    fn goes_over_floats(&self, chain: &Expr) -> bool {
        match &chain.kind {
            ExprKind::Method { receiver, .. } => self.goes_over_floats(receiver),
            ExprKind::Reference(inner) => self.goes_over_floats(inner),
            _ => self.place_type(chain).has_floats(),
        }
    }

    /// Goes over all items with a value that changes.
    fn accumulate(
        &mut self,
        start: Id,
        iteration: &Iteration,
        span: Span,
        step: &mut dyn FnMut(&mut Builder, Id, Value) -> Id,
    ) -> Id {
        let at = self.vars.len();
        self.vars.push(Variable::ours(" sum", start));
        self.repeat(iteration, None, span, &mut |builder, item| {
            let sum = builder.vars[at].id;
            builder.vars[at].id = step(builder, sum, item);
            None
        });
        self.vars.remove(at).id
    }

    /// `iter.max_by(|a, b| a.total_cmp(b))`, which is followed by `unwrap`.
    fn extreme(&mut self, iter: &Iter, largest: bool, by: &Expr, span: proc_macro2::Span) -> Value {
        let by_value = match &by.kind {
            ExprKind::Verbatim(path) => {
                path.to_string().replace(' ', "") == format!("{}::total_cmp", self.function.scalar.tokens)
            }
            ExprKind::Closure(closure) => compares_its_arguments(closure),
            _ => false,
        };
        if !by_value {
            return self
                .report(span, "this can be differentiated with `|a, b| a.total_cmp(b)` only: write a `for` with `if`");
        }
        let zero = self.push_int(0, IntType::named("usize"));
        let first = self.item(iter, zero);
        let start = self.node(first);
        // The last of equal items is the largest, the first the smallest.
        let one = self.push_int(1, IntType::named("usize"));
        let rest = Iteration::Chain(Iter::Skipped(Box::new(iter.clone()), one));
        let value = self.accumulate(start, &rest, span, &mut |builder, best, item| {
            let item = builder.node(item);
            let comparison = if largest { BinaryOp::Ge } else { BinaryOp::Lt };
            let better = builder.w.push(Kind::Compare(comparison, item, best), Type::Other);
            builder.w.push(Kind::Select(better, item, best), Type::Float)
        });
        Value::Node(value)
    }
}

/// Whether an expression is surely an iterator: `map` of an array is an array.
pub(super) fn is_iterator(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Method { receiver, name, .. } if name == "map" => is_iterator(receiver),
        ExprKind::Method { name, .. } => name == "iter_mut" || name == "chunks_exact_mut" || is_chain(expr),
        _ => is_chain(expr),
    }
}

/// Whether an expression is an iterator that is looked into, rather than code.
pub(super) fn is_chain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Method { name, .. } => is_link(name),
        ExprKind::Range { .. } => true,
        _ => false,
    }
}

/// Whether a method makes an iterator that is looked into.
pub(super) fn is_link(name: &Ident) -> bool {
    const LINKS: [&str; 13] = [
        "iter",
        "into_iter",
        "zip",
        "enumerate",
        "map",
        "rev",
        "step_by",
        "skip",
        "take",
        "chunks_exact",
        "windows",
        "copied",
        "cloned",
    ];
    LINKS.iter().any(|known| name == known)
}

/// Whether a closure is `|a, b| a.total_cmp(b)`.
fn compares_its_arguments(closure: &Closure) -> bool {
    fn name_of(pattern: &Pattern) -> Option<&Ident> {
        match pattern {
            Pattern::Name { ident, .. } => Some(ident),
            Pattern::Deref(inner) => name_of(inner),
            _ => None,
        }
    }
    let is = |expr: &Expr, at: usize| {
        let expr = match &expr.kind {
            ExprKind::Reference(inner) => inner,
            _ => expr,
        };
        matches!(&expr.kind, ExprKind::Name(name) if closure.params.get(at).and_then(name_of) == Some(name))
    };
    match &closure.body.kind {
        ExprKind::Method { receiver, name, args, .. } => {
            name == "total_cmp" && is(receiver, 0) && matches!(&args[..], [arg] if is(arg, 1))
        }
        _ => false,
    }
}
