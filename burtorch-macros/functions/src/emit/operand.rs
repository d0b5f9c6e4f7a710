//! How a value that was written is used again: as an operand, as a place, or as the result of a region.

use super::body::Body;
use super::text::joined;
use crate::ast::{Len, Member, Type, int_literal};
use crate::graph::{Id, Kind};

/// How a value is written.
#[derive(Clone)]
pub(super) struct Value {
    pub text: String,
    /// How deep it nests; 0 for a name or a literal.
    pub depth: usize,
}

impl Value {
    pub(super) fn name(text: impl Into<String>) -> Self {
        Value { text: text.into(), depth: 0 }
    }
}

impl Body<'_> {
    /// As an operand: in parentheses if it is an expression.
    pub(super) fn value(&mut self, id: Id) -> String {
        let value = self.written(id);
        if value.depth > 0 { joined(&["(", &value.text, ")"]) } else { value.text }
    }

    /// As a whole expression.
    pub(super) fn bare(&mut self, id: Id) -> String {
        self.written(id).text
    }

    /// Whether it is in a variable that may be changed.
    pub(super) fn is_owned(&mut self, id: Id) -> bool {
        self.owned.contains(self.uses.canonical(self.graph, id))
    }

    /// Whether it is an argument that is a reference.
    pub(super) fn is_reference(&self, id: Id) -> bool {
        self.references.contains(id)
    }

    /// As a place: a reference is not followed.
    pub(super) fn place_of(&mut self, id: Id) -> String {
        if self.references.contains(id) {
            return self.values[id].text.clone();
        }
        if self.graph.node(id).ty.is_cloned() { self.unread(id) } else { self.value(id) }
    }

    pub(super) fn written(&mut self, id: Id) -> Value {
        match self.graph.kind(id) {
            Kind::Const(value) => Value::name(self.context.constant_text(*value)),
            Kind::Int(value, ty) => Value::name(int_literal(*value, *ty)),
            Kind::Bool(value) => Value::name(value.to_string()),
            _ if self.references.contains(id) => self.cloned(id, Value::name(format!("(*{})", self.values[id].text))),
            _ => {
                let written = self.uses.canonical(self.graph, id);
                self.cloned(id, self.values[written].clone())
            }
        }
    }

    /// What is read as a whole while it stays where it is. A struct need not be `Copy`; a literal is not needed again.
    pub(super) fn cloned(&self, id: Id, value: Value) -> Value {
        if !self.graph.node(id).ty.is_cloned() || self.is_slice(id) || value.text.ends_with('}') {
            return value;
        }
        Value::name(clone_of(&value.text, &self.graph.node(id).ty))
    }

    /// The result of a region: a struct is not read yet, since it may be in the variable that the result goes to.
    pub(super) fn result(&mut self, id: Id) -> String {
        if self.graph.node(id).ty.is_cloned() { self.unread(id) } else { self.bare(id) }
    }

    /// Where a struct is.
    fn unread(&mut self, id: Id) -> String {
        if self.references.contains(id) {
            return format!("(*{})", self.values[id].text);
        }
        let id = self.uses.canonical(self.graph, id);
        self.values[id].text.clone()
    }
}

/// A copy of what stands in a place.
pub(super) fn clone_of(place: &str, ty: &Type) -> String {
    match ty {
        Type::Struct(of) if of.by_fields => {
            let field = |(field, ty): (&Member, &Type)| match ty {
                Type::Float => format!("{field}: {place}.{field}"),
                ty => format!("{field}: {}", clone_of(&format!("{place}.{field}"), ty)),
            };
            let fields: Vec<String> = of.fields.iter().zip(&of.types).map(field).collect();
            format!("{} {{ {} }}", of.literal, fields.join(", "))
        }
        Type::Tuple(parts) if parts.iter().any(is_by_fields) => {
            let parts: Vec<String> =
                parts.iter().enumerate().map(|(at, part)| clone_of(&format!("{place}.{at}"), part)).collect();
            format!("({},)", parts.join(", "))
        }
        Type::Array(element, len) if is_by_fields(element) && !matches!(len, Len::Dynamic) => {
            format!("::core::array::from_fn(|at| {})", clone_of(&format!("{place}[at]"), element))
        }
        _ => format!("::core::clone::Clone::clone(&{place})"),
    }
}

/// Whether something in a type has no `Clone`.
fn is_by_fields(ty: &Type) -> bool {
    match ty {
        Type::Struct(of) => of.by_fields,
        Type::Tuple(parts) => parts.iter().any(is_by_fields),
        Type::Array(element, _) => is_by_fields(element),
        _ => false,
    }
}
