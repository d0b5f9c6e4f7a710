//! Iterators whose items are not known by their places, run: each adaptor is a part of the body of one loop.

use proc_macro2::Span;
use quote::quote;

use super::ends::Held;
use super::flow::{Adaptor, Flow, Sink};
use super::iterators::Iter;
use super::jumps::LoopScope;
use super::loops::Iteration;
use super::{Builder, Value};
use crate::ast::{BinaryOp, Closure, Expr, ExprKind, IntType, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Id, Template, element_type};

impl Builder<'_> {
    /// Hands every item to `sink`, in their order. As soon as one of the variables `stops` is false, no item follows.
    pub(super) fn drive(&mut self, flow: &Flow, stops: &[usize], span: Span, sink: &mut Sink) {
        match flow {
            Flow::Known(iter) => {
                let by_ref = iter.by_ref();
                let scope = LoopScope { label: None, depth: self.vars.len(), value: None, wanted: None };
                let scope = (!stops.is_empty()).then_some(scope);
                self.repeat(&Iteration::Chain(iter.clone()), scope, span, &mut |builder, item| {
                    sink(builder, item, by_ref);
                    builder.goes_on(stops)
                });
            }
            Flow::Once(item, by_ref) => sink(self, item.clone(), *by_ref),
            Flow::Mapped(inner, function) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let item = builder.apply(&function.closure, function.depth, vec![(item, by_ref)]);
                let by_ref = yields_reference(&function.closure);
                sink(builder, item, by_ref);
            }),
            Flow::Filtered(inner, function) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let (item, keep) = builder.looked_at(function, item);
                builder.when(keep, &mut |builder| sink(builder, item.clone(), by_ref), &mut |_| {});
            }),
            Flow::Inspected(inner, function) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let (item, _) = builder.looked_at(function, item);
                sink(builder, item, by_ref);
            }),
            Flow::FlatMapped(inner, function) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let Adaptor { closure, depth } = function;
                builder.inside_of(closure, *depth, vec![(item, by_ref)], &mut |builder| {
                    builder.drive_expr(&closure.body, stops, span, sink);
                });
            }),
            Flow::Flattened(inner) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                builder.drive_item(item, by_ref, stops, span, sink);
            }),
            Flow::Chained(first, second) => {
                self.drive(first, stops, span, sink);
                match self.goes_on(stops) {
                    Some(on) => {
                        self.when(
                            Value::Node(on),
                            &mut |builder| builder.drive(second, stops, span, sink),
                            &mut |_| {},
                        );
                    }
                    None => self.drive(second, stops, span, sink),
                }
            }
            Flow::Copied(inner) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let item = if by_ref { copied(item) } else { item };
                sink(builder, item, false);
            }),
            _ => self.drive_with_state(flow, stops, span, sink),
        }
    }

    /// Drives adaptors that remember something from one item to the next: `take_while`, `scan` and others.
    fn drive_with_state(&mut self, flow: &Flow, stops: &[usize], span: Span, sink: &mut Sink) {
        match flow {
            Flow::TakenWhile(inner, function, go_on) => {
                let stops = [stops, &[*go_on]].concat();
                self.drive(inner, &stops, span, &mut |builder, item, by_ref| {
                    let (item, keep) = builder.looked_at(function, item);
                    let then = &mut |builder: &mut Builder| sink(builder, item.clone(), by_ref);
                    builder.when(keep, then, &mut |builder| builder.set_flag(*go_on, false));
                });
            }
            Flow::SkippedWhile(inner, function, skips) => {
                self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                    let item = builder.held(item);
                    let skipping = Value::Node(builder.vars[*skips].id);
                    let look = &mut |builder: &mut Builder| {
                        let (_, skip) = builder.looked_at(function, item.clone());
                        builder.vars[*skips].id = builder.node(skip);
                    };
                    builder.when(skipping, look, &mut |_| {});
                    let skips = Value::Node(builder.vars[*skips].id);
                    builder.when(skips, &mut |_| {}, &mut |builder| sink(builder, item.clone(), by_ref));
                });
            }
            Flow::FilterMapped(inner, function) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                builder.option_of(
                    function,
                    vec![(item, by_ref)],
                    &mut |builder, item| sink(builder, item, false),
                    &mut |_| {},
                );
            }),
            Flow::MappedWhile(inner, function, go_on) => {
                let stops = [stops, &[*go_on]].concat();
                self.drive(inner, &stops, span, &mut |builder, item, by_ref| {
                    let stop = &mut |builder: &mut Builder| builder.set_flag(*go_on, false);
                    builder.option_of(
                        function,
                        vec![(item, by_ref)],
                        &mut |builder, item| sink(builder, item, false),
                        stop,
                    );
                });
            }
            Flow::Scanned { inner, function, state, go_on } => {
                let stops = [stops, &[*go_on]].concat();
                self.drive(inner, &stops, span, &mut |builder, item, by_ref| {
                    let args = vec![(places_held(state), true), (item, by_ref)];
                    let stop = &mut |builder: &mut Builder| builder.set_flag(*go_on, false);
                    builder.option_of(function, args, &mut |builder, item| sink(builder, item, false), stop);
                });
            }
            _ => self.drive_counted(flow, stops, span, sink),
        }
    }

    /// Drives adaptors that count items: `enumerate`, `take`, `skip`, `step_by`.
    fn drive_counted(&mut self, flow: &Flow, stops: &[usize], span: Span, sink: &mut Sink) {
        match flow {
            Flow::Enumerated(inner, counter) => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let at = builder.counted(*counter);
                sink(builder, Value::Several(vec![(at, false), (item, by_ref)]), false);
            }),
            Flow::Skipped { inner, least, count } => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let at = builder.counted(*count);
                let item = builder.held(item);
                let keep = builder.combine(BinaryOp::Ge, at, least.clone(), span);
                builder.when(keep, &mut |builder| sink(builder, item.clone(), by_ref), &mut |_| {});
            }),
            Flow::Stepped { inner, step, count } => self.drive(inner, stops, span, &mut |builder, item, by_ref| {
                let at = builder.counted(*count);
                let item = builder.held(item);
                let rest = builder.arithmetic("%", at, step.clone(), i128::checked_rem);
                let zero = builder.push_int(0, IntType::named("usize"));
                let keep = builder.combine(BinaryOp::Eq, rest, zero, span);
                builder.when(keep, &mut |builder| sink(builder, item.clone(), by_ref), &mut |_| {});
            }),
            Flow::Limited { inner, most, count, go_on } => {
                let stops = [stops, &[*go_on]].concat();
                let zero = self.push_int(0, IntType::named("usize"));
                let any = self.combine(BinaryOp::Gt, most.clone(), zero, span);
                let go = &mut |builder: &mut Builder| {
                    builder.drive(inner, &stops, span, &mut |builder, item, by_ref| {
                        builder.counted(*count);
                        let now = Value::Node(builder.vars[*count].id);
                        let more = builder.combine(BinaryOp::Lt, now, most.clone(), span);
                        builder.vars[*go_on].id = builder.node(more);
                        sink(builder, item, by_ref);
                    });
                };
                self.when(any, go, &mut |_| {});
            }
            Flow::Zipped { inner, other, first, count, go_on } => {
                self.drive_zipped((inner, other), *first, (*count, *go_on), stops, span, sink);
            }
            _ => unreachable!("these adaptors do not count"),
        }
    }

    fn drive_zipped(
        &mut self,
        (inner, other): (&Flow, &Iter),
        first: bool,
        (count, go_on): (usize, usize),
        stops: &[usize],
        span: Span,
        sink: &mut Sink,
    ) {
        let stops = [stops, &[go_on]].concat();
        let all = self.count(other);
        let all = self.once(all);
        let both = |item: Value, by_ref: bool, beside: Value| {
            let (item, beside) = ((item, by_ref), (beside, other.by_ref()));
            Value::Several(if first { vec![beside, item] } else { vec![item, beside] })
        };
        if first {
            // The other iterator is asked first, so after its last item this one is not asked any more.
            let zero = self.push_int(0, IntType::named("usize"));
            let any = self.combine(BinaryOp::Gt, all.clone(), zero, span);
            let go = &mut |builder: &mut Builder| {
                builder.drive(inner, &stops, span, &mut |builder, item, by_ref| {
                    let at = builder.counted(count);
                    let now = Value::Node(builder.vars[count].id);
                    let more = builder.combine(BinaryOp::Lt, now, all.clone(), span);
                    builder.vars[go_on].id = builder.node(more);
                    let beside = builder.item(other, at);
                    sink(builder, both(item, by_ref, beside), false);
                });
            };
            return self.when(any, go, &mut |_| {});
        }
        self.drive(inner, &stops, span, &mut |builder, item, by_ref| {
            let item = builder.held(item);
            let at = builder.counted(count);
            let more = builder.combine(BinaryOp::Lt, at.clone(), all.clone(), span);
            let then = &mut |builder: &mut Builder| {
                let beside = builder.item(other, at.clone());
                sink(builder, both(item.clone(), by_ref, beside), false);
            };
            builder.when(more, then, &mut |builder| builder.set_flag(go_on, false));
        });
    }

    /// Hands on the items of the iterator that an expression yields, which may be a block.
    fn drive_expr(&mut self, expr: &Expr, stops: &[usize], span: Span, sink: &mut Sink) {
        let depth = self.vars.len();
        if let ExprKind::Block(block) = &expr.kind
            && let Some(value) = &block.value
        {
            for stmt in &block.stmts {
                self.stmt(stmt);
            }
            self.drive_expr(value, stops, span, sink);
        } else if let Some(flow) = self.flow(expr) {
            self.drive(&flow, stops, span, sink);
        }
        self.vars.truncate(depth);
    }

    /// Hands on what is in an item that is an array.
    fn drive_item(&mut self, item: Value, by_ref: bool, stops: &[usize], span: Span, sink: &mut Sink) {
        match item {
            Value::Node(array) if matches!(self.ty(array), Type::Array(..)) => {
                self.drive(&Flow::Known(Iter::Array { array, by_ref }), stops, span, sink);
            }
            Value::Place(var, path) if matches!(element_type(self.ty(self.vars[var].id), &path), Type::Array(..)) => {
                self.drive(&Flow::Known(Iter::Places { var, path }), stops, span, sink);
            }
            Value::Code(_) => {
                let items = self.items(item);
                self.drive(&Flow::Known(items), stops, span, sink);
            }
            item if self.is_poison(&item) => {}
            _ => self.errors.report(
                span,
                "`flatten` can be differentiated of arrays, slices and `Vec`s: write one `for` inside of another",
            ),
        }
    }

    /// Whether all of these variables are true; nothing if there are none.
    fn goes_on(&mut self, stops: &[usize]) -> Option<Id> {
        let (&first, rest) = stops.split_first()?;
        let mut all = Value::Node(self.vars[first].id);
        for &stop in rest {
            let other = Value::Node(self.vars[stop].id);
            all = match (self.bool(&all), self.bool(&other)) {
                (Some(true), _) => other,
                (_, Some(true)) => all,
                _ => {
                    let (a, b) = (self.template(all), self.template(other));
                    Value::Code(a.binary("&&", b))
                }
            };
        }
        Some(self.node(all))
    }

    /// An item that is used more than once.
    pub(super) fn held(&mut self, item: Value) -> Value {
        match item {
            Value::Several(parts) => Value::Several(parts.into_each(|(part, by_ref)| (self.held(part), by_ref))),
            Value::Code(code) => {
                let id = self.node(Value::Code(code));
                Value::Code(self.hole_for(id))
            }
            other => other,
        }
    }

    /// An item that is lent to a function, and what the function says of it.
    fn looked_at(&mut self, function: &Adaptor, item: Value) -> (Value, Value) {
        let item = self.held(item);
        let seen = self.lent(item.clone());
        (item, self.apply(&function.closure, function.depth, vec![(seen, true)]))
    }

    /// A reference to a value.
    pub(super) fn lent(&mut self, value: Value) -> Value {
        match value {
            Value::Several(parts) => Value::Several(parts.into_each(|(part, _)| (self.lent(part), true))),
            Value::Code(code) => Value::Code(code.prefixed("&")),
            Value::Node(id) if *self.ty(id) == Type::Other && self.int(&value).is_none() && !self.is_poison(&value) => {
                Value::Code(self.hole_for(id).prefixed("&"))
            }
            other => other,
        }
    }
}

/// A copy of what a reference refers to.
fn copied(item: Value) -> Value {
    match item {
        Value::Code(code) => Value::Code(Template::call(&quote!(::core::clone::Clone::clone), None, vec![code])),
        other => other,
    }
}

/// Whether a closure yields a reference to a value of the graph.
fn yields_reference(closure: &Closure) -> bool {
    matches!(closure.body.kind, ExprKind::Reference(_))
}

/// The variables that hold something, to be changed.
fn places_held(held: &Held) -> Value {
    match held {
        Held::One(var) => Value::Place(*var, Vec::new()),
        Held::Parts(parts) => Value::Several(parts.each(|part| (places_held(part), true))),
    }
}
