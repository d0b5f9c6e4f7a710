//! Values that may not be there: `Some` and `None` of differentiated values.
//!
//! Where an `Option` is made and taken apart in one expression there is none in the graph: what follows `Some(x)` is built
//! in the arms that yield it.

use std::cell::RefCell;

use proc_macro2::Ident;
use quote::quote;

use super::control::{ArmSource, Body};
use super::flow::Adaptor;
use super::iterators::Iter;
use super::opened::Bound;
use super::{Builder, Value};
use crate::ast::{BinaryOp, Expr, ExprKind, PatternTest, Type, UnaryOp};
use crate::each::Each;
use crate::graph::{Id, Kind, Step, Template};

/// What may be there: whether it is, and what it is then.
#[derive(Clone)]
pub(super) struct Maybe {
    pub is_some: Value,
    pub value: Lazy,
    pub by_ref: bool,
}

/// A value that is read where it is known to be there.
#[derive(Clone)]
pub(super) enum Lazy {
    Ready(Value),
    /// What stands at a place of an array; reading it stops the program if there is no such place.
    Element(Id, Step),
    /// An item of an iterator, in the same way.
    Item(Iter, Value),
    Several(Vec<Lazy>),
}

/// What is done with a value that is there.
pub(super) type Present<'s> = dyn FnMut(&mut Builder, Value) + 's;
/// What yields a value.
pub(super) type Yield<'s> = dyn FnMut(&mut Builder) -> Value + 's;
/// What is done if there is none.
pub(super) type Nothing<'s> = dyn FnMut(&mut Builder) + 's;

