//! Chains of iterators that end in one value: loops with variables that change.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::flow::{Flow, has_flowing};
use super::optional::{Lazy, Maybe};
use super::{Builder, Value};
use crate::ast::{BinaryOp, Expr, IntType, Len, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Kind, Template};

/// Methods that end a chain in one value, beside those of [`chains`](super::chains).
const OTHER_ENDS: [&str; 12] =
    ["reduce", "try_fold", "last", "nth", "next", "count", "any", "all", "find", "find_map", "position", "unzip"];

/// The variables in which the parts of a value are held while a loop changes it. Parts of a tuple are variables of their
/// own: what is not differentiated stays apart from what is.
pub(super) enum Held {
    One(usize),
    Parts(Vec<Held>),
}

impl Builder<'_> {
    /// Holds a value in variables.
    pub(super) fn hold(&mut self, value: Value) -> Held {
        match value {
            Value::Several(parts) => Held::Parts(parts.into_each(|(part, _)| self.hold(part))),
            value => {
                let id = self.node(value);
                match (self.w.graph.kind(id).clone(), self.ty(id)) {
                    (Kind::Pack(parts), Type::Tuple(_)) if !parts.is_empty() => {
                        Held::Parts(parts.into_each(|part| self.hold(Value::Node(part))))
                    }
                    _ => Held::One(self.own_variable(" held", id)),
                }
            }
        }
    }

    /// What the variables hold now.
    pub(super) fn value_held(&self, held: &Held) -> Value {
        match held {
            Held::One(var) => Value::Node(self.vars[*var].id),
            Held::Parts(parts) => Value::Several(parts.each(|part| (self.value_held(part), false))),
        }
    }

    /// Gives the variables another value.
    pub(super) fn hold_now(&mut self, held: &Held, value: Value, span: Span) {
        match (held, value) {
            (Held::One(var), value) => {
                let name = self.vars[*var].name.clone();
                let ty = self.ty(self.vars[*var].id).clone();
                let id = self.node_as(value, &ty);
                self.w.name(id, &name);
                self.vars[*var].id = id;
            }
            (Held::Parts(parts), Value::Several(values)) if parts.len() == values.len() => {
                for (part, (value, _)) in parts.iter().zip(values) {
                    self.hold_now(part, value, span);
                }
            }
            (Held::Parts(_), value) if self.is_poison(&value) => {}
            (Held::Parts(parts), value) => {
                let id = self.node(value);
                for (at, part) in parts.iter().enumerate() {
                    let value = self.part(id, at, span);
                    self.hold_now(part, value, span);
                }
            }
        }
    }

    /// The end of a chain that is none of those in `chain`; `None` if it is none of these either.
    pub(super) fn other_end(&mut self, flow: &Flow, name: &Ident, args: &[Expr], hint: Option<&Type>) -> Option<Value> {
        let span = name.span();
        match (name.to_string().as_str(), args) {
            ("reduce", [function]) => {
                let function = self.adaptor_of(function, 2)?;
                Some(self.chosen(flow, span, &mut |builder, best, item| {
                    builder.apply(&function.closure, function.depth, vec![(best, false), (item, false)])
                }))
            }
            ("last", []) => Some(self.chosen(flow, span, &mut |_, _, item| item)),
            ("next", []) => Some(self.first_of(flow, span, None)),
            ("nth", [at]) => {
                let at = self.inactive(at)?;
                Some(self.first_of(flow, span, Some(at)))
            }
            ("find", [function]) => {
                let function = self.adaptor_of(function, 1)?;
                let flow = Flow::Filtered(Box::new(flow.clone()), function);
                Some(self.first_of(&flow, span, None))
            }
            ("find_map", [function]) => {
                let function = self.adaptor_of(function, 1)?;
                let flow = Flow::FilterMapped(Box::new(flow.clone()), function);
                Some(self.first_of(&flow, span, None))
            }
            ("count", []) => {
                let count = self.counter();
                self.drive(flow, &[], span, &mut |builder, _, _| _ = builder.counted(count));
                Some(Value::Node(self.vars[count].id))
            }
            ("any" | "all", [function]) => {
                let function = self.adaptor_of(function, 1)?;
                let all = name == "all";
                // `all` goes on while it is true, `any` while it is not.
                let go_on = self.flag(" going", true);
                self.drive(flow, &[go_on], span, &mut |builder, item, by_ref| {
                    let truth = builder.apply(&function.closure, function.depth, vec![(item, by_ref)]);
                    let truth = builder.node(truth);
                    let id = if all { truth } else { builder.w.push(Kind::Not(truth), Type::Other) };
                    builder.vars[go_on].id = id;
                });
                let id = self.vars[go_on].id;
                Some(Value::Node(if all { id } else { self.w.push(Kind::Not(id), Type::Other) }))
            }
            ("position", [function]) => {
                let function = self.adaptor_of(function, 1)?;
                let (count, go_on) = (self.counter(), self.flag(" going", true));
                self.drive(flow, &[go_on], span, &mut |builder, item, by_ref| {
                    let found = builder.apply(&function.closure, function.depth, vec![(item, by_ref)]);
                    let then = &mut |builder: &mut Builder| builder.set_flag(go_on, false);
                    builder.when(found, then, &mut |builder| _ = builder.counted(count));
                });
                let is_some = self.w.push(Kind::Not(self.vars[go_on].id), Type::Other);
                Some(maybe(Value::Node(is_some), Value::Node(self.vars[count].id)))
            }
            ("try_fold", [start, function]) => {
                let start = self.expr(start, hint);
                let function = self.adaptor_of(function, 2)?;
                let (held, go_on) = (self.hold(start), self.flag(" going", true));
                self.drive(flow, &[go_on], span, &mut |builder, item, by_ref| {
                    let before = builder.value_held(&held);
                    let stop = &mut |builder: &mut Builder| builder.set_flag(go_on, false);
                    let some = &mut |builder: &mut Builder, value: Value| builder.hold_now(&held, value, span);
                    builder.option_of(&function, vec![(before, false), (item, by_ref)], some, stop);
                });
                Some(maybe(Value::Node(self.vars[go_on].id), self.value_held(&held)))
            }
            ("unzip", []) => {
                let empty = Type::Array(Box::new(Type::Float), Len::Dynamic);
                let (a, b) = (self.w.push(Kind::Zero, empty.clone()), self.w.push(Kind::Zero, empty));
                let lists = [self.own_variable(" first", a), self.own_variable(" second", b)];
                self.drive(flow, &[], span, &mut |builder, item, _| {
                    let item = match item {
                        Value::Several(parts) => parts.into_each(|(part, _)| part),
                        item => {
                            let id = builder.node(item);
                            vec![builder.part(id, 0, span), builder.part(id, 1, span)]
                        }
                    };
                    for (list, item) in lists.into_iter().zip(item) {
                        builder.pushed(list, item);
                    }
                });
                Some(Value::Several(lists.map(|list| (Value::Node(self.vars[list].id), false)).to_vec()))
            }
            _ => None,
        }
    }

    /// Adds an item to the vector that a variable of ours holds.
    pub(super) fn pushed(&mut self, list: usize, item: Value) {
        let item = self.node(item);
        let array = self.vars[list].id;
        let ty = Type::Array(Box::new(self.ty(item).clone()), Len::Dynamic);
        // What an empty `Vec` will hold shows when something is pushed.
        if matches!(self.w.graph.kind(array), Kind::Zero) {
            self.w.graph.node_mut(array).ty = ty.clone();
        }
        self.vars[list].id = self.w.push(Kind::Push(array, item), ty);
    }

    /// One of the items, or what is made of them: the first, and then what `next` makes of that and each of the others.
    pub(super) fn chosen(
        &mut self,
        flow: &Flow,
        span: Span,
        next: &mut dyn FnMut(&mut Builder, Value, Value) -> Value,
    ) -> Value {
        let unwrapped = std::mem::take(&mut self.unwrapped);
        if let Flow::Known(iter) = flow
            && let count = self.count(iter)
            && (unwrapped || self.int(&count).is_some_and(|count| count > 0))
        {
            // Of no items the first cannot be read, and the program stops there.
            let zero = self.push_int(0, IntType::named("usize"));
            let first = self.item(iter, zero);
            let is_some = Value::Node(self.w.push(Kind::Bool(true), Type::Other));
            let held = self.hold(first);
            let one = self.push_int(1, IntType::named("usize"));
            let rest = Flow::Known(super::iterators::Iter::Skipped(Box::new(iter.clone()), one));
            self.drive(&rest, &[], span, &mut |builder, item, _| {
                let (best, item) = (builder.value_held(&held), builder.held(item));
                let new = next(builder, best, item);
                builder.hold_now(&held, new, span);
            });
            return maybe(is_some, self.value_held(&held));
        }
        // Which item is the first shows as the loop goes.
        let (held, seen) = (self.nothing_yet(flow, span), self.flag(" seen", false));
        self.drive(flow, &[], span, &mut |builder, item, _| {
            let (best, item) = (builder.value_held(&held), builder.held(item));
            let is_next = Value::Node(builder.vars[seen].id);
            let then = &mut |builder: &mut Builder| {
                let new = next(builder, best.clone(), item.clone());
                builder.hold_now(&held, new, span);
            };
            builder.when(is_next, then, &mut |builder| builder.hold_now(&held, item.clone(), span));
            builder.set_flag(seen, true);
        });
        maybe(Value::Node(self.vars[seen].id), self.value_held(&held))
    }

    /// The first item, or the one at a place.
    fn first_of(&mut self, flow: &Flow, span: Span, at: Option<Value>) -> Value {
        if let Flow::Known(iter) = flow {
            let count = self.count(iter);
            let at = at.unwrap_or_else(|| self.push_int(0, IntType::named("usize")));
            let is_some = self.combine(BinaryOp::Lt, at.clone(), count, span);
            let (value, by_ref) = (Lazy::Item(iter.clone(), at), iter.by_ref());
            return Value::Maybe(Box::new(Maybe { is_some, value, by_ref }));
        }
        let (held, go_on) = (self.nothing_yet(flow, span), self.flag(" going", true));
        let count = self.counter();
        self.drive(flow, &[go_on], span, &mut |builder, item, _| {
            let item = builder.held(item);
            let now = builder.counted(count);
            let is_it = match &at {
                Some(at) => builder.combine(BinaryOp::Eq, now, at.clone(), span),
                None => Value::Node(builder.w.push(Kind::Bool(true), Type::Other)),
            };
            let then = &mut |builder: &mut Builder| {
                builder.hold_now(&held, item.clone(), span);
                builder.set_flag(go_on, false);
            };
            builder.when(is_it, then, &mut |_| {});
        });
        let is_some = self.w.push(Kind::Not(self.vars[go_on].id), Type::Other);
        maybe(Value::Node(is_some), self.value_held(&held))
    }

    /// Variables for an item of which nothing is known but its type, which is looked up in an attempt.
    fn nothing_yet(&mut self, flow: &Flow, span: Span) -> Held {
        #[derive(Clone)]
        enum Shape {
            One(Type),
            Parts(Vec<Shape>),
        }
        fn shape(builder: &mut Builder, value: Value) -> Shape {
            match value {
                Value::Several(parts) => Shape::Parts(parts.into_each(|(part, _)| shape(builder, part))),
                value => {
                    let id = builder.node(value);
                    match (builder.w.graph.kind(id).clone(), builder.ty(id).clone()) {
                        (Kind::Pack(parts), Type::Tuple(_)) if !parts.is_empty() => {
                            Shape::Parts(parts.into_each(|part| shape(builder, Value::Node(part))))
                        }
                        (_, ty) => Shape::One(ty),
                    }
                }
            }
        }
        fn empty(builder: &mut Builder, shape: &Shape) -> Held {
            match shape {
                Shape::One(ty) => {
                    let id = match ty {
                        // An integer, which is overwritten before it is read.
                        Type::Other => {
                            let none = Template::number(quote!(::core::default::Default::default()));
                            builder.w.push(Kind::Opaque(none), Type::Other)
                        }
                        ty => builder.w.zero(ty),
                    };
                    Held::One(builder.own_variable(" held", id))
                }
                Shape::Parts(parts) => Held::Parts(parts.each(|part| empty(builder, part))),
            }
        }
        let before = self.checkpoint();
        let mut found = None;
        self.drive(flow, &[], span, &mut |builder, item, _| {
            if found.is_none() {
                found = Some(shape(builder, item));
            }
        });
        // Mistakes are found again.
        self.rollback(before);
        empty(self, &found.unwrap_or(Shape::One(Type::Float)))
    }
}

/// What is there if a condition holds.
fn maybe(is_some: Value, value: Value) -> Value {
    Value::Maybe(Box::new(Maybe { is_some, value: Lazy::Ready(value), by_ref: false }))
}

/// Whether an end is one of these, of a chain that may have one.
pub(super) fn is_other_end(name: &str, receiver: &Expr) -> bool {
    OTHER_ENDS.contains(&name) && (super::chains::is_iterator(receiver) || has_flowing(receiver))
}

/// The row that a function of two floats is, by its path.
pub(super) fn sum_or_product(method: &str) -> (f64, Op) {
    if method == "sum" { (-0.0, Op::Add) } else { (1.0, Op::Mul) }
}

/// Whether a turbofish says that integers are added.
pub(super) fn names_integer(turbofish: &TokenStream) -> bool {
    let text = turbofish.to_string();
    ["usize", "i32", "u32", "i64", "u64", "isize"].iter().any(|int| text.contains(int))
}
