//! Chains of iterators that end in one value: loops with a value that changes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::ends::{is_other_end, names_integer, sum_or_product};
use super::flow::{FLOWING, Flow};
use super::{Builder, Value};
use crate::ast::{BinaryOp, Closure, Expr, ExprKind, Len, Pattern, Type};
use crate::graph::{Id, Kind, Template};

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
        unwrapped: bool,
    ) -> Option<Value> {
        let method = name.to_string();
        let is_end = ENDS.contains(&method.as_str()) && is_chain(receiver);
        if !is_end && !is_other_end(&method, receiver) {
            return None;
        }
        // Nothing here is differentiated, so it is code as any other.
        let inactive = self.is_inactive(receiver) && args.iter().all(|arg| self.is_inactive(arg));
        if (method != "for_each" || changes_its_items(receiver))
            && inactive
            && (!is_end || !self.goes_over_floats(receiver))
        {
            return None;
        }
        let before = self.checkpoint();
        let depth = self.vars.len();
        let flow = self.flow(receiver);
        self.unwrapped = unwrapped;
        let value = match flow {
            Some(flow) if is_end => self.end(&flow, name, turbofish, args, hint),
            Some(flow) => self.other_end(&flow, name, args, hint).or_else(|| Some(self.poison())),
            None => Some(self.poison()),
        };
        self.unwrapped = false;
        self.vars.truncate(depth);
        if std::mem::take(&mut self.collects_code) {
            self.rollback(before);
            return Some(self.chain_as_code(receiver, name, turbofish, args));
        }
        if value.is_none() {
            self.rollback(before);
        }
        value
    }

    /// The end of a chain; `None` if it adds integers.
    fn end(
        &mut self,
        flow: &Flow,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
        hint: Option<&Type>,
    ) -> Option<Value> {
        let (method, span) = (name.to_string(), name.span());
        let value = match (method.as_str(), args) {
            ("sum" | "product", []) => {
                let (start, op) = sum_or_product(&method);
                if names_integer(turbofish) {
                    return None;
                }
                let start = self.w.constant(start);
                self.accumulate(start, flow, span, &mut |builder, sum, item| {
                    let item = builder.node(item);
                    builder.w.op(op, &[sum, item])
                })
            }
            ("fold", [start, function]) => {
                let hint = if matches!(function.kind, ExprKind::Verbatim(_)) { Some(&Type::Float) } else { hint };
                let start = self.expr(start, hint);
                let start = match start {
                    Value::Code(code) if hint == Some(&Type::Float) => self.float_code(code),
                    start => start,
                };
                let Some(function) = self.adaptor_of(function, 2) else { return Some(self.poison()) };
                let held = self.hold(start);
                self.drive(flow, &[], span, &mut |builder, item, by_ref| {
                    let before = builder.value_held(&held);
                    let value = builder.apply(&function.closure, function.depth, vec![(before, false), (item, by_ref)]);
                    builder.hold_now(&held, value, span);
                });
                return Some(self.value_held(&held));
            }
            ("for_each", [function]) => {
                let Some(function) = self.adaptor_of(function, 1) else { return Some(self.poison()) };
                self.drive(flow, &[], span, &mut |builder, item, by_ref| {
                    builder.apply(&function.closure, function.depth, vec![(item, by_ref)]);
                });
                return Some(self.unit());
            }
            ("collect", []) => {
                let empty = Type::Array(Box::new(Type::Float), Len::Dynamic);
                let start = self.w.push(Kind::Zero, empty);
                self.accumulate(start, flow, span, &mut |builder, array, item| {
                    let item = builder.node(item);
                    builder.collects_code |= *builder.ty(item) == Type::Other && !builder.is_poison(&Value::Node(item));
                    let ty = Type::Array(Box::new(builder.ty(item).clone()), Len::Dynamic);
                    builder.w.push(Kind::Push(array, item), ty)
                })
            }
            ("min_by" | "max_by", [_]) => {
                return Some(self.extreme(flow, method == "max_by", &args[0], span));
            }
            _ => {
                let message = "this cannot be differentiated: write the closure in place, or a `for`";
                return Some(self.report(span, message));
            }
        };
        Some(Value::Node(value))
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
        flow: &Flow,
        span: Span,
        step: &mut dyn FnMut(&mut Builder, Id, Value) -> Id,
    ) -> Id {
        let at = self.own_variable(" sum", start);
        self.drive(flow, &[], span, &mut |builder, item, _| {
            let sum = builder.vars[at].id;
            builder.vars[at].id = step(builder, sum, item);
        });
        self.vars[at].id
    }

    /// `iter.max_by(|a, b| a.total_cmp(b))`
    fn extreme(&mut self, flow: &Flow, largest: bool, by: &Expr, span: Span) -> Value {
        let by_value = match &by.kind {
            ExprKind::Verbatim(path) => {
                path.to_string().replace(' ', "") == format!("{}::total_cmp", self.function.scalar.tokens)
            }
            ExprKind::Closure(closure) => compares_its_arguments(closure),
            _ => false,
        };
        let Some(function) = self.adaptor_of(by, 2) else { return self.poison() };
        // The last of equal items is the largest, the first the smallest.
        self.chosen(flow, span, &mut |builder, best, item| {
            if by_value && builder.is_float(&item) && builder.is_float(&best) {
                let (best, item) = (builder.node(best), builder.node(item));
                let comparison = if largest { BinaryOp::Ge } else { BinaryOp::Lt };
                let better = builder.w.push(Kind::Compare(comparison, item, best), Type::Other);
                return Value::Node(builder.w.push(Kind::Select(better, item, best), Type::Float));
            }
            let seen = [best.clone(), item.clone()].map(|value| (builder.lent(value), true));
            let ordering = builder.apply(&function.closure, function.depth, seen.to_vec());
            if builder.is_poison(&ordering) {
                return ordering;
            }
            let ordering = builder.template(ordering);
            let greater =
                Value::Code(ordering.binary("==", Template::verbatim(quote!(::core::cmp::Ordering::Greater))));
            if largest {
                builder.choice(greater, &mut |_| best.clone(), &mut |_| item.clone())
            } else {
                builder.choice(greater, &mut |_| item.clone(), &mut |_| best.clone())
            }
        })
    }
}

/// Whether an expression is surely an iterator: `map` of an array is an array.
pub(super) fn is_iterator(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Method { receiver, name, .. } if name == "map" => is_iterator(receiver),
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

/// Whether a chain starts with `iter_mut`.
fn changes_its_items(chain: &Expr) -> bool {
    match &chain.kind {
        ExprKind::Method { receiver, name, .. } => name.to_string().ends_with("_mut") || changes_its_items(receiver),
        _ => false,
    }
}

/// Whether a method makes an iterator that is looked into.
pub(super) fn is_link(name: &Ident) -> bool {
    const LINKS: [&str; 17] = [
        "iter",
        "iter_mut",
        "chunks_mut",
        "chunks_exact_mut",
        "into_iter",
        "zip",
        "enumerate",
        "map",
        "rev",
        "step_by",
        "skip",
        "take",
        "chunks",
        "chunks_exact",
        "windows",
        "copied",
        "cloned",
    ];
    let name = name.to_string();
    LINKS.contains(&name.as_str()) || FLOWING.contains(&name.as_str())
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
