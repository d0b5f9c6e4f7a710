//! Calls: arguments are checked against their declared types, the body is run in a frame of its own.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::elsewhere;
use super::eval::Evaluator;
use super::items::FnItem;
use super::layers::{Instance, Slot};
use super::source::{plural, squeezed, text};
use super::value::{Arg, Callee, ParameterRef, Value};
use crate::ast::{Block, CallExpr, Expr, ExprKind, Pattern, Stmt};
use crate::each::Each;

impl Evaluator<'_> {
    fn arguments<'a>(&mut self, args: &'a [Expr]) -> Vec<Arg<'a>> {
        args.each(|expr| Arg { value: self.expr(expr), expr })
    }

    /// `f(args)`
    pub(super) fn call(&mut self, call: &CallExpr, span: Span) -> Value {
        let turbofish = self.reader().turbofish(call.turbofish.clone());
        let callee = if call.prefix.is_empty() {
            self.callee(&call.last)
        } else {
            let Some(path) = self.reader().segments(call.path.clone()) else { return Value::Poison };
            match path.as_slice() {
                [(module, _), .., (name, _)] if elsewhere::is_module(&module.to_string()) => {
                    self.module(&module.to_string(), &name.to_string(), "::", name.span());
                    None
                }
                [(owner, args), (name, _)] => match self.owner_named(owner, args) {
                    Some(instance) => match self.find_method(&instance.item, &name.to_string()) {
                        Some(item) => Some(Callee::Item(item, Some(instance))),
                        None => {
                            self.unknown_method(&instance, None, name);
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

    /// Resolves the name of a called function.
    fn callee(&mut self, name: &Ident) -> Option<Callee> {
        let written = name.to_string();
        let frame = self.frame();
        let local = frame.vars.iter().rev().find(|(known, _)| *known == written).map(|(_, value)| value.clone());
        let generic =
            || frame.generics.iter().find(|(known, _)| *known == written).and_then(|(_, value)| value.clone());
        match local.or_else(generic) {
            Some(Value::Function(callee)) => Some(callee),
            Some(Value::Poison) => None,
            Some(Value::Parameters(ParameterRef { slot, .. })) => {
                self.called_part(&slot, &written, name.span());
                None
            }
            Some(_) => {
                self.report(name.span(), format_args!("`{written}` is not a function"));
                None
            }
            None => {
                let callee = self.function_named(&written);
                if callee.is_none() {
                    let hint =
                        self.function_hint(&written).unwrap_or_else(|| "define it in this block with `fn`".to_owned());
                    self.report(name.span(), format_args!("there is no function `{written}`: {hint}"));
                }
                callee
            }
        }
    }

    /// Reports an unknown function, with what to write instead.
    fn function_hint(&mut self, written: &str) -> Option<String> {
        if self.find_struct(written).is_some() {
            return Some(format!("`{written}` is a layer, make it a field of the model, `layer: {written}<…>`"));
        }
        if let Some(way_out) = elsewhere::function(written).or_else(|| elsewhere::layer(written)) {
            return Some(way_out.to_owned());
        }
        let similar = super::builtins::similar(written, self.user.functions.keys())?;
        Some(format!("did you mean `{similar}`?"))
    }

    /// Reports a layer or parameter that is called like a function: `self.layer(x)`.
    fn called_part(&mut self, slot: &Slot, written: &str, span: Span) {
        let hint = match slot {
            Slot::Layer(instance) => {
                let methods = self.methods_of(&instance.item);
                let forward = methods.iter().find(|method| *method == "forward").or(methods.first());
                match forward {
                    Some(method) => format!("is a layer: write `{written}.{method}(…)`"),
                    None => "is a layer without functions: write one in an `impl`".to_owned(),
                }
            }
            Slot::Array(..) => format!("is an array of layers: use `for layer in &{written}`"),
            Slot::Param { .. } => format!("is a parameter, not a function: write `{written}` without parentheses"),
            Slot::Poison => return,
        };
        self.report(span, format_args!("`{written}` {hint}"));
    }

    /// Reports a module of another library: `nn::Linear`, `F.relu`.
    fn module(&mut self, module: &str, name: &str, dot: &str, span: Span) {
        let hint = match self.function_named(name) {
            Some(_) => None,
            None => self.function_hint(name),
        };
        let hint = hint.unwrap_or_else(|| format!("functions have no path, write `{name}(…)`"));
        self.report(span, format_args!("there is no `{module}{dot}{name}`: {hint}"));
    }

    /// `owner` is how the layer is written, if it is a field or a variable.
    fn unknown_method(&mut self, instance: &Instance, owner: Option<&Expr>, name: &Ident) {
        if let (Some(part), Some(owner)) = (instance.part(&name.to_string()), owner) {
            let slot = part.slot.clone();
            return self.called_part(&slot, &format!("{}.{name}", text(owner)), name.span());
        }
        let known: Vec<_> = self.methods_of(&instance.item).each(|name| format!("`{name}`"));
        let known =
            if known.is_empty() { "it has none".to_owned() } else { format!("its methods are {}", known.join(", ")) };
        self.report(name.span(), format_args!("`{}` has no method `{name}`: {known}", instance.item.name));
    }

    /// `receiver.name(args)`
    pub(super) fn method(&mut self, receiver: &Expr, name: &Ident, turbofish: &TokenStream, args: &[Expr]) -> Value {
        let span = name.span();
        if let ExprKind::Name(module) = &receiver.kind
            && elsewhere::is_module(&module.to_string())
            && !self.known_names().iter().any(|known| module == known)
        {
            self.module(&module.to_string(), &name.to_string(), ".", span);
            return Value::Poison;
        }
        let value = self.expr(receiver);
        match value {
            Value::Poison => {
                self.arguments(args);
                Value::Poison
            }
            Value::Parameters(ParameterRef { ref slot, .. }) => match &**slot {
                Slot::Layer(instance) => {
                    let method = self.find_method(&instance.item, &name.to_string());
                    let Some(item) = method.filter(|item| item.receiver) else {
                        let instance = instance.clone();
                        self.unknown_method(&instance, Some(receiver), name);
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
                // A function of the block is not a method.
                let is_function = self.user.functions.contains_key(&written);
                let hint = if is_function { None } else { self.function_hint(&written) };
                let hint = hint
                    .unwrap_or_else(|| format!("write a function, and call it as `{written}({}, …)`", text(receiver)));
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
        if self.is_full() {
            return Value::Poison;
        }
        if self.frames.iter().any(|frame| frame.item.as_ref().is_some_and(|known| Rc::ptr_eq(known, item))) {
            return self.report(
                span,
                format_args!(
                    "`{}` calls itself: a model is written out when it is compiled; use a `for` loop",
                    item.name
                ),
            );
        }
        if self.is_nested_too_deep("calls", "call functions one after the other, or use a `for` loop", span) {
            return Value::Poison;
        }
        let expected = item.params.len() + usize::from(item.receiver);
        if args.len() != expected {
            let receiver = usize::from(item.receiver);
            let names: Vec<_> = item.params.each(|(pattern, _)| pattern_text(pattern));
            return self.report(
                span,
                format_args!(
                    "`{0}` takes {1}, not {2}: `{0}({3})`",
                    item.name,
                    plural(expected - receiver, "argument"),
                    args.len().saturating_sub(receiver),
                    names.join(", ")
                ),
            );
        }
        let Some(generics) = self.frame_generics(item, owner.as_deref(), turbofish, span) else {
            return Value::Poison;
        };
        // The frame of the definition's scope, extended by what belongs to a call.
        self.enter_definition(item.prelude, Vec::new(), span);
        let frame = self.frame();
        frame.generics = generics;
        frame.owner = owner;
        frame.item = Some(item.clone());
        if item.receiver {
            let this = args.remove(0);
            self.frame().vars.push(("self".to_owned(), this.value));
        }
        let name = match &item.owner {
            Some((owner, _)) => format!("`{owner}::{}`", item.name),
            None => format!("`{}`", item.name),
        };
        let mut poisoned = false;
        self.frame().checking = true;
        for (arg, (pattern, ty)) in args.into_iter().zip(&item.params) {
            let value = self.check(arg, ty, &name);
            poisoned |= value.is_poison();
            self.bind(pattern, value);
        }
        let frame = self.frame();
        frame.checking = false;
        frame.inside = item.prelude.then(|| match &item.owner {
            Some((owner, _)) => format!("{owner}::{}", item.name),
            None => item.name.to_string(),
        });
        // With a wrong argument the body would only produce further errors.
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
                    "`{}` takes {}, not {}",
                    item.name,
                    plural(item.generics.len(), "generic argument"),
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
}

fn pattern_text(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Name { ident, .. } => ident.to_string(),
        _ => "_".to_owned(),
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