impl Builder<'_> {
    /// `if cond { then } else { other }`, of what the compiler itself writes.
    pub(super) fn when(
        &mut self,
        cond: Value,
        then: &mut dyn FnMut(&mut Builder),
        other: &mut dyn FnMut(&mut Builder),
    ) {
        let mut then = |builder: &mut Builder| {
            then(builder);
            builder.unit()
        };
        let mut other = |builder: &mut Builder| {
            other(builder);
            builder.unit()
        };
        self.choice(cond, &mut then, &mut other);
    }

    /// A branch whose arms yield a value.
    pub(super) fn choice(&mut self, cond: Value, then: &mut Yield, other: &mut Yield) -> Value {
        if self.is_poison(&cond) {
            return cond;
        }
        let (then, other) = (RefCell::new(then), RefCell::new(other));
        let then = |builder: &mut Builder| (then.borrow_mut())(builder);
        let other = |builder: &mut Builder| (other.borrow_mut())(builder);
        let arm = |test: bool, body| ArmSource {
            pattern: quote!(#test),
            test: PatternTest::Bool(test),
            bind: Bound::Nothing,
            body,
        };
        let arms = [arm(true, Body::Built(&then)), arm(false, Body::Built(&other))];
        self.branch(cond, &arms, None)
    }

    /// Takes apart the `Option` that a closure yields.
    pub(super) fn option_of(
        &mut self,
        function: &Adaptor,
        args: Vec<(Value, bool)>,
        some: &mut Present,
        none: &mut Nothing,
    ) {
        let Adaptor { closure, depth } = function;
        self.inside_of(closure, *depth, args, &mut |builder| builder.optional(&closure.body, some, none));
    }

    /// Takes apart the `Option` that an expression yields.
    pub(super) fn optional(&mut self, expr: &Expr, some: &mut Present, none: &mut Nothing) {
        match &expr.kind {
            ExprKind::Call(call) if call.prefix.is_empty() && call.last == "Some" && call.args.len() == 1 => {
                let value = self.reborrow(&call.args[0], None);
                some(self, value);
            }
            ExprKind::Name(name) if name == "None" && self.lookup(name).is_none() => none(self),
            ExprKind::Block(block) if block.value.is_some() => {
                let depth = self.vars.len();
                for stmt in &block.stmts {
                    self.stmt(stmt);
                }
                if let Some(value) = &block.value {
                    self.optional(value, some, none);
                }
                self.vars.truncate(depth);
            }
            ExprKind::If { cond, then, other: Some(other) } => {
                let cond = self.expr(cond, None);
                let block = then;
                let (some, none) = (RefCell::new(some), RefCell::new(none));
                let mut then = |builder: &mut Builder| {
                    let depth = builder.vars.len();
                    for stmt in &block.stmts {
                        builder.stmt(stmt);
                    }
                    if let Some(value) = &block.value {
                        builder.optional(value, &mut **some.borrow_mut(), &mut **none.borrow_mut());
                    }
                    builder.vars.truncate(depth);
                };
                let mut other =
                    |builder: &mut Builder| builder.optional(other, &mut **some.borrow_mut(), &mut **none.borrow_mut());
                self.when(cond, &mut then, &mut other);
            }
            ExprKind::Method { receiver, name, args, .. }
                if name == "then_some" && args.len() == 1 && is_truth(receiver) =>
            {
                let cond = self.expr(receiver, None);
                let value = self.expr(&args[0], None);
                let value = self.held(value);
                self.when(cond, &mut |builder| some(builder, value.clone()), none);
            }
            ExprKind::Method { receiver, name, args, .. }
                if name == "then"
                    && is_truth(receiver)
                    && matches!(&args[..], [Expr { kind: ExprKind::Closure(_), .. }]) =>
            {
                let cond = self.expr(receiver, None);
                let Some(function) = self.adaptor_of(&args[0], 0) else { return };
                let mut then = |builder: &mut Builder| {
                    let value = builder.apply(&function.closure, function.depth, Vec::new());
                    some(builder, value);
                };
                self.when(cond, &mut then, none);
            }
            ExprKind::Method { receiver, name, args, .. }
                if name == "map" && args.len() == 1 && !self.is_inactive(expr) =>
            {
                let Some(function) = self.adaptor_of(&args[0], 1) else { return };
                let mut then = |builder: &mut Builder, value: Value| {
                    let value = builder.apply(&function.closure, function.depth, vec![(value, false)]);
                    some(builder, value);
                };
                self.optional(receiver, &mut then, none);
            }
            _ => {
                let value = self.expr(expr, None);
                self.take_apart(value, expr, some, none);
            }
        }
    }

    /// Takes apart a value that is an `Option`.
    fn take_apart(&mut self, value: Value, expr: &Expr, some: &mut Present, none: &mut Nothing) {
        match value {
            Value::Maybe(maybe) => {
                let mut then = |builder: &mut Builder| {
                    let value = builder.present(&maybe.value);
                    some(builder, value);
                };
                self.when(maybe.is_some.clone(), &mut then, none);
            }
            value if self.is_poison(&value) => {}
            Value::Code(code) => {
                let option = self.node(Value::Code(code));
                let hole = self.hole_for(option);
                let is_some = Template::call(&quote!(is_some), Some(hole.clone()), Vec::new()).yielding_number();
                let copy = Template::call(&quote!(::core::clone::Clone::clone), None, vec![hole.prefixed("&")]);
                let value = Value::Code(Template::call(&quote!(unwrap), Some(copy), Vec::new()));
                self.when(Value::Code(is_some), &mut |builder| some(builder, value.clone()), none);
            }
            _ => self.errors.report(
                expr.span,
                "this `Option` cannot be differentiated here: write `Some(…)` and `None` in the closure itself",
            ),
        }
    }

    /// `cond.then(|| value)` and `cond.then_some(value)` of something differentiated.
    pub(super) fn chosen_by(&mut self, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        let ([arg], true) = (args, name == "then" || name == "then_some") else { return None };
        if !is_truth(receiver) || self.is_inactive(arg) {
            return None;
        }
        let cond = self.expr(receiver, None);
        if self.is_poison(&cond) || self.is_active(&cond) {
            return Some(self.poison());
        }
        if name == "then_some" {
            let value = self.expr(arg, None);
            let value = self.held(value);
            return Some(self.sides_of_one_type(cond, &mut |builder| builder.some_of(value.clone())));
        }
        let function = self.adaptor_of(arg, 0)?;
        Some(self.sides_of_one_type(cond, &mut |builder| {
            let value = builder.apply(&function.closure, function.depth, Vec::new());
            builder.some_of(value)
        }))
    }

    /// Code that is an `Option` or a `Result`, of which a method is called with something differentiated: `limit.map_or(x, |l| l * x)`.
    ///
    /// Iterators and arrays have a `map` as well. It is that of an `Option` if `wanted`, because of what is called on the
    /// result, or if the receiver is known to be one.
    pub(super) fn maybe_of_code(
        &mut self,
        value: &Value,
        receiver: &Expr,
        name: &Ident,
        args: &[Expr],
        wanted: bool,
    ) -> Option<Maybe> {
        let is_it = match (name.to_string().as_str(), args.len()) {
            ("map_or" | "map_or_else", 2) | ("unwrap_or" | "unwrap_or_else" | "and_then", 1) => true,
            ("map", 1) => wanted || self.is_declared_option(receiver) || yields_option(receiver),
            _ => false,
        };
        if !is_it || args.iter().all(|arg| self.is_inactive(arg)) {
            return None;
        }
        let code = match value {
            Value::Code(code) => code.clone(),
            Value::Node(id) if *self.ty(*id) == Type::Other && !self.is_active(value) => {
                Template::call(&quote!(::core::clone::Clone::clone), None, vec![self.hole_for(*id).prefixed("&")])
            }
            _ => return None,
        };
        let krate = self.function.krate.clone();
        let (effects, known) = (code.effects, code.known);
        let tried = Template::call(&quote!(#krate::__private::tried), None, vec![code]);
        let option = self.node(Value::Code(Template { effects, known, ..tried }));
        let hole = self.hole_for(option);
        let is_some = Template::call(&quote!(is_some), Some(hole.clone()), Vec::new()).yielding_number();
        let copy = Template::call(&quote!(::core::clone::Clone::clone), None, vec![hole.prefixed("&")]);
        let value = Value::Code(Template::call(&quote!(unwrap), Some(copy), Vec::new()));
        Some(Maybe { is_some: Value::Code(is_some), value: Lazy::Ready(value), by_ref: false })
    }

    /// Whether something is declared as an `Option` or a `Result`.
    fn is_declared_option(&self, expr: &Expr) -> bool {
        match self.declared(expr) {
            Some(syn::Type::Path(path)) => {
                path.path.segments.last().is_some_and(|last| last.ident == "Option" || last.ident == "Result")
            }
            _ => false,
        }
    }

    /// A method of what may be there.
    pub(super) fn method_of_maybe(&mut self, maybe: &Maybe, name: &Ident, args: &[Expr]) -> Value {
        let errors = self.errors.count();
        match self.known_method_of_maybe(maybe, name, args) {
            Some(value) => value,
            None if self.errors.count() > errors => self.poison(),
            None if ["copied", "cloned", "as_ref"].iter().any(|known| name == known) => {
                Value::Maybe(Box::new(maybe.clone()))
            }
            None if ["ok_or", "ok_or_else", "map_err"].iter().any(|known| name == known) && args.len() == 1 => {
                self.run_error(maybe.is_some.clone(), name, &args[0]);
                Value::Maybe(Box::new(maybe.clone()))
            }
            None => match self.kept(maybe) {
                Some(Value::Node(id)) => self.choice_method(id, name, args, None),
                _ => self.report(
                    name.span(),
                    format_args!(
                        "`{name}` of an `Option` cannot be differentiated: use `unwrap`, `unwrap_or` or `map_or`"
                    ),
                ),
            },
        }
    }

    fn known_method_of_maybe(&mut self, maybe: &Maybe, name: &Ident, args: &[Expr]) -> Option<Value> {
        let Maybe { is_some, value, by_ref } = maybe.clone();
        match (name.to_string().as_str(), args) {
            ("unwrap", []) | ("expect", [_]) => {
                self.assert_some(is_some, name, args);
                Some(self.present(&value))
            }
            ("unwrap_or" | "unwrap_or_else" | "unwrap_or_default", _) if args.len() <= 1 => {
                let otherwise = match args {
                    [] => Value::Node(self.w.constant(0.0)),
                    [arg] if name == "unwrap_or" => self.expr(arg, None),
                    _ => {
                        let function = self.adaptor_of(&args[0], 0)?;
                        let other =
                            &mut |builder: &mut Builder| builder.apply(&function.closure, function.depth, Vec::new());
                        return Some(self.choice(is_some, &mut |builder| builder.present(&value), other));
                    }
                };
                Some(self.choice(is_some, &mut |builder| builder.present(&value), &mut |_| otherwise.clone()))
            }
            ("map_or", [otherwise, function]) => {
                let otherwise = self.expr(otherwise, None);
                let function = self.adaptor_of(function, 1)?;
                let then = &mut |builder: &mut Builder| {
                    let value = builder.present(&value);
                    builder.apply(&function.closure, function.depth, vec![(value, by_ref)])
                };
                Some(self.choice(is_some, then, &mut |_| otherwise.clone()))
            }
            ("map_or_else", [otherwise, function]) => {
                let (otherwise, function) = (self.adaptor_of(otherwise, 0)?, self.adaptor_of(function, 1)?);
                let then = &mut |builder: &mut Builder| {
                    let value = builder.present(&value);
                    builder.apply(&function.closure, function.depth, vec![(value, by_ref)])
                };
                let other = &mut |builder: &mut Builder| builder.apply(&otherwise.closure, otherwise.depth, Vec::new());
                Some(self.choice(is_some, then, other))
            }
            ("map", [function]) if !matches!(value, Lazy::Several(_)) => {
                let function = self.adaptor_of(function, 1)?;
                let mut some = |builder: &mut Builder| {
                    let value = builder.present(&value);
                    let value = builder.apply(&function.closure, function.depth, vec![(value, by_ref)]);
                    builder.some_of(value)
                };
                Some(self.sides_of_one_type(is_some, &mut some))
            }
            ("and_then", [function]) if !matches!(value, Lazy::Several(_)) => {
                let function = self.adaptor_of(function, 1)?;
                let mut some = |builder: &mut Builder| {
                    let value = builder.present(&value);
                    builder.apply(&function.closure, function.depth, vec![(value, by_ref)])
                };
                Some(self.sides_of_one_type(is_some, &mut some))
            }
            ("is_some", []) => Some(is_some),
            ("is_none", []) => {
                let id = self.node(is_some);
                Some(Value::Node(self.w.push(Kind::Not(id), Type::Other)))
            }
            ("copied" | "cloned", []) => Some(Value::Maybe(Box::new(Maybe { is_some, value, by_ref: false }))),
            _ => None,
        }
    }

    /// Reads a value that is there.
    pub(super) fn present(&mut self, value: &Lazy) -> Value {
        match value {
            Lazy::Ready(value) => value.clone(),
            Lazy::Element(array, step) => {
                let id = self.w.get(*array, &[*step]);
                self.value_of(id)
            }
            Lazy::Item(iter, at) => self.item(iter, at.clone()),
            Lazy::Several(parts) => Value::Several(parts.each(|part| (self.present(part), true))),
        }
    }

    /// Stops the program where `unwrap` would have.
    fn assert_some(&mut self, is_some: Value, name: &Ident, args: &[Expr]) {
        let panic = self.panic_of(name, args);
        if self.bool(&is_some) == Some(true) {
            return;
        }
        let (code, panic) = (self.template(is_some), self.capture(&panic));
        let (tokens, panic_tokens) = (&code.tokens, &panic.tokens);
        let tokens = quote!(if !(#tokens) { #panic_tokens });
        let (holes, effects) = ([code.holes, panic.holes].concat(), code.effects || panic.effects);
        self.w.push(Kind::Observe(Template { tokens, holes, effects, ..Template::default() }), Type::Tuple(Vec::new()));
    }
}

/// Methods of an `Option` or a `Result` that neither iterators nor arrays have.
pub(super) fn is_of_options(name: &str) -> bool {
    const METHODS: [&str; 13] = [
        "unwrap_or",
        "unwrap_or_else",
        "unwrap_or_default",
        "unwrap",
        "expect",
        "map_or",
        "map_or_else",
        "and_then",
        "or_else",
        "ok_or",
        "ok_or_else",
        "is_some",
        "is_none",
    ];
    METHODS.contains(&name)
}

/// Whether an expression calls a method that yields an `Option` whatever it is called on.
fn yields_option(expr: &Expr) -> bool {
    const METHODS: [&str; 12] = [
        "find",
        "find_map",
        "position",
        "rposition",
        "get",
        "first",
        "last",
        "next",
        "min_by",
        "max_by",
        "checked_sub",
        "ok",
    ];
    let ExprKind::Method { receiver, name, .. } = &expr.kind else { return false };
    let name = name.to_string();
    let passes_on = ["copied", "cloned", "as_ref", "filter", "as_deref"].contains(&name.as_str());
    METHODS.contains(&name.as_str()) || passes_on && yields_option(receiver)
}

/// Whether an expression is a comparison or the like.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison() || matches!(op, BinaryOp::And | BinaryOp::Or),
        ExprKind::Unary(UnaryOp::Not, inner) => is_truth(inner),
        ExprKind::Method { name, .. } => name.to_string().starts_with("is_"),
        ExprKind::Bool(_) => true,
        _ => false,
    }
}
