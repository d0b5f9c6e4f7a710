//! What an expression yields while a graph is built, and the node or the code that it becomes.

use proc_macro2::{Ident, Span};
use quote::quote;

use super::optional::Maybe;
use super::{Builder, LocalClosure, expansion};
use crate::ast::{IntType, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Id, Kind, Step, Template};

/// What an expression yields: a node, or code over values that are not differentiated.
///
/// Code stays code for as long as possible, so that the user's places (`self.table[i].k`) are not
/// torn into copies.
#[derive(Clone)]
pub(super) enum Value {
    Node(Id),
    Code(Template),
    /// A part of a variable, to be changed: `&mut a[i]`.
    Place(usize, Vec<Step>),
    /// Several values that are about to be bound, and whether each is a reference.
    Several(Vec<(Value, bool)>),
    /// A closure that is about to be bound.
    Closure(Box<LocalClosure>),
    /// An `Option` of a value of the graph.
    Maybe(Box<Maybe>),
}

impl Builder<'_> {
    pub(super) fn report(&mut self, span: Span, message: impl std::fmt::Display) -> Value {
        self.errors.report(span, message);
        self.poison()
    }

    pub(super) fn poison(&mut self) -> Value {
        Value::Node(self.w.push(Kind::Poison, Type::Other))
    }

    pub(super) fn is_poison(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if matches!(self.w.graph.kind(*id), Kind::Poison))
    }

    pub(super) fn ty(&self, id: Id) -> &Type {
        &self.w.graph.node(id).ty
    }

    pub(super) fn is_active(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if self.w.graph.node(*id).active)
    }

    /// The node of a value; code is evaluated here, once.
    pub(super) fn node(&mut self, value: Value) -> Id {
        match value {
            Value::Node(id) => id,
            Value::Code(template) => match self.opaque_in(&template) {
                Some(id) => id,
                None => self.w.push(Kind::Opaque(template), Type::Other),
            },
            Value::Place(..) => {
                // Read as a value it would be a copy, and what is done to that would be lost.
                let poison = self.report(
                    self.w.span,
                    "a `&mut` reference cannot be differentiated here: bind it with `let`, or pass it to a function",
                );
                self.node(poison)
            }
            Value::Closure(_) => {
                let poison = self.report(
                    self.w.span,
                    "a closure that is passed on cannot be differentiated: call it in the body, or make it a function with `#[differentiable]`",
                );
                self.node(poison)
            }
            Value::Maybe(maybe) => {
                if let Some(kept) = self.kept(&maybe) {
                    return self.node(kept);
                }
                let poison = self.report(
                    self.w.span,
                    "an `Option` of a differentiated value cannot be kept: take the value out where it is made, with `unwrap` or `unwrap_or`",
                );
                self.node(poison)
            }
            Value::Several(values) => {
                let elements: Vec<_> = values.into_each(|(value, _)| self.node(value));
                let types = elements.each(|&id| self.ty(id).clone());
                self.w.pack(elements, Type::Tuple(types))
            }
        }
    }

    /// The node of a value whose type the caller knows.
    pub(super) fn node_as(&mut self, value: Value, ty: &Type) -> Id {
        match value {
            Value::Code(template) => self.w.push(Kind::Opaque(template), ty.clone()),
            other => self.node(other),
        }
    }

    /// The same where that type is certain: then code that is a number is one of the graph, too.
    pub(super) fn node_of(&mut self, value: Value, ty: &Type) -> Id {
        match value {
            Value::Node(id) if *ty == Type::Float && self.is_untyped(id) => {
                let template = self.hole_for(id);
                self.w.push(Kind::Opaque(template), ty.clone())
            }
            other => self.node_as(other, ty),
        }
    }

    /// Whether a node is the result of code whose type is not known.
    pub(super) fn is_untyped(&self, id: Id) -> bool {
        let is_known = matches!(self.w.graph.kind(id), Kind::Int(..) | Kind::Bool(_) | Kind::Poison);
        *self.ty(id) == Type::Other && !is_known
    }

    pub(super) fn unit(&mut self) -> Value {
        Value::Node(self.w.pack(Vec::new(), Type::Tuple(Vec::new())))
    }

    pub(super) fn int(&self, value: &Value) -> Option<i128> {
        self.typed_int(value).map(|(value, _)| value)
    }

    pub(super) fn typed_int(&self, value: &Value) -> Option<(i128, Option<IntType>)> {
        match value {
            Value::Node(id) => match self.w.graph.kind(*id) {
                Kind::Int(value, ty) => Some((*value, *ty)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of `let x: u8 = value;`
    pub(super) fn as_int(&mut self, value: Value, ty: IntType) -> Value {
        if let Some((known, _)) = self.typed_int(&value) {
            return self.push_int(known, Some(ty));
        }
        if self.is_active(&value) || self.is_poison(&value) {
            return value;
        }
        let (inner, ty) = (self.template(value), Ident::new(ty.name, Span::call_site()));
        Value::Code(Template::call(&quote!(::core::convert::identity::<::core::primitive::#ty>), None, vec![inner]))
    }

    pub(super) fn push_int(&mut self, value: i128, ty: Option<IntType>) -> Value {
        Value::Node(self.w.push(Kind::Int(value, ty), Type::Other))
    }

    pub(super) fn lookup(&self, name: &Ident) -> Option<usize> {
        let text = name.to_string();
        // Where a name comes from is a question to rustc: it is asked once, and not of names that no variable has.
        let mut from = None;
        let mut at = self.vars.len();
        while at > 0 {
            at -= 1;
            let variable = &self.vars[at];
            if variable.text.len() == text.len()
                && variable.text == text
                && variable.expansion == *from.get_or_insert_with(|| expansion(name.span()))
                && !self.hidden.iter().any(|hidden| hidden.contains(&at))
            {
                return Some(at);
            }
        }
        None
    }
}

/// The type of a value that may come from two places.
pub(super) fn join(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Other, other) | (other, Type::Other) => other,
        (Type::Array(a, len), Type::Array(b, _)) => Type::Array(Box::new(join(*a, *b)), len),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            Type::Tuple(a.into_iter().zip(b).map(|(a, b)| join(a, b)).collect())
        }
        (a, _) => a,
    }
}
