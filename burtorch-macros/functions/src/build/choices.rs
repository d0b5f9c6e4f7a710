//! `Option` and `Result` of differentiated values: a number that is one or zero, and the value.
//!
//! `match` on one is a branch on the number; its methods are such branches, too. What an error holds is not kept.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::control::{ArmSource, Body};
use super::opened::Bound;
use super::optional::{Lazy, Maybe};
use super::{Builder, Value};
use crate::ast::{Arm, ArmPattern, BinaryOp, Closure, Expr, ExprKind, Pattern, PatternTest, Refutable, Type};
use crate::graph::{Id, Kind, Step, Template};
use crate::parse::TRIED;

/// What a pattern of an `Option` or `Result` fits.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Value,
    Nothing,
    Both,
}

impl Builder<'_> {
    /// `Some(x)`, `Ok(x)`, `Err(e)`, where that is differentiated or wanted as such.
    pub(super) fn choice_call(&mut self, name: &Ident, args: &[Expr], hint: Option<&Type>) -> Option<Value> {
        let [arg] = args else { return None };
        let wanted = hint.and_then(Type::payload).cloned();
        if name == "Err" {
            let payload = wanted?;
            self.run_message(arg, name);
            return self.nothing(&payload);
        }
        if name != "Some" && name != "Ok" {
            return None;
        }
        let before = self.checkpoint();
        let value = self.expr(arg, wanted.as_ref());
        if self.is_poison(&value) {
            return Some(value);
        }
        if wanted.is_none() && !self.is_active(&value) {
            self.rollback(before);
            return None;
        }
        let id = match &wanted {
            Some(payload) => self.node_of(value, payload),
            None => self.node(value),
        };
        self.some(id)
    }

    /// `Some(value)` of what a closure yields.
    pub(super) fn some_of(&mut self, value: Value) -> Value {
        if self.is_poison(&value) {
            return value;
        }
        let id = self.node_as(value, &Type::Float);
        self.some(id).unwrap_or(Value::Node(id))
    }

    /// `Some(value)`
    fn some(&mut self, value: Id) -> Option<Value> {
        let payload = self.ty(value).clone();
        let ty = payload.optional(&self.function.scalar, &self.function.krate.stream())?;
        let tag = self.w.constant(1.0);
        Some(Value::Node(self.w.pack(vec![tag, value], ty)))
    }

    /// `None`
    pub(super) fn nothing(&mut self, payload: &Type) -> Option<Value> {
        let ty = payload.optional(&self.function.scalar, &self.function.krate.stream())?;
        let (tag, zero) = (self.w.constant(0.0), self.w.zero(payload));
        Some(Value::Node(self.w.pack(vec![tag, zero], ty)))
    }

    /// Where some arms of a branch yield an `Option` or `Result` of the graph, code of the others becomes one.
    pub(super) fn settle_choices(&mut self, arms: &[crate::graph::Arm]) {
        let value_of = |builder: &Self, arm: &crate::graph::Arm| match arm.diverges {
            None => builder.w.graph.region(arm.region).results.first().copied(),
            Some(_) => None,
        };
        let payload = arms.iter().find_map(|arm| self.ty(value_of(self, arm)?).payload().cloned());
        let Some(payload) = payload else { return };
        for arm in arms {
            let Some(id) = value_of(self, arm).filter(|&id| self.is_untyped(id)) else { continue };
            let outer = std::mem::replace(&mut self.w.at, arm.region);
            let is_none = matches!(self.w.graph.kind(id), Kind::Opaque(code) if code.tokens.to_string() == "None");
            let nothing = if is_none { self.nothing(&payload) } else { None };
            let value = nothing.unwrap_or_else(|| {
                let code = self.hole_for(id);
                self.choice_of_code(code, &payload)
            });
            let value = self.node(value);
            self.w.at = outer;
            self.w.graph.region_mut(arm.region).results[0] = value;
        }
    }

    /// Code that is an `Option` or `Result`, where one of the graph is wanted.
    pub(super) fn choice_of_code(&mut self, code: Template, payload: &Type) -> Value {
        let krate = &self.function.krate;
        let (effects, known) = (code.effects, code.known);
        let tried = Template::call(&quote!(#krate::__private::tried), None, vec![code]);
        let tried = self.once(Value::Code(Template { effects, known, ..tried }));
        let tried = self.template(tried);
        let is_some = tried.clone();
        let tokens = &is_some.tokens;
        let tokens = quote!(::core::option::Option::is_some(&#tokens));
        let on = Value::Code(Template { tokens, ..is_some }.yielding_number());
        let payload = payload.clone();
        self.sides(
            on,
            &mut |builder| {
                let tokens = &tried.tokens;
                let tokens =
                    quote!(match #tokens { ::core::option::Option::Some(value) => value, _ => ::core::unreachable!() });
                let value = builder.w.push(Kind::Opaque(Template { tokens, ..tried.clone() }), payload.clone());
                builder.some(value).unwrap_or(Value::Node(value))
            },
            Nothing::Value(&mut |builder| {
                let zero = builder.w.zero(&payload);
                builder.nothing(&payload).unwrap_or(Value::Node(zero))
            }),
        )
    }

    /// What may be there, as an `Option` of the graph; none if it does not hold numbers.
    pub(super) fn kept(&mut self, maybe: &Maybe) -> Option<Value> {
        let Maybe { is_some, value, .. } = maybe.clone();
        let (before, mut payload) = (self.checkpoint(), None);
        let region = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, region);
        let probe = self.present(&value);
        let probe = self.node(probe);
        if *self.ty(probe) != Type::Other {
            payload = Some(self.ty(probe).clone());
        }
        self.w.at = outer;
        self.rollback(before);
        let payload =
            payload.filter(|ty| ty.optional(&self.function.scalar, &self.function.krate.stream()).is_some())?;
        let mut some = |builder: &mut Builder| {
            let value = builder.present(&value);
            let value = builder.node(value);
            builder.some(value).unwrap_or(Value::Node(value))
        };
        let mut none = |builder: &mut Builder| {
            let zero = builder.w.zero(&payload);
            builder.nothing(&payload).unwrap_or(Value::Node(zero))
        };
        Some(self.sides(is_some, &mut some, Nothing::Value(&mut none)))
    }

    /// Whether there is a value.
    fn has_value(&mut self, id: Id) -> Value {
        let tag = self.w.get(id, &[Step::At(0)]);
        if let Kind::Const(tag) = self.w.graph.kind(tag) {
            let has = *tag > 0.5;
            return Value::Node(self.w.push(Kind::Bool(has), Type::Other));
        }
        let half = self.w.constant(0.5);
        Value::Node(self.w.push(Kind::Compare(BinaryOp::Gt, tag, half), Type::Other))
    }

    /// The arms of `match` on an `Option` or `Result`.
    pub(super) fn choice_arms<'e>(&mut self, id: Id, arms: &'e [Arm]) -> Option<(Value, Vec<ArmSource<'e>>)> {
        let on = self.has_value(id);
        let value = self.w.get(id, &[Step::At(1)]);
        self.two_arms(on, &Lazy::Ready(Value::Node(value)), Some(id), arms)
    }

    /// The arms of `match` on a value that may be absent; `whole` is what a pattern that names all of it binds.
    pub(super) fn two_arms<'e>(
        &mut self,
        on: Value,
        value: &Lazy,
        whole: Option<Id>,
        arms: &'e [Arm],
    ) -> Option<(Value, Vec<ArmSource<'e>>)> {
        let mut sources = Vec::new();
        for (wanted, test) in [(Side::Value, true), (Side::Nothing, false)] {
            let fitting = arms.iter().find(|arm| {
                let side = side_of(&arm.pattern);
                side == Some(wanted) || side == Some(Side::Both)
            });
            let is_whole = |arm: &&Arm| whole.is_some() || !matches!(arm.pattern, ArmPattern::Bind(_));
            let arm = fitting.filter(|arm| arm.guard.is_none() && is_sure(&arm.pattern)).filter(is_whole);
            let Some(arm) = arm.filter(|_| arms.iter().all(|arm| side_of(&arm.pattern).is_some())) else {
                self.errors.report(
                    self.w.span,
                    "this `match` on a differentiated value cannot be differentiated: use one arm with a value and one without, and `if` inside",
                );
                return None;
            };
            let bind = match &arm.pattern {
                ArmPattern::Bind(name) => Bound::Name(name, whole?),
                ArmPattern::Open(Refutable::Variant { fields, .. }) if wanted == Side::Value => {
                    fields.first().map_or(Bound::Nothing, |(_, part)| Bound::Part(part, value.clone()))
                }
                ArmPattern::Open(pattern) if !pattern.names().is_empty() => {
                    let message = "what an error holds is not kept in derivatives: write `Err(_)`";
                    self.errors.report(pattern.names()[0].span(), message);
                    return None;
                }
                _ => Bound::Nothing,
            };
            let (pattern, test) = (quote!(#test), PatternTest::Bool(test));
            sources.push(ArmSource { pattern, test, bind, body: Body::Expr(&arm.body) });
        }
        Some((on, sources))
    }

    /// Binds the names of a pattern that always fits.
    pub(super) fn bind_part(&mut self, pattern: &Refutable, id: Id) {
        match pattern {
            Refutable::Name { ident, mutable } => {
                let pattern = Pattern::Name { ident: ident.clone(), mutable: *mutable };
                self.bind(&pattern, Value::Node(id), false, ident.span());
            }
            Refutable::Deref(inner) => self.bind_part(inner, id),
            Refutable::Tuple(parts) | Refutable::Slice(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let span = self.w.span;
                    let value = self.part(id, at, span);
                    let value = self.node(value);
                    self.bind_part(part, value);
                }
            }
            Refutable::Variant { fields, span, .. } => {
                let Type::Struct(of) = self.ty(id).clone() else { return };
                for (member, part) in fields {
                    let value = self.member(id, &of, member, *span);
                    let value = self.node(value);
                    self.bind_part(part, value);
                }
            }
            Refutable::Ignore | Refutable::Rest | Refutable::Test(_) => {}
        }
    }

    /// A method of an `Option` or `Result` of the graph.
    pub(super) fn choice_method(&mut self, id: Id, name: &Ident, args: &[Expr], hint: Option<&Type>) -> Value {
        let payload = self.ty(id).payload().cloned().unwrap_or(Type::Float);
        let method = name.to_string();
        let closure = |at: usize| match args.get(at).map(|arg| &arg.kind) {
            Some(ExprKind::Closure(closure)) => Some(Rc::clone(closure)),
            _ => None,
        };
        let on = self.has_value(id);
        let value = self.w.get(id, &[Step::At(1)]);
        match (method.as_str(), args) {
            ("is_some" | "is_ok", []) => on,
            ("is_none" | "is_err", []) => {
                let on = self.node(on);
                let known = match self.w.graph.kind(on) {
                    Kind::Bool(known) => Some(!known),
                    _ => None,
                };
                Value::Node(match known {
                    Some(known) => self.w.push(Kind::Bool(known), Type::Other),
                    None => self.w.push(Kind::Not(on), Type::Other),
                })
            }
            ("copied" | "cloned" | "as_ref" | "clone" | "ok" | "as_deref", []) => Value::Node(id),
            ("ok_or" | "ok_or_else" | "map_err", [message]) => {
                self.run_error(on, name, message);
                Value::Node(id)
            }
            ("unwrap", []) | ("expect", [_]) => {
                let panic = self.panic_of(name, args);
                self.sides(on, &mut |_| Value::Node(value), Nothing::Panic(panic))
            }
            ("unwrap_or", [other]) => {
                let other = self.expr(other, Some(&payload));
                if self.is_poison(&other) {
                    return other;
                }
                let other = self.node_as(other, &payload);
                self.sides(on, &mut |_| Value::Node(value), Nothing::Value(&mut |_| Value::Node(other)))
            }
            ("unwrap_or_default", []) => {
                let zero = self.w.zero(&payload);
                self.sides(on, &mut |_| Value::Node(value), Nothing::Value(&mut |_| Value::Node(zero)))
            }
            ("unwrap_or_else", [_]) if closure(0).is_some_and(|closure| takes_nothing(&closure)) => {
                let Some(other) = closure(0) else { return self.poison() };
                let mut compute = |builder: &mut Builder| {
                    let ignored = other.params.iter().map(|_| (Value::Code(Template::verbatim(quote!(()))), false));
                    let value = apply(builder, &other, ignored.collect());
                    Value::Node(builder.node_as(value, &payload))
                };
                self.sides(on, &mut |_| Value::Node(value), Nothing::Value(&mut compute))
            }
            ("map", [_]) if closure(0).is_some() => {
                let Some(by) = closure(0) else { return self.poison() };
                let mut mapped = None;
                let mut compute = |builder: &mut Builder| {
                    let value = apply(builder, &by, vec![(Value::Node(value), false)]);
                    let id = builder.node_as(value, hint.and_then(Type::payload).unwrap_or(&Type::Float));
                    mapped = Some(builder.ty(id).clone());
                    builder.some(id).unwrap_or(Value::Node(id))
                };
                self.sides_of_one_type(on, &mut compute)
            }
            ("and_then", [_]) if closure(0).is_some() => {
                let Some(by) = closure(0) else { return self.poison() };
                let mut compute = |builder: &mut Builder| apply(builder, &by, vec![(Value::Node(value), false)]);
                self.sides_of_one_type(on, &mut compute)
            }
            ("map_or", [other, _]) if closure(1).is_some() => {
                let Some(by) = closure(1) else { return self.poison() };
                let other = self.expr(other, hint.or(Some(&Type::Float)));
                if self.is_poison(&other) {
                    return other;
                }
                let other = self.node_as(other, hint.unwrap_or(&Type::Float));
                let mut compute = |builder: &mut Builder| apply(builder, &by, vec![(Value::Node(value), false)]);
                self.sides(on, &mut compute, Nothing::Value(&mut |_| Value::Node(other)))
            }
            _ => self.report(
                name.span(),
                format_args!("`{name}` of a differentiated `Option` or `Result` cannot be differentiated: use `match`"),
            ),
        }
    }

    /// What one side computes is an `Option`; on the other side there is nothing of the same type.
    pub(super) fn sides_of_one_type(&mut self, on: Value, some: &mut dyn FnMut(&mut Builder) -> Value) -> Value {
        // Which type that is shows when it is built.
        let before = self.checkpoint();
        let region = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, region);
        let value = some(self);
        let ty = self.type_of(&value);
        self.w.at = outer;
        if self.errors.count() > before.errors() {
            return self.poison();
        }
        self.rollback(before);
        let Some(payload) = ty.payload().cloned() else {
            return self.report(self.w.span, "what this closure yields is not known to be an `Option` of floats");
        };
        self.sides(
            on,
            some,
            Nothing::Value(&mut |builder| {
                let zero = builder.w.zero(&payload);
                builder.nothing(&payload).unwrap_or(Value::Node(zero))
            }),
        )
    }

    /// A branch on whether there is a value.
    fn sides(&mut self, on: Value, some: &mut dyn FnMut(&mut Builder) -> Value, none: Nothing) -> Value {
        let span = self.w.span;
        let panic = match &none {
            Nothing::Panic(tokens) => Some(Expr { kind: ExprKind::Diverge(tokens.clone()), span }),
            Nothing::Value(_) => None,
        };
        let arm = |test: bool, body| ArmSource {
            pattern: quote!(#test),
            test: PatternTest::Bool(test),
            bind: Bound::Nothing,
            body,
        };
        let arms = [arm(true, Body::Empty), arm(false, panic.as_ref().map_or(Body::Empty, Body::Expr))];
        let mut none = none;
        self.branch_with(on, &arms, &mut |builder, at| match (at, &mut none) {
            (0, _) => some(builder),
            (_, Nothing::Value(value)) => value(builder),
            (_, Nothing::Panic(tokens)) => Value::Code(builder.capture(tokens)),
        })
    }
}

/// What there is instead of a value.
enum Nothing<'a> {
    Value(&'a mut dyn FnMut(&mut Builder) -> Value),
    Panic(TokenStream),
}

/// What an arm fits; none if that is not known.
fn side_of(pattern: &ArmPattern) -> Option<Side> {
    let of_path = |path: &TokenStream| {
        let text = path.to_string();
        match text.rsplit("::").next().unwrap_or_default().trim() {
            "Some" | "Ok" | TRIED => Some(Side::Value),
            "None" | "Err" => Some(Side::Nothing),
            _ => None,
        }
    };
    match pattern {
        ArmPattern::Bind(_) | ArmPattern::Fixed { test: PatternTest::Any, .. } => Some(Side::Both),
        ArmPattern::Fixed { tokens, .. } => of_path(tokens),
        ArmPattern::Open(Refutable::Variant { path, .. }) => of_path(path),
        ArmPattern::Open(Refutable::Deref(inner)) => match &**inner {
            Refutable::Variant { path, .. } => of_path(path),
            _ => None,
        },
        ArmPattern::Open(_) => None,
    }
}

/// Whether what is inside of a variant always fits.
fn is_sure(pattern: &ArmPattern) -> bool {
    fn sure(pattern: &Refutable) -> bool {
        match pattern {
            Refutable::Name { .. } | Refutable::Ignore => true,
            Refutable::Deref(inner) => sure(inner),
            Refutable::Tuple(parts) | Refutable::Slice(parts) => parts.iter().all(sure),
            Refutable::Rest | Refutable::Variant { .. } | Refutable::Test(_) => false,
        }
    }
    match pattern {
        ArmPattern::Open(Refutable::Variant { fields, .. }) => fields.iter().all(|(_, part)| sure(part)),
        ArmPattern::Open(_) => false,
        _ => true,
    }
}

/// Whether a closure has no argument, or one that it does not name: what an error holds is not kept.
fn takes_nothing(closure: &Closure) -> bool {
    closure.params.iter().all(|param| matches!(param, Pattern::Ignore))
}

/// The value of a closure that is written here.
fn apply(builder: &mut Builder, closure: &Rc<Closure>, args: Vec<(Value, bool)>) -> Value {
    let depth = builder.vars.len();
    builder.apply(closure, depth, args)
}
