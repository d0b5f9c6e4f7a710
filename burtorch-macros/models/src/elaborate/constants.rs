//! Evaluates constants: generic arguments, dimensions, constant items, assertions.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use syn::punctuated::Punctuated;

use super::eval::Evaluator;
use super::items::{ConstItem, Generic};
use super::layers::Instance;
use super::limits::{CONSTANTS, NUMBERS};
use super::source::{plural, text};
use super::types::Dims;
use super::value::{Arg, Callee, Value};
use crate::ast::Expr;
use crate::each::Each;
use crate::tensor::Shape;

impl Evaluator<'_> {
    /// The values of the generic parameters of a struct.
    pub(super) fn generic_values(
        &mut self,
        name: &Ident,
        generics: &[Generic],
        args: &[Expr],
        span: Span,
    ) -> Option<Vec<(String, Value)>> {
        let needed = generics.iter().filter(|generic| generic.default.is_none()).count();
        if args.len() < needed || args.len() > generics.len() {
            let names: Vec<_> = generics.each(|generic| generic.name.to_string());
            self.report(
                span,
                format_args!(
                    "`{name}` takes {}, not {}: `{name}<{}>`",
                    plural(needed, "generic argument"),
                    args.len(),
                    names.join(", ")
                ),
            );
            return None;
        }
        let mut values: Vec<(String, Value)> = Vec::new();
        for (at, generic) in generics.iter().enumerate() {
            let value = match (args.get(at), &generic.default) {
                (Some(arg), _) => self.generic_value(generic, arg),
                (None, Some(default)) => {
                    // A default may name the parameters before it.
                    self.enter_definition(self.in_prelude(), values.clone(), span);
                    let value = self.generic_value(generic, default);
                    self.leave();
                    value
                }
                (None, None) => Value::Poison,
            };
            if value.is_poison() {
                return None;
            }
            values.push((generic.name.to_string(), value));
        }
        Some(values)
    }

    pub(super) fn generic_value(&mut self, generic: &Generic, arg: &Expr) -> Value {
        let value = self.expr(arg);
        match &value {
            Value::Function(_) if !generic.constant => value,
            Value::Int(_) | Value::Bool(_) if generic.constant => value,
            Value::Poison => value,
            _ if generic.constant => self.not_constant(arg),
            _ => self.report(
                arg.span,
                format_args!("`{}` stands for a function: give the name of one, such as `tanh`", generic.name),
            ),
        }
    }

    fn not_constant(&mut self, arg: &Expr) -> Value {
        self.report(
            arg.span,
            format_args!(
                "`{}` is not a constant integer: a dimension is a literal, a `const` or computed from these",
                text(arg)
            ),
        )
    }

    /// A constant length of an axis or array, at least one.
    pub(super) fn length(&mut self, expr: &Expr) -> Option<usize> {
        match self.expr(expr) {
            Value::Poison => None,
            Value::Int(0) => {
                self.report(expr.span, format_args!("`{}` is 0: every dimension is at least 1", text(expr)));
                None
            }
            Value::Int(value) => match usize::try_from(value).ok().filter(|length| *length <= NUMBERS) {
                Some(length) => Some(length),
                None if value > 0 => {
                    self.report(
                        expr.span,
                        format_args!("`{}` is {value}: every dimension is at most {NUMBERS}", text(expr)),
                    );
                    None
                }
                None => {
                    self.report(expr.span, format_args!("`{}` is {value}: every dimension is at least 1", text(expr)));
                    None
                }
            },
            _ => {
                self.not_constant(expr);
                None
            }
        }
    }

    /// How many layers an array has.
    pub(super) fn array_length(&mut self, expr: &Expr) -> Option<usize> {
        let count = self.int_constant(expr)?;
        let length = usize::try_from(count).ok().filter(|length| *length < 1 << 20);
        if length.is_none() {
            self.report(expr.span, format_args!("`{}` is {count}, which is no number of layers", text(expr)));
        }
        length
    }

    /// The shape that a type states, where all of it is known.
    pub(super) fn shape_of(&mut self, dims: &Dims) -> Option<Shape> {
        let lengths: Vec<_> = dims.dims.each(|dim| dim.as_ref().and_then(|dim| self.length(dim)));
        lengths.into_iter().collect()
    }

    /// A constant integer.
    pub(super) fn int_constant(&mut self, expr: &Expr) -> Option<i128> {
        match self.expr(expr) {
            Value::Int(value) => Some(value),
            Value::Poison => None,
            _ => {
                self.not_constant(expr);
                None
            }
        }
    }

    pub(super) fn float_constant(&mut self, expr: &Expr) -> Option<f64> {
        match self.expr(expr) {
            Value::Float(value) => Some(value),
            Value::Poison => None,
            value => {
                self.not_float(&Arg { value, expr });
                None
            }
        }
    }

    /// `const CHECK: () = assert!(…);` of a struct holds wherever the struct is used.
    pub(super) fn assertions(&mut self, instance: &Rc<Instance>) -> bool {
        let scope = if instance.item.prelude { &self.prelude } else { &self.user };
        let own =
            scope.associated.iter().filter(|((owner, _), item)| instance.item.name == owner && item.is_assertion());
        let own: Vec<_> = own.map(|((owner, name), item)| (format!("{owner}::{name}"), item.clone())).collect();
        own.iter().all(|(key, item)| !self.constant(key, item, Some(instance.clone())).is_poison())
    }

    /// `assert!(condition, "message")`, of constants; `{N}` in the message is the constant `N`.
    pub(super) fn assertion(&mut self, tokens: &TokenStream, span: Span) -> Value {
        let parsed = syn::parse2::<syn::Macro>(tokens.clone()).ok().filter(|call| call.path.is_ident("assert"));
        let parts = parsed.and_then(|call| {
            let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
            call.parse_body_with(list).ok()
        });
        let mut parts = parts.into_iter().flatten();
        let (condition, message) = match (parts.next(), parts.next(), parts.next()) {
            (Some(condition), message, None) => (super::syntax::expr(&condition, self.errors), message),
            _ => {
                return self.report(
                    span,
                    "a model is compiled from shapes, where there is nothing to print: only `assert!(condition, \"message\")` of constants may stand here",
                );
            }
        };
        match self.expr(&condition) {
            Value::Bool(true) => Value::unit(),
            Value::Bool(false) => {
                let message = match message {
                    Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(message), .. })) => {
                        self.filled_in(&message.value(), span)
                    }
                    _ => format!("`{}` does not hold", text(&condition)),
                };
                self.report(span, message)
            }
            Value::Poison => Value::Poison,
            value => {
                let kind = self.kind_of(&value);
                self.report(
                    condition.span,
                    format_args!("`{}` is {kind}: what is asserted in a model is about constants", text(&condition)),
                )
            }
        }
    }

    /// A message with the values of the constants that it names.
    fn filled_in(&mut self, message: &str, span: Span) -> String {
        let mut filled = String::new();
        let mut rest = message;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            match syn::parse_str::<Ident>(name) {
                Ok(name) => {
                    let value = self.name(&Ident::new(&name.to_string(), span));
                    filled.push_str(&constant_text(&value));
                }
                Err(_) => filled.push_str(name),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// The value of a constant item.
    pub(super) fn constant(&mut self, key: &str, item: &ConstItem, owner: Option<Rc<Instance>>) -> Value {
        if self.computing.iter().any(|known| known == key) {
            return self
                .report(item.name.span(), format_args!("`{}` is defined by itself: give it a value", item.name));
        }
        if self.computing.len() == CONSTANTS {
            let name = &item.name;
            let message = format_args!(
                "more than {CONSTANTS} constants need each other up to `{name}`: give one of them a number"
            );
            return self.report(name.span(), message);
        }
        self.computing.push(key.to_owned());
        // The `impl` may call the generic parameters by other names.
        let values = owner.iter().flat_map(|owner| owner.generics.iter().map(|(_, value)| value.clone()));
        let named = item.generics.iter().zip(values);
        let generics = named.filter_map(|(name, value)| Some((name.clone()?, value))).collect();
        let site = self.frame().site;
        self.enter_definition(item.prelude, generics, item.name.span());
        if item.is_assertion() {
            self.frame().site = site;
        }
        self.frame().owner = owner;
        let value = self.expr(&item.value);
        let value = match value {
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Poison => {
                let name = item.name.to_string();
                self.check(Arg { value, expr: &item.value }, &item.ty, &name)
            }
            Value::Tuple(ref parts) if parts.is_empty() && item.is_assertion() => value,
            _ => self.report(
                item.value.span,
                format_args!("`{}` is not a constant: use literals, other constants and arithmetic", text(&item.value)),
            ),
        };
        self.leave();
        self.computing.pop();
        if value.is_poison() && !item.prelude {
            self.broken.insert(key.to_owned());
        }
        value
    }
}

/// A constant as it is written.
pub(super) fn constant_text(value: &Value) -> String {
    match value {
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Bool(value) => value.to_string(),
        Value::Function(Callee::Item(item, _)) => item.name.to_string(),
        Value::Function(Callee::Builtin(name)) => name.clone(),
        _ => "_".to_owned(),
    }
}
