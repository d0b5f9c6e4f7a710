//! Checks values against their declared types, and infers generic parameters from them (unification).

use proc_macro2::Ident;

use super::eval::Evaluator;
use super::layers::Slot;
use super::source::{shape, text};
use super::types::{Dims, Type, TypeKind};
use super::value::{Arg, Value};
use crate::ast::{Expr, ExprKind};
use crate::tensor::Dtype;

impl Evaluator<'_> {
    /// Checks a value against its declared type; `whom` is its owner in messages.
    pub(super) fn check(&mut self, arg: Arg, ty: &Type, whom: &str) -> Value {
        match (&ty.kind, &arg.value) {
            (_, Value::Poison) | (TypeKind::Error, _) => Value::Poison,
            (TypeKind::Any, _)
            | (TypeKind::Function, Value::Function(_))
            | (TypeKind::Bool, Value::Bool(_))
            | (TypeKind::Int(_), Value::Int(_))
            | (TypeKind::Float, Value::Float(_)) => arg.value,
            (TypeKind::Float, Value::Tensor(_)) => {
                self.check_shape(&arg, &Dims { open: false, dims: Vec::new() }, whom)
            }
            (TypeKind::Tensor(dims), Value::Tensor(_)) => self.check_shape(&arg, dims, whom),
            (TypeKind::Tensor(dims), Value::Float(_)) => {
                if dims.dims.is_empty() {
                    arg.value
                } else {
                    self.mismatch(&arg, &[], dims, whom)
                }
            }
            (TypeKind::Float | TypeKind::Tensor(_), Value::Int(_)) => {
                self.not_float(&arg);
                Value::Poison
            }
            (TypeKind::Tensor(dims), Value::Array(_)) => match self.gathered(&arg) {
                Value::Tensor(tensor) => {
                    self.check_shape(&Arg { value: Value::Tensor(tensor), expr: arg.expr }, dims, whom)
                }
                other => other,
            },
            (TypeKind::Int(_), Value::Tensor(tensor)) if self.builder.dtype(*tensor) == Dtype::Int => {
                self.check_ints(&arg, &[], whom)
            }
            (TypeKind::Int(_), Value::Float(_) | Value::Tensor(_)) => {
                self.report_argument(&arg, format_args!("`{}` is a float, but {whom} takes an integer", text(arg.expr)))
            }
            (TypeKind::Bool, Value::Tensor(tensor)) if self.builder.dtype(*tensor) == Dtype::Bool => arg.value,
            (TypeKind::Array(..), _) => self.check_array(arg, ty, whom),
            (TypeKind::Tuple(types), Value::Tuple(values)) if types.len() == values.len() => {
                let values = values.clone();
                let checked = values.into_iter().zip(types).enumerate().map(|(at, (value, ty))| {
                    let expr = match &arg.expr.kind {
                        ExprKind::Tuple(elements) if at < elements.len() => &elements[at],
                        _ => arg.expr,
                    };
                    self.check(Arg { value, expr }, ty, whom)
                });
                Value::Tuple(checked.collect())
            }
            (TypeKind::Named(name, args), _) => self.check_named(arg, name, args, whom),
            (TypeKind::Param(_), _) => {
                self.report(ty.span, "`Param` is for the fields of a struct: an argument or result is a `Tensor<…>`")
            }
            _ => self.report_argument(
                &arg,
                format_args!("`{}` is {}, but {whom} is {}", text(arg.expr), self.kind_of(&arg.value), expected(ty)),
            ),
        }
    }

    /// The kind of a value in words, for messages.
    pub(super) fn kind_of(&self, value: &Value) -> String {
        match value {
            Value::Int(_) => "an integer".to_owned(),
            Value::Float(_) => "a float".to_owned(),
            Value::Bool(_) => "a truth value".to_owned(),
            Value::Tensor(tensor) => {
                let shape = shape(self.builder.shape(*tensor));
                let number = self.builder.shape(*tensor).is_empty();
                match self.builder.dtype(*tensor) {
                    Dtype::Float if number => shape,
                    Dtype::Float => format!("a tensor {shape}"),
                    Dtype::Int if number => "an integer".to_owned(),
                    Dtype::Int => format!("integers {shape}"),
                    Dtype::Bool if number => "a mask".to_owned(),
                    Dtype::Bool => format!("a mask {shape}"),
                }
            }
            Value::Parameters(place) => match &*place.slot {
                Slot::Layer(instance) => format!("a `{}`", instance.text()),
                _ => "an array of layers".to_owned(),
            },
            Value::Array(values) => format!("an array of {} values", values.len()),
            Value::Tuple(values) if values.is_empty() => "no value".to_owned(),
            Value::Tuple(values) => format!("a tuple of {} values", values.len()),
            Value::Function(_) => "a function".to_owned(),
            Value::Range(..) => "a range".to_owned(),
            Value::Step(_) => "the number of a step".to_owned(),
            Value::Poison => "wrong".to_owned(),
        }
    }

    fn check_shape(&mut self, arg: &Arg, dims: &Dims, whom: &str) -> Value {
        let Value::Tensor(tensor) = arg.value else { return Value::Poison };
        match self.builder.dtype(tensor) {
            Dtype::Float => {}
            Dtype::Int | Dtype::Bool => {
                self.not_float(arg);
                return Value::Poison;
            }
        }
        let own = self.builder.shape(tensor).to_vec();
        self.match_shape(arg, &own, dims, whom)
    }

    fn match_shape(&mut self, arg: &Arg, own: &[usize], dims: &Dims, whom: &str) -> Value {
        let fits = own.len() == dims.dims.len() || dims.open && own.len() > dims.dims.len();
        if !fits {
            return self.mismatch(arg, own, dims, whom);
        }
        let skipped = own.len() - dims.dims.len();
        for (&length, dim) in own[skipped..].iter().zip(&dims.dims) {
            let Some(dim) = dim else { continue };
            if let ExprKind::Name(name) = &dim.kind {
                // The first use of a generic parameter binds it; later uses must agree.
                let name = name.to_string();
                let generic = self.frame().generics.iter_mut().find(|(known, _)| *known == name);
                if let Some((_, unknown @ None)) = generic {
                    *unknown = Some(Value::Int(length as i128));
                    continue;
                }
            }
            match self.length(dim) {
                Some(wanted) if wanted == length => {}
                Some(_) => return self.mismatch(arg, own, dims, whom),
                None => return Value::Poison,
            }
        }
        arg.value.clone()
    }

    fn mismatch(&mut self, arg: &Arg, own: &[usize], dims: &Dims, whom: &str) -> Value {
        let mut wanted: Vec<String> = Vec::new();
        if dims.open {
            wanted.push("..".to_owned());
        }
        for dim in &dims.dims {
            let Some(dim) = dim else {
                wanted.push("_".to_owned());
                continue;
            };
            let unknown = match &dim.kind {
                ExprKind::Name(name) => {
                    let name = name.to_string();
                    self.frame().generics.iter().any(|(known, value)| *known == name && value.is_none())
                }
                _ => false,
            };
            if unknown {
                wanted.push(text(dim));
            } else {
                match self.length(dim) {
                    Some(length) => wanted.push(length.to_string()),
                    None => return Value::Poison,
                }
            }
        }
        let verb = if whom.starts_with('`') { "takes" } else { "is" };
        let wanted = if wanted.is_empty() { shape(&[]) } else { format!("[{}]", wanted.join(", ")) };
        self.report_argument(arg, format_args!("`{}` is {} but {whom} {verb} {wanted}", text(arg.expr), shape(own)))
    }

    fn check_ints(&mut self, arg: &Arg, dims: &[&Expr], whom: &str) -> Value {
        let Value::Tensor(tensor) = arg.value else { return Value::Poison };
        let mut wanted = Vec::new();
        for dim in dims {
            match self.length(dim) {
                Some(length) => wanted.push(length),
                None => return Value::Poison,
            }
        }
        let own = self.builder.shape(tensor).to_vec();
        if own == wanted {
            return arg.value.clone();
        }
        let verb = if whom.starts_with('`') { "takes" } else { "is" };
        self.report_argument(
            arg,
            format_args!("`{}` is {} but {whom} {verb} {}", text(arg.expr), shape(&own), shape(&wanted)),
        )
    }

    /// `[f32; N]`, `[usize; N]`, `[Tensor<…>; N]`, `[Layer; N]`
    fn check_array(&mut self, arg: Arg, ty: &Type, whom: &str) -> Value {
        let mut lengths = Vec::new();
        let mut element = ty;
        while let TypeKind::Array(inner, length) = &element.kind {
            lengths.push(length);
            element = inner;
        }
        match (&element.kind, &arg.value) {
            (TypeKind::Int(_), Value::Tensor(tensor)) if self.builder.dtype(*tensor) == Dtype::Int => {
                self.check_ints(&arg, &lengths, whom)
            }
            (TypeKind::Float, Value::Tensor(tensor)) if self.builder.dtype(*tensor) == Dtype::Float => {
                self.check_ints(&arg, &lengths, whom)
            }
            (TypeKind::Float, Value::Tensor(_)) => {
                self.not_float(&arg);
                Value::Poison
            }
            (TypeKind::Float, Value::Array(_)) => {
                let value = self.gathered(&arg);
                if value.is_poison() { value } else { self.check_ints(&Arg { value, expr: arg.expr }, &lengths, whom) }
            }
            (_, Value::Array(values)) => {
                let TypeKind::Array(inner, length) = &ty.kind else { return Value::Poison };
                let Some(length) = self.length(length) else { return Value::Poison };
                let values = values.clone();
                if values.len() != length {
                    return self.report_argument(
                        &arg,
                        format_args!("`{}` has {} elements but {whom} takes {length}", text(arg.expr), values.len()),
                    );
                }
                let checked = values.into_iter().map(|value| self.check(Arg { value, expr: arg.expr }, inner, whom));
                Value::Array(checked.collect())
            }
            (TypeKind::Named(..), Value::Parameters(place)) if matches!(*place.slot, Slot::Array(..)) => arg.value,
            _ => self.report_argument(
                &arg,
                format_args!("`{}` is {}, but {whom} is an array", text(arg.expr), self.kind_of(&arg.value)),
            ),
        }
    }

    /// A layer, a function that a generic parameter stands for, or a struct that does not exist.
    fn check_named(&mut self, arg: Arg, name: &Ident, args: &[Expr], whom: &str) -> Value {
        let written = name.to_string();
        let generic = self.frame().generics.iter_mut().find(|(known, _)| *known == written);
        match (generic, &arg.value) {
            (Some((_, value)), Value::Function(_)) => {
                value.get_or_insert_with(|| arg.value.clone());
                return arg.value;
            }
            (Some(_), _) => {
                return self.report_argument(&arg, format_args!("`{}` is not a function", text(arg.expr)));
            }
            (None, _) => {}
        }
        let Some(item) = self.find_struct(&written) else {
            if written != "Self" {
                self.unknown_type(name);
                return Value::Poison;
            }
            return arg.value;
        };
        let wanted = match &*self.instantiate(&item, args, name.span()) {
            Slot::Layer(instance) => instance.text(),
            _ => return Value::Poison,
        };
        let found = self.kind_of(&arg.value);
        if found == format!("a `{wanted}`") {
            return arg.value;
        }
        self.report_argument(&arg, format_args!("`{}` is {found}, but {whom} takes a `{wanted}`", text(arg.expr)))
    }
}

fn expected(ty: &Type) -> &'static str {
    match &ty.kind {
        TypeKind::Tensor(_) | TypeKind::Param(_) => "a tensor",
        TypeKind::Float => "a number",
        TypeKind::Int(_) => "an integer",
        TypeKind::Bool => "a truth value",
        TypeKind::Array(..) => "an array",
        TypeKind::Tuple(_) => "a tuple",
        TypeKind::Function => "a function",
        TypeKind::Named(..) => "a layer",
        TypeKind::Any | TypeKind::Error => "something else",
    }
}
