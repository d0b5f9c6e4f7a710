//! Iterators whose items are not known by their places: `filter`, `flat_map`, `scan` and their like.
//!
//! Such a chain is a loop over the iterator that it starts from, in whose body every adaptor does its part and hands the
//! item on: `filter` is an `if`, `scan` a variable that changes, `take_while` a variable that says whether to go on.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};

use super::call::is_pure_function;
use super::chains::is_chain;
use super::ends::Held;
use super::function_values::function_value;
use super::iterators::Iter;
use super::refused::way_out;
use super::state::{self, is_pure_method};
use super::{Builder, Value, Variable};
use crate::ast::{Closure, Expr, ExprKind, IntType, Pattern, Type};
use crate::graph::{Id, Kind};
use crate::surroundings::{definition, function_beside};

/// An iterator; the numbers are those of the variables that it changes as it goes.
#[derive(Clone)]
pub(super) enum Flow {
    /// The items are known by their places.
    Known(Iter),
    /// One item, and whether it is a reference.
    Once(Value, bool),
    Mapped(Box<Flow>, Adaptor),
    Filtered(Box<Flow>, Adaptor),
    FilterMapped(Box<Flow>, Adaptor),
    FlatMapped(Box<Flow>, Adaptor),
    Flattened(Box<Flow>),
    Inspected(Box<Flow>, Adaptor),
    /// Ends at the first item for which the function says so; the variable says whether to go on.
    TakenWhile(Box<Flow>, Adaptor, usize),
    MappedWhile(Box<Flow>, Adaptor, usize),
    /// The variable says whether items are still left out.
    SkippedWhile(Box<Flow>, Adaptor, usize),
    Scanned {
        inner: Box<Flow>,
        function: Adaptor,
        state: Rc<Held>,
        go_on: usize,
    },
    Chained(Box<Flow>, Box<Flow>),
    /// Items are copies where they were references.
    Copied(Box<Flow>),
    /// With a count of the items so far.
    Enumerated(Box<Flow>, usize),
    Limited {
        inner: Box<Flow>,
        most: Value,
        count: usize,
        go_on: usize,
    },
    Skipped {
        inner: Box<Flow>,
        least: Value,
        count: usize,
    },
    Stepped {
        inner: Box<Flow>,
        step: Value,
        count: usize,
    },
    /// With what another iterator has at the same place; `first` if its items come first.
    Zipped {
        inner: Box<Flow>,
        other: Iter,
        first: bool,
        count: usize,
        go_on: usize,
    },
}

/// What an adaptor calls with each item, and how many variables that sees.
#[derive(Clone)]
pub(super) struct Adaptor {
    pub closure: Rc<Closure>,
    pub depth: usize,
}

/// What is done with each item, and whether the item is a reference.
pub(super) type Sink<'s> = dyn FnMut(&mut Builder, Value, bool) + 's;

/// Adaptors that this file knows, beside those whose items are known by their places.
pub(super) const FLOWING: [&str; 10] = [
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "scan",
    "take_while",
    "skip_while",
    "map_while",
    "chain",
    "inspect",
];

