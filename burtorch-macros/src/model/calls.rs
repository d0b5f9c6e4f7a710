//! Calls: arguments are checked against their declared types, the body is run in a frame of its own.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::eval::Evaluator;
use super::items::FnItem;
use super::layers::{Instance, Slot};
use super::source::{shape, squeezed, text};
use super::types::{Dims, Type, TypeKind};
use super::value::{Arg, Callee, Place, Value};
use crate::ast::{Block, CallExpr, Expr, ExprKind, Stmt};
use crate::tensor::Dtype;

impl Evaluator<'_> {
    fn arguments<'a>(&mut self, args: &'a [Expr]) -> Vec<Arg<'a>> {
        args.iter().map(|expr| Arg { value: self.expr(expr), expr }).collect()
    }

    /// `f(args)`
    pub(super) fn call(&mut self, call: &CallExpr, span: Span) -> Value {
        let turbofish = self.reader().turbofish(call.turbofish.clone());
        let callee = if call.prefix.is_empty() {
            self.callee(&call.last)
        } else {
            let Some(path) = self.reader().segments(call.path.clone()) else { return Value::Poison };
            match path.as_slice() {
                [(owner, args), (name, _)] => match self.owner_named(owner, args) {
                    Some(instance) => match self.find_method(&instance.item, &name.to_string()) {
                        Some(item) => Some(Callee::Item(item, Some(instance))),
                        None => {
                            self.unknown_method(&instance, name);
                            None
                        }
                    },
                    None => {
                        self.unknown_layer(owner);
                        None
                    }
                },
                _ => {
                    let path = squeezed(&call.path);
                    self.report(
                        span,
                        format_args!(
                            "`{path}` is outside of this block: a model calls functions of its block and of the prelude"
                        ),
                    );
                    None
                }
            }
        };
        let args = self.arguments(&call.args);
        match callee {
            Some(callee) => self.invoke(&callee, &turbofish, args, span),
            None => Value::Poison,
        }
    }

    /// What a name in front of parentheses stands for.
    fn callee(&mut self, name: &Ident) -> Option<Callee> {
        let written = name.to_string();
        let frame = self.frame();
        let local = frame.vars.iter().rev().find(|(known, _)| *known == written).map(|(_, value)| value.clone());
        let generic =
            || frame.generics.iter().find(|(known, _)| *known == written).and_then(|(_, value)| value.clone());
        match local.or_else(generic) {
            Some(Value::Function(callee)) => Some(callee),
            Some(Value::Poison) => None,
            Some(_) => {
                self.report(name.span(), format_args!("`{written}` is not a function"));
                None
            }
            None => {
                let callee = self.function_named(&written);
                if callee.is_none() {
                    let hint = match super::builtins::similar(&written, self.user.functions.keys()) {
                        Some(similar) => format!("did you mean `{similar}`?"),
                        None => "define it in this block with `fn`".to_owned(),
                    };
                    self.report(name.span(), format_args!("there is no function `{written}`: {hint}"));
                }
                callee
            }
        }
    }

    fn unknown_method(&mut self, instance: &Instance, name: &Ident) {
        let known: Vec<_> = self.methods_of(&instance.item).iter().map(|name| format!("`{name}`")).collect();
        let known =
            if known.is_empty() { "it has none".to_owned() } else { format!("its methods are {}", known.join(", ")) };
        self.report(name.span(), format_args!("`{}` has no method `{name}`: {known}", instance.item.name));
    }

    /// `receiver.name(args)`
    pub(super) fn method(&mut self, receiver: &Expr, name: &Ident, turbofish: &TokenStream, args: &[Expr]) -> Value {
        let value = self.expr(receiver);
        let span = name.span();
        match value {
            Value::Poison => {
                self.arguments(args);
                Value::Poison
            }
            Value::Place(Place { ref slot, .. }) => match &**slot {
                Slot::Layer(instance) => {
                    let method = self.find_method(&instance.item, &name.to_string());
                    let Some(item) = method.filter(|item| item.receiver) else {
                        self.unknown_method(instance, name);
                        return Value::Poison;
                    };
                    let instance = instance.clone();
                    let turbofish = self.reader().turbofish(turbofish.clone());
                    let mut all = vec![Arg { value, expr: receiver }];
                    all.extend(self.arguments(args));
                    self.invoke(&Callee::Item(item, Some(instance)), &turbofish, all, span)
                }
                Slot::Array(_, count) if name == "len" && args.is_empty() => Value::Int(*count as i128),
                Slot::Array(..) if name == "iter" && args.is_empty() => value,
                _ => self.report(
                    span,
                    format_args!("`{}` is an array of layers: use `for layer in &{}`", text(receiver), text(receiver)),
                ),
            },
            Value::Array(ref values) if name == "len" && args.is_empty() => Value::Int(values.len() as i128),
            Value::Array(_) if name == "iter" && args.is_empty() => value,
            _ => {
                // `x.clone()` is the value itself: values never change.
                if name == "clone" && args.is_empty() {
                    return value;
                }
                let written = name.to_string();
                let mut all = vec![Arg { value, expr: receiver }];
                all.extend(self.arguments(args));
                if super::builtins::exists(&written) {
                    return self.builtin(&written, &all, span);
                }
                let hint = match super::builtins::similar(&written, [].iter()) {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => format!("write a function, and call it as `{written}({}, …)`", text(receiver)),
                };
                self.report(span, format_args!("tensors have no method `{written}`: {hint}"))
            }
        }
    }

    fn invoke(&mut self, callee: &Callee, turbofish: &[Expr], args: Vec<Arg>, span: Span) -> Value {
        match callee {
            Callee::Builtin(name) => self.builtin(name, &args, span),
            Callee::Item(item, owner) => self.run(item, owner.clone(), turbofish, args, span),
        }
    }

    /// Runs a function of the block or of the prelude.
    pub(super) fn run(
        &mut self,
        item: &Rc<FnItem>,
        owner: Option<Rc<Instance>>,
        turbofish: &[Expr],
        mut args: Vec<Arg>,
        span: Span,
    ) -> Value {
        if self.frames.iter().any(|frame| frame.item.as_ref().is_some_and(|known| Rc::ptr_eq(known, item))) {
            return self.report(
                span,
                format_args!(
                    "`{}` calls itself: a model is written out when it is compiled; use a `for` loop",
                    item.name
                ),
            );
        }
        let expected = item.params.len() + usize::from(item.receiver);
        if args.len() != expected {
            let receiver = usize::from(item.receiver);
            return self.report(
                span,
                format_args!(
                    "`{}` takes {} arguments, not {}",
                    item.name,
                    expected - receiver,
                    args.len().saturating_sub(receiver)
                ),
            );
        }
        let Some(generics) = self.frame_generics(item, owner.as_deref(), turbofish, span) else {
            return Value::Poison;
        };
        // A frame of the same kind as that of a definition, and what belongs to a function.
        self.enter_definition(item.prelude, Vec::new(), span);
        let frame = self.frame();
        frame.generics = generics;
        frame.owner = owner;
        frame.item = Some(item.clone());
        if item.receiver {
            let this = args.remove(0);
            self.frame().vars.push(("self".to_owned(), this.value));
        }
        let name = format!("`{}`", item.name);
        let mut poisoned = false;
        for (arg, (pattern, ty)) in args.into_iter().zip(&item.params) {
            let value = self.check(arg, ty, &name);
            poisoned |= value.is_poison();
            self.bind(pattern, value);
        }
        // What an argument is not, the body cannot make good.
        let value = if poisoned { Value::Poison } else { self.body(&item.body) };
        let value = match (&item.result, final_expr(&item.body)) {
            (Some(ty), Some(expr)) => self.check(Arg { value, expr }, ty, "the declared result"),
            (Some(_), None) if !value.is_poison() => self.report(
                item.name.span(),
                format_args!("`{}` has a result but its body ends without a value: remove the last `;`", item.name),
            ),
            _ => value,
        };
        self.leave();
        value
    }

    fn body(&mut self, body: &Block) -> Value {
        match (&body.value, body.stmts.split_last()) {
            (Some(value), _) => match &value.kind {
                ExprKind::Return(Some(inner)) => self.returned(&body.stmts, inner),
                _ => self.statements(body),
            },
            (None, Some((Stmt::Expr(Expr { kind: ExprKind::Return(Some(inner)), .. }), rest))) => {
                self.returned(rest, inner)
            }
            _ => self.statements(body),
        }
    }

    fn returned(&mut self, stmts: &[Stmt], value: &Expr) -> Value {
        self.run_statements(stmts);
        self.expr(value)
    }

    /// The generic parameters of a function: those of its struct, those given, and those still to be found.
    fn frame_generics(
        &mut self,
        item: &FnItem,
        owner: Option<&Instance>,
        turbofish: &[Expr],
        span: Span,
    ) -> Option<Vec<(String, Option<Value>)>> {
        let mut generics = Vec::new();
        if let (Some((_, names)), Some(owner)) = (&item.owner, owner) {
            for (name, (_, value)) in names.iter().zip(&owner.generics) {
                generics.extend(name.clone().map(|name| (name, Some(value.clone()))));
            }
        }
        if turbofish.len() > item.generics.len() {
            self.report(
                span,
                format_args!(
                    "`{}` takes {} generic arguments, not {}",
                    item.name,
                    item.generics.len(),
                    turbofish.len()
                ),
            );
            return None;
        }
        for (at, generic) in item.generics.iter().enumerate() {
            let value = match turbofish.get(at) {
                Some(arg) => {
                    let value = self.generic_value(generic, arg);
                    if value.is_poison() {
                        return None;
                    }
                    Some(value)
                }
                None => None,
            };
            generics.push((generic.name.to_string(), value));
        }
        Some(generics)
    }

    /// A value that is declared to have a type: of `whom`, in messages.
    pub(super) fn check(&mut self, arg: Arg, ty: &Type, whom: &str) -> Value {
        let span = arg.expr.span;
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
                self.report(span, format_args!("`{}` is a float, but {whom} takes an integer", text(arg.expr)))
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
            _ => self.report(
                span,
                format_args!("`{}` is {}, but {whom} is {}", text(arg.expr), self.kind_of(&arg.value), expected(ty)),
            ),
        }
    }

    /// What a value is, in words.
    pub(super) fn kind_of(&self, value: &Value) -> String {
        match value {
            Value::Int(_) => "an integer".to_owned(),
            Value::Float(_) => "a float".to_owned(),
            Value::Bool(_) => "a truth value".to_owned(),
            Value::Tensor(tensor) => {
                let shape = shape(self.builder.shape(*tensor));
                match self.builder.dtype(*tensor) {
                    Dtype::Float => format!("a tensor {shape}"),
                    Dtype::Int => format!("integers {shape}"),
                    Dtype::Bool => format!("a mask {shape}"),
                }
            }
            Value::Place(place) => match &*place.slot {
                Slot::Layer(instance) => format!("a `{}`", instance.text()),
                _ => "an array of layers".to_owned(),
            },
            Value::Array(values) => format!("an array of {} values", values.len()),
            Value::Tuple(values) if values.is_empty() => "no value".to_owned(),
            Value::Tuple(values) => format!("a tuple of {} values", values.len()),
            Value::Function(_) => "a function".to_owned(),
            Value::Range(..) => "a range".to_owned(),
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
                // The first use of a generic parameter says what it is.
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
        self.report(
            arg.expr.span,
            format_args!("`{}` is {} but {whom} {verb} [{}]", text(arg.expr), shape(own), wanted.join(", ")),
        )
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
        self.report(
            arg.expr.span,
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
                    return self.report(
                        arg.expr.span,
                        format_args!("`{}` has {} elements but {whom} takes {length}", text(arg.expr), values.len()),
                    );
                }
                let checked = values.into_iter().map(|value| self.check(Arg { value, expr: arg.expr }, inner, whom));
                Value::Array(checked.collect())
            }
            (TypeKind::Named(..), Value::Place(place)) if matches!(*place.slot, Slot::Array(..)) => arg.value,
            _ => self.report(
                arg.expr.span,
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
                return self.report(arg.expr.span, format_args!("`{}` is not a function", text(arg.expr)));
            }
            (None, _) => {}
        }
        let Some(item) = self.find_struct(&written) else {
            if written != "Self" {
                self.unknown_layer(name);
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
        self.report(arg.expr.span, format_args!("`{}` is {found}, but {whom} takes a `{wanted}`", text(arg.expr)))
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

/// The expression whose value a body yields.
pub(super) fn final_expr(body: &Block) -> Option<&Expr> {
    let last = match (&body.value, body.stmts.last()) {
        (Some(value), _) => value,
        (None, Some(Stmt::Expr(expr))) if matches!(expr.kind, ExprKind::Return(_)) => expr,
        _ => return None,
    };
    match &last.kind {
        ExprKind::Return(Some(inner)) => Some(inner),
        ExprKind::Block(block) => final_expr(block),
        _ => Some(last),
    }
}
