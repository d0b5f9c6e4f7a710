//! `Vec`: arrays whose length is known when the program runs.

use proc_macro2::Ident;

use super::{Builder, Value, join};
use crate::ast::{Expr, ExprKind, Len, Pattern, Type};
use crate::each::Each;
use crate::graph::{Id, Kind, Step, element_type};

impl Builder<'_> {
    /// `vec![element; len]`
    pub(super) fn vec_of(&mut self, element: &Expr, len: &Expr) -> Value {
        let element = self.element(element, None);
        let count = self.expr(len, None);
        if self.is_poison(&count) || self.is_poison(&Value::Node(element)) {
            return self.poison();
        }
        if self.is_active(&count) {
            return self.report(len.span, "a length cannot depend on a differentiated value: use integers");
        }
        let count = self.node(count);
        let ty = Type::Array(Box::new(self.ty(element).clone()), Len::Dynamic);
        Value::Node(self.w.push(Kind::Fill(element, count), ty))
    }

    /// `vec![a, b]`
    pub(super) fn vec_list(&mut self, elements: &[Expr]) -> Value {
        let elements: Vec<Id> = elements.each(|element| self.element(element, None));
        let ty = elements.iter().map(|&id| self.ty(id).clone()).reduce(join).unwrap_or(Type::Float);
        let ty = Type::Array(Box::new(ty), Len::Dynamic);
        if elements.is_empty() {
            return Value::Node(self.w.push(Kind::Zero, ty));
        }
        Value::Node(self.w.pack(elements, ty))
    }

    /// A method that changes a local array: `a.push(x)`, `a.fill(x)`, `a.swap(i, j)`, `a.copy_from_slice(b)`.
    ///
    /// `None` if it is none of these.
    pub(super) fn changing_method(&mut self, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        let method = name.to_string();
        if let Some(value) = self.change(receiver, (name, &method), args) {
            return Some(value);
        }
        if !matches!((method.as_str(), args.len()), ("push" | "fill" | "copy_from_slice", 1) | ("swap", 2)) {
            return None;
        }
        let root = receiver.root().and_then(|root| self.lookup(root))?;
        if self.vars[root].state {
            return self.find_out(receiver, &method, &args[0], name);
        }
        let is_array = matches!(self.place_type(receiver), Type::Array(..));
        if !is_array && method != "push" {
            return None;
        }
        let values: Vec<Value> = args.each(|arg| self.expr(arg, None));
        if !is_array {
            let message = "what is pushed to is not known to be a `Vec` of floats: say so where it starts, `let mut v: Vec<f64> = Vec::new()`";
            return self.is_active(&values[0]).then(|| self.report(name.span(), message));
        }
        if values.iter().any(|value| self.is_poison(value)) {
            return Some(self.poison());
        }
        let (root, prefix) = self.aliased(root);
        let target = self.w.get(self.vars[root].id, &prefix);
        let path = self.place(target, receiver)?;
        let path = self.w.direct(&[prefix, path].concat());
        let whole = self.vars[root].id;
        let array = self.w.get(whole, &path);
        let ty = self.ty(array).clone();
        self.prove_of_slices(name, receiver, &ty, args.len(), false);
        let mut values = values.into_iter();
        let new = match (method.as_str(), values.next()?) {
            ("push", value) => {
                let value = self.node(value);
                let whole_ty = self.ty(whole);
                let is_field = |at: usize| element_type(whole_ty, &path[..at]).parts().is_some();
                if !(0..path.len()).all(is_field) {
                    let message =
                        "`push` can be differentiated on a local `Vec`, or on a field of a local struct, only";
                    return Some(self.report(name.span(), message));
                }
                let ty = Type::Array(Box::new(self.ty(value).clone()), Len::Dynamic);
                // What an empty `Vec` will hold shows when something is pushed.
                if matches!(self.w.graph.kind(array), Kind::Zero) {
                    self.w.graph.node_mut(array).ty = ty.clone();
                }
                self.w.push(Kind::Push(array, value), ty)
            }
            ("fill", value) => {
                let value = self.node(value);
                match self.ty(array).clone() {
                    Type::Array(_, Len::Dynamic) => {
                        let count = self.w.length_of(array);
                        let ty = Type::Array(Box::new(self.ty(value).clone()), Len::Dynamic);
                        self.w.push(Kind::Fill(value, count), ty)
                    }
                    Type::Array(_, len) => self.w.splat(value, &len),
                    _ => return None,
                }
            }
            ("copy_from_slice", value) => self.node(value),
            (_, first) => {
                let (i, j) = (self.step_of(first)?, self.step_of(values.next()?)?);
                let (a, b) = (self.w.get(array, &[i]), self.w.get(array, &[j]));
                let once = self.w.set(array, &[i], b);
                self.w.set(once, &[j], a)
            }
        };
        let new = self.w.set(whole, &path, new);
        let variable = self.vars[root].name.clone();
        self.w.name(new, &variable);
        self.vars[root].id = new;
        Some(self.unit())
    }

    /// What is pushed to a variable that starts as an empty vector, if that is known.
    pub(super) fn holds(&self, pattern: &Pattern, init: &Expr) -> Option<Type> {
        let Pattern::Name { ident, .. } = pattern else { return None };
        let empty = match &init.kind {
            ExprKind::Vec(elements) => elements.is_empty(),
            ExprKind::Call(call) => {
                call.prefix.to_string().replace(' ', "") == "Vec::"
                    && call.turbofish.is_empty()
                    && (call.last == "new" || call.last == "with_capacity")
            }
            _ => false,
        };
        let known = self.vectors.iter().find(|(name, _)| ident == name);
        known.filter(|_| empty).map(|(_, elements)| elements.clone())
    }

    /// What a variable that starts as `None`, or without a value, holds later, if that is differentiated.
    pub(super) fn starts_as_nothing(&mut self, pattern: &Pattern, init: Option<&Expr>) -> Option<Value> {
        let Pattern::Name { ident, .. } = pattern else { return None };
        let known = self.vectors.iter().find(|(name, _)| ident == name)?;
        let is_empty = init.is_none_or(|init| matches!(&init.kind, ExprKind::Name(none) if none == "None"));
        let payload = known.1.payload().filter(|_| is_empty)?.clone();
        self.nothing(&payload)
    }

    /// An `Option` of the graph is assigned to a variable that starts as `None`: if so, it holds that from the start.
    pub(super) fn find_out_option(&mut self, place: &Expr, hint: &Type, new: &Value) {
        if let (ExprKind::Name(name), Type::Other, Value::Node(id)) = (&place.kind, hint, new)
            && self.ty(*id).payload().is_some()
            && !self.vectors.iter().any(|(known, _)| name == known)
        {
            let found = (name.to_string(), self.ty(*id).clone());
            self.vectors.push(found);
        }
    }

    /// Something is pushed to a vector that is not one of the graph: if it is differentiated, the vector is one.
    fn find_out(&mut self, receiver: &Expr, method: &str, arg: &Expr, name: &Ident) -> Option<Value> {
        if method != "push" || self.is_inactive(arg) {
            return None;
        }
        let before = self.checkpoint();
        let value = self.expr(arg, None);
        if self.is_poison(&value) {
            return Some(value);
        }
        if !self.is_active(&value) {
            self.rollback(before);
            return None;
        }
        let id = self.node(value);
        let (elements, variable) = (self.ty(id).clone(), receiver.root()?.to_string());
        if matches!(receiver.kind, ExprKind::Name(_)) && !self.vectors.iter().any(|(known, _)| *known == variable) {
            self.vectors.push((variable, elements));
            return Some(self.poison());
        }
        let message = "what is pushed to is not known to be a `Vec` of floats: say so where it starts, `let mut v: Vec<f64> = Vec::new()`";
        Some(self.report(name.span(), message))
    }

    fn step_of(&mut self, at: Value) -> Option<Step> {
        if self.is_active(&at) {
            return None;
        }
        Some(self.step_at(at))
    }
}