impl Builder<'_> {
    /// Understands an iterator. Variables that it needs are made here; whoever asked for it removes them.
    pub(super) fn flow(&mut self, expr: &Expr) -> Option<Flow> {
        if !self.is_flow(expr) {
            return self.iterator(expr).map(Flow::Known);
        }
        if let ExprKind::Call(call) = &expr.kind
            && let [item] = &call.args[..]
        {
            let by_ref = self.is_reference(item);
            return Some(Flow::Once(self.expr(item, None), by_ref));
        }
        let ExprKind::Method { receiver, name, args, .. } = &expr.kind else { return None };
        let method = name.to_string();
        let inner = Box::new(self.flow(receiver)?);
        Some(match (method.as_str(), &args[..]) {
            ("map", [function]) => Flow::Mapped(inner, self.adaptor_of(function, 1)?),
            ("filter", [function]) => Flow::Filtered(inner, self.adaptor_of(function, 1)?),
            ("filter_map", [function]) => Flow::FilterMapped(inner, self.adaptor_of(function, 1)?),
            ("flat_map", [function]) => Flow::FlatMapped(inner, self.adaptor_of(function, 1)?),
            ("inspect", [function]) => Flow::Inspected(inner, self.adaptor_of(function, 1)?),
            ("flatten", []) => Flow::Flattened(inner),
            ("into_iter" | "by_ref", []) => *inner,
            ("copied" | "cloned", []) => Flow::Copied(inner),
            ("take_while", [function]) => {
                Flow::TakenWhile(inner, self.adaptor_of(function, 1)?, self.flag(" going", true))
            }
            ("map_while", [function]) => {
                Flow::MappedWhile(inner, self.adaptor_of(function, 1)?, self.flag(" going", true))
            }
            ("skip_while", [function]) => {
                Flow::SkippedWhile(inner, self.adaptor_of(function, 1)?, self.flag(" skips", true))
            }
            ("scan", [start, function]) => {
                let start = self.expr(start, None);
                if self.is_poison(&start) {
                    return None;
                }
                let function = self.adaptor_of(function, 2)?;
                // A state that is taken apart is held in parts.
                let state = if let Some(Pattern::Tuple(..)) = function.closure.params.first() {
                    self.hold(start)
                } else {
                    let start = self.node(start);
                    Held::One(self.own_variable(" state", start))
                };
                Flow::Scanned { inner, function, state: Rc::new(state), go_on: self.flag(" going", true) }
            }
            ("chain", [other]) => Flow::Chained(inner, Box::new(self.flow(other)?)),
            ("enumerate", []) => Flow::Enumerated(inner, self.counter()),
            ("take", [most]) => {
                let most = self.inactive(most)?;
                Flow::Limited { inner, most, count: self.counter(), go_on: self.flag(" going", true) }
            }
            ("skip", [least]) => Flow::Skipped { inner, least: self.inactive(least)?, count: self.counter() },
            ("step_by", [step]) => Flow::Stepped { inner, step: self.inactive(step)?, count: self.counter() },
            ("zip", [other]) => match (*inner, self.flow(other)?) {
                (inner, Flow::Known(other)) => self.zipped(inner, other, false),
                (Flow::Known(other), inner) => self.zipped(inner, other, true),
                // One of them is collected first, if that is the same.
                (inner, second) if calls_nothing(&second) && !may_have_effects(other) && !self.may_not_end(other) => {
                    let array = self.collected(&second, name.span());
                    let array = self.node(array);
                    self.zipped(inner, Iter::Array { array, by_ref: true }, false)
                }
                _ => {
                    let message = "`zip` of two iterators that leave items out cannot be differentiated: collect one of them first";
                    self.errors.report(name.span(), message);
                    return None;
                }
            },
            ("rev", []) => match reversed(*inner) {
                Some(flow) => flow,
                None => {
                    let message = "`rev` of this iterator cannot be differentiated: collect it first";
                    self.errors.report(name.span(), message);
                    return None;
                }
            },
            _ => {
                let way_out = way_out(&method);
                self.errors.report(name.span(), format_args!("`{name}` cannot be differentiated here: {way_out}"));
                return None;
            }
        })
    }

    fn zipped(&mut self, inner: Flow, other: Iter, first: bool) -> Flow {
        Flow::Zipped { inner: Box::new(inner), other, first, count: self.counter(), go_on: self.flag(" going", true) }
    }

    /// Whether an iterator has adaptors of this file, and something in it is differentiated: else it is code as any other,
    /// whose items are collected before the loop. If it has effects, these would come too early.
    pub(super) fn is_flow(&self, expr: &Expr) -> bool {
        has_flowing(expr) && (!self.is_inactive(expr) || may_have_effects(expr))
    }

    /// The function that an adaptor gets, as a closure.
    pub(super) fn adaptor_of(&mut self, function: &Expr, arity: usize) -> Option<Adaptor> {
        if let ExprKind::Verbatim(path) = &function.kind
            && self.scalar_prefix_of(path).is_none()
            && let Some(TokenTree::Ident(last)) = path.clone().into_iter().last()
            && definition(&last, false).is_some_and(|found| !found.marked)
            && function_beside(&self.function.name, &last.to_string()).is_none()
        {
            self.errors.report(
                last.span(),
                format_args!(
                    "`{last}` has no derivative: put `#[differentiable]` on it, or write a closure in its place"
                ),
            );
            return None;
        }
        match function_value(function, arity) {
            Some(closure) => Some(Adaptor { closure, depth: self.vars.len() }),
            None => {
                let message = "this function cannot be differentiated: write a closure, or the name of a function";
                self.errors.report(function.span, message);
                None
            }
        }
    }

    /// The float type in front of the last name of a path.
    fn scalar_prefix_of(&self, path: &TokenStream) -> Option<TokenStream> {
        let mut prefix: Vec<_> = path.clone().into_iter().collect();
        prefix.pop();
        self.scalar_prefix(&prefix.into_iter().collect())
    }

    /// A variable of ours; its name is none that a user can write.
    pub(super) fn own_variable(&mut self, name: &str, id: Id) -> usize {
        self.vars.push(Variable::ours(name, id));
        self.vars.len() - 1
    }

    pub(super) fn flag(&mut self, name: &str, value: bool) -> usize {
        let id = self.w.push(Kind::Bool(value), Type::Other);
        self.own_variable(name, id)
    }

    pub(super) fn set_flag(&mut self, flag: usize, value: bool) {
        self.vars[flag].id = self.w.push(Kind::Bool(value), Type::Other);
    }

    pub(super) fn counter(&mut self) -> usize {
        let zero = self.push_int(0, IntType::named("usize"));
        let zero = self.node(zero);
        self.own_variable(" count", zero)
    }

    /// The count so far; one more from now on.
    pub(super) fn counted(&mut self, counter: usize) -> Value {
        let now = Value::Node(self.vars[counter].id);
        let one = self.push_int(1, IntType::named("usize"));
        let next = self.arithmetic("+", now.clone(), one, i128::checked_add);
        self.vars[counter].id = self.node(next);
        now
    }
}

