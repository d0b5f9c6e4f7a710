//! Structs that derive `Differentiable`: their fields are parts, as those of a tuple are.
//!
//! What a field with `#[no_derivative]` holds is code like any other: it may be read and replaced, but no
//! differentiated value may go in.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};

use super::{Builder, Value};
use crate::ast::{CallExpr, Expr, Member, Pattern, StructExpr, StructType, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Id, Kind, Step, Template};
use crate::surroundings::is_of_library;

impl Builder<'_> {
    /// `Point { x, ..rest }`
    pub(super) fn struct_literal(&mut self, literal: &StructExpr, hint: Option<&Type>, span: Span) -> Value {
        let StructExpr { path, fields, rest, tokens, problems } = literal;
        let Some(Type::Struct(of)) = self.function.definitions.literal(path, hint) else {
            let advice =
                "derive `Differentiable` for it and add `structs(…)` to the attribute, or use a tuple or an array";
            return self.untouched(tokens, "a struct", advice, span);
        };
        if !problems.is_empty() {
            for problem in problems {
                self.errors.push(problem.clone());
            }
            return self.poison();
        }
        let fields: Vec<_> = fields.each(|(member, value)| (member.clone(), value));
        if self.function.definitions.lacks_sizes(path, &Type::Struct(of.clone()), hint) {
            return self.struct_of_any_size(path, &fields, rest.as_deref(), span);
        }
        self.struct_of(&of, &fields, rest.as_deref(), span)
    }

    /// `Pair(a, b)`, if that is a struct.
    pub(super) fn struct_call(&mut self, call: &CallExpr, hint: Option<&Type>) -> Option<Value> {
        let Some(Type::Struct(of)) = self.function.definitions.literal(&call.path, hint) else { return None };
        let fields: Vec<_> = call.args.iter().enumerate().map(|(at, arg)| (Member::Index(at), arg)).collect();
        if self.function.definitions.lacks_sizes(&call.path, &Type::Struct(of.clone()), hint) {
            return Some(self.struct_of_any_size(&call.path, &fields, None, call.last.span()));
        }
        Some(self.struct_of(&of, &fields, None, call.last.span()))
    }

    /// A literal whose sizes follow from what its fields are.
    fn struct_of_any_size(
        &mut self,
        path: &TokenStream,
        fields: &[(Member, &Expr)],
        rest: Option<&Expr>,
        span: Span,
    ) -> Value {
        let values: Vec<(Member, Value)> =
            fields.each(|(member, value)| (member.clone(), self.expr(value, None))).into_each(|(member, value)| {
                let value = match value {
                    Value::Code(_) => self.once(value),
                    value => Value::Node(self.node(value)),
                };
                (member, value)
            });
        if values.iter().any(|(_, value)| self.is_poison(value)) {
            return self.poison();
        }
        let types: Vec<_> = values.each(|(member, value)| (member.clone(), self.type_of(value)));
        let Some(Type::Struct(of)) = self.function.definitions.sized(path, &types).filter(|_| rest.is_none()) else {
            return self
                .report(span, "the sizes of this struct are not known here: write them out, `Point::<3> { … }`");
        };
        let mut parts: Vec<Option<Id>> = vec![None; of.types.len()];
        for (member, value) in values {
            let Some(at) = of.position(&member) else { return self.unknown_field(&of, &member, span) };
            let ty = &of.types[at];
            let value = if ty.is_opaque() { self.passed_through(value, ty, span) } else { value };
            parts[at] = Some(self.node_as(value, ty));
        }
        if parts.iter().any(Option::is_none) {
            return self.report(span, "a field is missing here: give it a value, or add `..other`");
        }
        Value::Node(self.w.pack(parts.into_iter().flatten().collect(), Type::Struct(of)))
    }

    fn struct_of(&mut self, of: &Rc<StructType>, fields: &[(Member, &Expr)], rest: Option<&Expr>, span: Span) -> Value {
        let whole = Type::Struct(of.clone());
        let mut parts: Vec<Option<Id>> = vec![None; of.types.len()];
        for (member, value) in fields {
            let Some(at) = of.position(member) else { return self.unknown_field(of, member, value.span) };
            let ty = &of.types[at];
            let new = self.expr(value, Some(ty));
            let new = if ty.is_opaque() { self.passed_through(new, ty, value.span) } else { new };
            if self.is_poison(&new) {
                return new;
            }
            parts[at] = Some(self.node_as(new, ty));
        }
        if parts.iter().any(Option::is_none) {
            let Some(rest) = rest else {
                return self.report(span, "a field is missing here: give it a value, or add `..other`");
            };
            let rest = self.expr(rest, Some(&whole));
            if self.is_poison(&rest) {
                return rest;
            }
            let rest = self.node_as(rest, &whole);
            for (at, part) in parts.iter_mut().enumerate().filter(|(_, part)| part.is_none()) {
                *part = Some(self.w.get(rest, &[Step::At(at)]));
            }
        }
        Value::Node(self.w.pack(parts.into_iter().flatten().collect(), whole))
    }

    /// A value for a field with `#[no_derivative]`.
    pub(super) fn passed_through(&mut self, value: Value, ty: &Type, span: Span) -> Value {
        if self.is_active(&value) {
            return self.report(
                span,
                "this field is `#[no_derivative]`, so a differentiated value would lose its derivative here: remove the mark",
            );
        }
        if self.is_poison(&value) {
            return value;
        }
        let template = self.argument(value, false);
        Value::Node(self.w.push(Kind::Opaque(template), ty.clone()))
    }

    /// A node as a value. What is not differentiated is code.
    pub(super) fn value_of(&mut self, id: Id) -> Value {
        if self.ty(id).is_opaque() { Value::Code(self.hole_for(id)) } else { Value::Node(id) }
    }

    /// The node of code that is one value of a field with `#[no_derivative]` and nothing else.
    pub(super) fn opaque_in(&self, template: &Template) -> Option<Id> {
        match &template.holes[..] {
            [(hole, id)] if self.ty(*id).is_opaque() && *hole == template.tokens.to_string() => Some(*id),
            _ => None,
        }
    }

    /// `value.member`
    pub(super) fn member(&mut self, id: Id, of: &StructType, member: &Member, span: Span) -> Value {
        let Some(at) = of.position(member) else { return self.unknown_field(of, member, span) };
        let part = self.w.get(id, &[Step::At(at)]);
        self.value_of(part)
    }

    pub(super) fn unknown_field(&mut self, of: &StructType, member: &Member, span: Span) -> Value {
        if let (true, Member::Name(name)) = (is_of_library(of), member) {
            return self.not_known(of, name);
        }
        let known = of.fields.each(ToString::to_string).join("`, `");
        let ty = of.ty.to_string().replace(' ', "");
        self.report(span, format_args!("`{ty}` has no field `{member}`: it has `{known}`"))
    }

    /// `let Point { x, y: b, .. } = value;`
    pub(super) fn bind_struct(
        &mut self,
        fields: &[(Member, Pattern)],
        value: Value,
        is_ref: bool,
        at: Span,
        span: Span,
    ) {
        let id = self.node(value);
        if self.is_poison(&Value::Node(id)) {
            return fields.iter().for_each(|(_, pattern)| self.bind(pattern, Value::Node(id), is_ref, span));
        }
        let of = match self.ty(id) {
            Type::Struct(of) if !self.ty(id).is_opaque() => Some(of.clone()),
            _ => None,
        };
        for (member, pattern) in fields {
            let part = match &of {
                Some(of) => self.member(id, of, member, at),
                None if self.w.graph.node(id).active => self.report(
                    at,
                    "this pattern cannot be differentiated: the struct must derive `Differentiable` and stand in `structs(…)`",
                ),
                None => {
                    let base = self.hole_for(id);
                    Value::Code(base.field(member))
                }
            };
            self.bind(pattern, part, is_ref, span);
        }
    }

    /// The type that a pattern names.
    pub(super) fn named(&self, path: &TokenStream) -> Option<Type> {
        self.function.definitions.literal(path, None)
    }
}
