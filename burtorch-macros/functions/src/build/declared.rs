//! The declared types of what is not differentiated: those of arguments, of the fields of structs in the module, and of the
//! elements of these.
//!
//! Code has no type in the graph. Where a variable starts as such a value and is changed later (`let mut v = body.velocity`), or
//! a struct is the operand of an operator of the user's, its declaration says what it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Len, Member, Pattern, Type, UnaryOp};
use crate::graph::{Kind, Template};
use crate::surroundings::struct_beside;

impl Builder<'_> {
    /// The type that an expression was declared with, without references.
    pub(super) fn declared(&self, expr: &Expr) -> Option<syn::Type> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let at = self.lookup(name)?;
                if let Some(declared) = &self.vars[at].declared {
                    return Some((**declared).clone());
                }
                let param = self.function.params.get(at).filter(|param| param.name == *name)?;
                syn::parse2(param.tokens.clone()).ok().map(referred)
            }
            ExprKind::Field(base, member) => {
                let syn::Type::Path(path) = self.declared(base)? else { return None };
                let (item, _) = struct_beside(&self.function.name, &path.path.get_ident()?.to_string())?;
                let mut fields = item.fields.iter().enumerate();
                let (_, field) = fields.find(|(at, field)| match (&field.ident, member) {
                    (Some(name), Member::Name(wanted)) => name == wanted,
                    (None, Member::Index(wanted)) => at == wanted,
                    _ => false,
                })?;
                item.generics.params.is_empty().then(|| referred(field.ty.clone()))
            }
            ExprKind::Index(base, index) if !matches!(index.kind, ExprKind::Range { .. }) => {
                self.declared(base).and_then(element)
            }
            ExprKind::Unary(UnaryOp::Deref, inner) | ExprKind::Reference(inner) => self.declared(inner),
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() && name == "clone" => {
                self.declared(receiver)
            }
            _ => None,
        }
    }

    /// The type of the items of a loop.
    pub(super) fn declared_items(&self, iter: &Expr) -> Option<syn::Type> {
        match &iter.kind {
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() && name == "iter" => {
                self.declared(receiver).and_then(element)
            }
            ExprKind::Method { receiver, name, args, .. }
                if args.len() == 1 && ["windows", "chunks", "chunks_exact"].contains(&name.to_string().as_str()) =>
            {
                let element = self.declared(receiver).and_then(element)?;
                Some(syn::parse_quote!([#element]))
            }
            _ => self.declared(iter).and_then(element),
        }
    }

    /// Notes the type of a name that was just bound.
    pub(super) fn declare(&mut self, pattern: &Pattern, ty: Option<&syn::Type>) {
        let inner = match pattern {
            Pattern::Deref(inner) => inner,
            other => other,
        };
        if let (Pattern::Name { .. }, Some(ty), Some(variable)) = (inner, ty, self.vars.last_mut()) {
            variable.declared = Some(std::rc::Rc::new(ty.clone()));
        }
    }

    /// Whether a differentiated value is assigned to a variable that started as code, and that has a declared type: then the
    /// function is built once more, with a value of that type.
    pub(super) fn finds_declared(&mut self, name: &str, at: usize) -> bool {
        let key = declared_key(name);
        let Some(declared) = self.vars[at].declared.clone() else { return false };
        let Some((ty, _)) = self.of_numbers(&declared).filter(|(ty, _)| *ty != Type::Float) else { return false };
        if self.vectors.iter().any(|(known, _)| *known == key) {
            return false;
        }
        self.vectors.push((key, ty));
        true
    }

    /// Whether an earlier pass found that.
    pub(super) fn is_declared(&self, pattern: &Pattern) -> bool {
        let Pattern::Name { ident, mutable: true } = pattern else { return false };
        let key = declared_key(&ident.to_string());
        self.vectors.iter().any(|(known, _)| *known == key)
    }

    /// Code of a type that is declared, as a value of that type.
    pub(super) fn as_declared(&mut self, value: Value, init: &Expr) -> Value {
        let code = match &value {
            Value::Code(code) => code.clone(),
            Value::Node(id) if *self.ty(*id) == Type::Other && !self.is_poison(&value) => self.hole_for(*id),
            _ => return value,
        };
        let Some((ty, written)) = self.declared(init).and_then(|declared| self.of_numbers(&declared)) else {
            return value;
        };
        if matches!(ty, Type::Float) || code.effects {
            return value;
        }
        let copied = Template {
            known: code.known,
            ..Template::call(&quote!(::core::clone::Clone::clone), None, vec![code.prefixed("&")])
        };
        let copied = Template::call(&quote!(::core::convert::identity::<#written>), None, vec![copied]);
        Value::Node(self.w.push(Kind::Opaque(copied), ty))
    }

    /// The struct of numbers that a field or element is declared as.
    pub(super) fn declared_struct(&self, expr: &Expr) -> Option<Type> {
        let named = match &expr.kind {
            ExprKind::Field(..) | ExprKind::Index(..) => true,
            ExprKind::Unary(UnaryOp::Deref, inner) => matches!(inner.kind, ExprKind::Name(_)),
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].declared.is_some()),
            _ => false,
        };
        if !named {
            return None;
        }
        let (ty, _) = self.declared(expr).and_then(|declared| self.of_numbers(&declared))?;
        matches!(ty, Type::Struct(_)).then_some(ty)
    }

    /// An operand: what is declared as a struct is a value of it.
    pub(super) fn operand(&mut self, value: Value, expr: &Expr) -> Value {
        if matches!(value, Value::Code(_)) && self.declared_struct(expr).is_some() {
            return self.as_declared(value, expr);
        }
        value
    }

    /// A type that holds nothing but numbers of the function's float type, and how it is written.
    fn of_numbers(&self, ty: &syn::Type) -> Option<(Type, TokenStream)> {
        let scalar = self.function.scalar.tokens.to_string();
        let written = ty.to_token_stream();
        let found = match ty {
            syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| *name == scalar) => Type::Float,
            syn::Type::Path(_) => match self.function.definitions.annotation(&written)? {
                ty @ Type::Struct(_) if is_of_numbers(&ty) => ty,
                _ => return None,
            },
            syn::Type::Array(array) => {
                let (element, _) = self.of_numbers(&array.elem)?;
                let len = array.len.to_token_stream();
                let len = len.to_string().trim_end_matches("usize").parse().map_or(Len::Constant(len), Len::Literal);
                Type::Array(Box::new(element), len)
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let parts: Option<Vec<_>> =
                    tuple.elems.iter().map(|part| self.of_numbers(part).map(|(ty, _)| ty)).collect();
                Type::Tuple(parts?)
            }
            _ => return None,
        };
        Some((found, written))
    }
}

/// What is noted of a variable; it is no name that a program can have.
fn declared_key(name: &str) -> String {
    format!("{name} as declared")
}

/// Whether a struct holds nothing but numbers.
fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Float => true,
        Type::Array(element, _) => !ty.is_slice() && is_of_numbers(element),
        Type::Tuple(_) | Type::Struct(_) => ty.parts().is_some_and(|parts| parts.iter().all(is_of_numbers)),
        Type::Lanes | Type::Other => false,
    }
}

/// What a reference refers to.
pub(super) fn referred(ty: syn::Type) -> syn::Type {
    match ty {
        syn::Type::Reference(reference) => referred(*reference.elem),
        syn::Type::Paren(inner) => referred(*inner.elem),
        other => other,
    }
}

/// The elements of an array, a slice or a `Vec`.
fn element(ty: syn::Type) -> Option<syn::Type> {
    match ty {
        syn::Type::Array(array) => Some(referred(*array.elem)),
        syn::Type::Slice(slice) => Some(referred(*slice.elem)),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match arguments.args.first()? {
                syn::GenericArgument::Type(ty) => Some(referred(ty.clone())),
                _ => None,
            }
        }
        _ => None,
    }
}