/// The items of a flow from the last to the first, where the last one is known.
fn reversed(flow: Flow) -> Option<Flow> {
    let back = |inner: Box<Flow>| reversed(*inner).map(Box::new);
    Some(match flow {
        Flow::Known(iter) => Flow::Known(Iter::Reversed(Box::new(iter))),
        Flow::Once(..) => flow,
        Flow::Mapped(inner, function) => Flow::Mapped(back(inner)?, function),
        Flow::Filtered(inner, function) => Flow::Filtered(back(inner)?, function),
        Flow::FilterMapped(inner, function) => Flow::FilterMapped(back(inner)?, function),
        Flow::Copied(inner) => Flow::Copied(back(inner)?),
        Flow::Chained(first, second) => Flow::Chained(back(second)?, back(first)?),
        _ => return None,
    })
}

/// Whether a chain calls something that is not known to be pure.
fn may_have_effects(chain: &Expr) -> bool {
    let mut effects = false;
    chain.visit(&mut |expr| effects |= calls_unknown(expr) || matches!(expr.kind, ExprKind::Assign { .. }));
    effects
}

/// Whether an expression itself, but for its parts, calls something that is not known to be pure.
pub(super) fn calls_unknown(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(call) => !is_pure_function(&call.prefix, &call.last),
        ExprKind::Method { name, .. } => !is_pure_method(&name.to_string()),
        ExprKind::Foreign { tokens, .. } | ExprKind::Other { tokens, .. } | ExprKind::Observe(tokens) => {
            state::may_have_effects(tokens)
        }
        _ => false,
    }
}

/// Whether nothing is called for the items of an iterator, so that nobody sees how many of them are asked for.
fn calls_nothing(flow: &Flow) -> bool {
    match flow {
        Flow::Known(iter) => !matches!(iter, Iter::Mapped(..) | Iter::Zipped(..)),
        Flow::Flattened(inner) | Flow::Copied(inner) => calls_nothing(inner),
        Flow::Chained(first, second) => calls_nothing(first) && calls_nothing(second),
        _ => false,
    }
}

/// Whether there is an adaptor of this file in a chain.
pub(super) fn has_flowing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Method { receiver, name, args, .. } => {
            let is_flowing = FLOWING.iter().any(|known| name == known) && (is_chain(receiver) || has_flowing(receiver));
            let zips = name == "zip" && args.iter().any(has_flowing);
            // What ends a chain is no part of it.
            is_flowing || zips || super::chains::is_link(name) && has_flowing(receiver)
        }
        ExprKind::Call(call) => {
            let prefix = call.prefix.to_string().replace(' ', "");
            call.last == "once" && matches!(prefix.as_str(), "iter::" | "std::iter::" | "core::iter::")
        }
        _ => false,
    }
}
