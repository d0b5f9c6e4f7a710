//! Methods and calls: rows of the table, other differentiable functions, or code that passes through.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::chains::{is_chain, is_link};
use super::refused::way_out;
use super::state::{is_pure_call, is_pure_method};
use super::{Builder, Value};
use crate::ast::{CallExpr, Expr, ExprKind, FunctionKind, IntType, Len, Precision, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Call, CallArg, Callee, Id, Kind, Pass, Step, Template, element_type};
use crate::nearest::nearest;
use crate::surroundings::{definition, is_closure, is_without_derivative};

/// Questions about a number whose answers do not depend on it smoothly.
const PREDICATES: [&str; 6] =
    ["is_nan", "is_infinite", "is_finite", "is_normal", "is_sign_positive", "is_sign_negative"];

/// Methods that yield the value itself.
const IDENTITIES: [&str; 5] = ["clone", "to_owned", "copied", "cloned", "as_ref"];

/// Methods of arrays that `burtorch::math` has as functions, with the number of their arguments.
const REDUCTIONS: [(&str, usize); 8] = [
    ("mean", 1),
    ("neg_mean", 1),
    ("sum_of_squares", 1),
    ("mean_of_squares", 1),
    ("variance", 1),
    ("variance_biased", 1),
    ("dot", 2),
    ("dot_bias", 3),
];

impl Builder<'_> {
    pub(super) fn method(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
        hint: Option<&Type>,
    ) -> Value {
        let consumer = self.consumer.take();
        if let Some(value) = self.conversion(receiver, name) {
            return value;
        }
        if let Some(value) = self.chain(receiver, name, turbofish, args, hint) {
            return value;
        }
        if let Some(value) = self.changing_method(receiver, name, args) {
            return value;
        }
        // Of `x.iter().scan(…)` it is `scan` that has no derivative.
        let blamed = consumer.unwrap_or_else(|| name.clone());
        if matches!(receiver.kind, ExprKind::Method { .. }) && is_chain(receiver) {
            self.consumer = Some(if is_link(name) { blamed.clone() } else { name.clone() });
        }
        let hint_of_floats = hint.filter(|hint| **hint == Type::Float);
        // A chain of methods nests one level per call: it is walked, so that its length is not the stack's.
        let (mut links, mut first) = (Vec::new(), receiver);
        while let ExprKind::Method { receiver, name, turbofish, args } = &first.kind
            && Op::from_method(&name.to_string(), args.len() + 1).is_some()
        {
            links.push((first.span, &**receiver, name, turbofish, args));
            first = receiver;
        }
        let mut this = self.expr(first, hint_of_floats);
        for (span, receiver, name, turbofish, args) in links.into_iter().rev() {
            let outer = std::mem::replace(&mut self.w.span, span);
            this = self.method_of(this, receiver, (name, turbofish, args), hint_of_floats, name);
            self.w.span = outer;
        }
        self.method_of(this, receiver, (name, turbofish, args), hint, &blamed)
    }

    /// The method of a value; `blamed` is the one that is at fault if there is no derivative.
    fn method_of(
        &mut self,
        this: Value,
        receiver: &Expr,
        (name, turbofish, args): (&Ident, &TokenStream, &[Expr]),
        hint: Option<&Type>,
        blamed: &Ident,
    ) -> Value {
        if self.is_poison(&this) {
            return this;
        }
        let method = name.to_string();
        if let Value::Node(id) = this {
            if args.is_empty() && IDENTITIES.contains(&method.as_str()) && *self.ty(id) != Type::Other {
                let ty = self.ty(id).clone();
                // That of iterators is by value: another one would be ambiguous.
                if !matches!(method.as_str(), "copied" | "cloned") && !ty.has_structs() {
                    self.prove_first(name, &ty, &quote!(self));
                }
                return this;
            }
            match self.ty(id) {
                Type::Float => {
                    let value = self.float_method(id, name, args);
                    if Op::from_method(&method, args.len() + 1).is_some() || method == "sin_cos" {
                        self.prove_row(name, receiver, args.len());
                    }
                    return value;
                }
                Type::Array(_, len) => {
                    let len = len.clone();
                    if let Some(value) = self.array_method(id, &len, name, args) {
                        let (ty, reduces) =
                            (self.ty(id).clone(), REDUCTIONS.contains(&(method.as_str(), args.len() + 1)));
                        self.prove_of_slices(name, receiver, &ty, args.len(), reduces);
                        return value;
                    }
                }
                _ => {}
            }
            if self.w.graph.node(id).active && self.ty(id).parts().is_some() {
                return self.report(
                    name.span(),
                    format_args!("the method `{name}` of a differentiated value has no derivative: make it a function with `#[differentiable]` that takes the value as an argument"),
                );
            }
            if self.w.graph.node(id).active {
                let blamed = if is_link(name) { blamed } else { name };
                let way_out = way_out(&blamed.to_string());
                return self.report(blamed.span(), format_args!("`{blamed}` cannot be differentiated here: {way_out}"));
            }
        }
        // The length of a constant is one, too.
        let constant = method == "len" && matches!(&this, Value::Code(template) if template.is_path());
        let pure = constant || self.is_known(&this) && is_pure_call(receiver, &method);
        // A place is not evaluated before the arguments are.
        let later: Vec<&Expr> = if receiver.root().is_some() { Vec::new() } else { args.iter().collect() };
        let this = self.settled(this, &later);
        let args = self.arguments(args, |builder, arg| match builder.state_passed(arg) {
            Some(state) => state,
            None => builder.expr(arg, None),
        });
        if args.iter().any(|(arg, _)| self.is_poison(arg)) {
            return self.poison();
        }
        if args.iter().any(|(arg, _)| self.is_active(arg)) {
            // `K.powf(x)` of a constant `K`: with a differentiated argument it can only be a float.
            if let Some(op) = Op::from_method(&method, args.len() + 1) {
                self.prove_row(name, receiver, args.len());
                let operands: Vec<_> = std::iter::once(this)
                    .chain(args.into_iter().map(|(arg, _)| arg))
                    .map(|value| self.node(value))
                    .collect();
                return Value::Node(self.w.op(op, &operands));
            }
            if self.is_of_a_trait(receiver) || is_without_derivative(name) {
                return self.report(
                    name.span(),
                    format_args!(
                        "the method `{name}` has no derivative: put `#[differentiable]` on it where the type has it itself, or make it a function with `#[differentiable]`; a method of a trait has none"
                    ),
                );
            }
            let receiver = self.template(this);
            return self.unasked_call(Callee::Method(receiver, name.clone()), args, hint, name);
        }
        let receiver = self.template(this);
        let args = args.into_each(|(arg, by_ref)| self.argument(arg, by_ref));
        let call = Template::call(&quote!(#name #turbofish), Some(receiver), args);
        Value::Code(if pure { Template { known: true, ..call } } else { call.impure() })
    }

    /// Whether a receiver is an argument of which only traits are known: `P` with a bound, `dyn` or `impl`.
    fn is_of_a_trait(&self, receiver: &Expr) -> bool {
        let param = receiver.root().and_then(|root| self.lookup(root)).and_then(|at| self.function.params.get(at));
        param.is_some_and(|param| {
            let mut words = param.tokens.clone().into_iter().filter_map(|token| match token {
                TokenTree::Ident(word) => Some(word),
                _ => None,
            });
            matches!(receiver.kind, ExprKind::Name(_))
                && words.any(|word| word == "dyn" || word == "impl" || self.function.type_generics.contains(&word))
        })
    }

    /// The arguments of a call, evaluated in their order.
    fn arguments(&mut self, args: &[Expr], mut evaluate: impl FnMut(&mut Self, &Expr) -> Value) -> Vec<(Value, bool)> {
        let mut values = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let value = evaluate(self, arg);
            let later: Vec<&Expr> = args[at + 1..].iter().collect();
            values.push((self.settled(value, &later), self.is_reference(arg)));
        }
        values
    }

    /// An argument of a call that passes through.
    pub(super) fn argument(&mut self, arg: Value, by_ref: bool) -> Template {
        let is_node = matches!(arg, Value::Node(_));
        let template = self.template(arg);
        if by_ref && is_node { template.prefixed("&") } else { template }
    }

    /// A method of a float: a row of the table, or a question.
    fn float_method(&mut self, this: Id, name: &Ident, args: &[Expr]) -> Value {
        let method = name.to_string();
        if method == "sin_cos" && args.is_empty() {
            let parts = vec![self.w.op(Op::Sin, &[this]), self.w.op(Op::Cos, &[this])];
            return Value::Node(self.w.pack(parts, Type::Tuple(vec![Type::Float, Type::Float])));
        }
        if PREDICATES.contains(&method.as_str()) && args.is_empty() {
            let receiver = self.hole_for(this);
            return Value::Code(Template::call(&name.to_token_stream(), Some(receiver), Vec::new()));
        }
        if method.ends_with("_assign") {
            return self.report(name.span(), format_args!("`{name}` cannot be differentiated: use the operator"));
        }
        let Some(op) = Op::from_method(&method, args.len() + 1) else {
            let values: Vec<_> = args.each(|arg| self.expr(arg, None));
            if self.w.graph.node(this).active || values.iter().any(|value| self.is_active(value)) {
                let own = "wrap it in a function and give that a rule with `#[derivative(of = …)]`";
                let hint = match nearest(&method, Op::ALL.iter().map(|op| op.name())).filter(|known| *known != method) {
                    Some(known) => format!("did you mean `{known}`? if not, {own}"),
                    None => own.to_owned(),
                };
                return self
                    .report(name.span(), format_args!("no derivative is known for the method `{name}`: {hint}"));
            }
            let receiver = self.hole_for(this);
            let args = values.into_each(|value| self.template(value));
            return Value::Code(Template::call(&name.to_token_stream(), Some(receiver), args));
        };
        let mut operands = vec![this];
        for arg in args {
            let value = self.expr(arg, Some(&Type::Float));
            if self.is_poison(&value) {
                return value;
            }
            if op != Op::Powi
                && let Some(poison) = self.refuse_integer(&value)
            {
                return poison;
            }
            operands.push(if op == Op::Powi { self.whole_number(value) } else { self.node(value) });
        }
        // The commonest powers have rows of their own, with fewer operations.
        Value::Node(match (op, operands.get(1).map(|&n| self.w.graph.kind(n))) {
            (Op::Powi, Some(Kind::Const(2.0))) => self.w.op(Op::Sqr, &[this]),
            (Op::Powi, Some(Kind::Const(3.0))) => self.w.op(Op::Pow3, &[this]),
            _ => self.w.op(op, &operands),
        })
    }

    /// An integer as the float that holds it.
    fn whole_number(&mut self, value: Value) -> Id {
        #[allow(clippy::cast_precision_loss, reason = "exponents are small")]
        if let Some(int) = self.int(&value) {
            return self.w.constant(int as f64);
        }
        let template = self.template(value);
        let value = self.integer_as_float(template);
        self.node(value)
    }

    /// Code that yields an integer, as the function's float type.
    fn integer_as_float(&mut self, inner: Template) -> Value {
        let (krate, scalar) = (&self.function.krate, &self.function.scalar.tokens);
        let template = Template::call(&quote!(#krate::__private::from_integer::<#scalar, _>), None, vec![inner]);
        self.float_code(template)
    }

    fn array_method(&mut self, this: Id, len: &Len, name: &Ident, args: &[Expr]) -> Option<Value> {
        let method = name.to_string();
        if method == "is_empty" && args.is_empty() {
            let len = self.w.length_of(this);
            let len = self.hole_for(len);
            return Some(Value::Code(len.binary("==", Template::verbatim(quote!(0)))));
        }
        if method == "to_vec" && args.is_empty() {
            let (start, end) = (self.w.index(0), self.w.length_of(this));
            return Some(Value::Node(self.w.get(this, &[Step::Range(start, end)])));
        }
        if matches!(method.as_str(), "as_slice" | "as_mut_slice") && args.is_empty() {
            return Some(Value::Node(this));
        }
        if method == "len" && args.is_empty() {
            return Some(match len {
                Len::Literal(len) => {
                    let len = i128::try_from(*len).unwrap_or(i128::MAX);
                    self.push_int(len, IntType::named("usize"))
                }
                Len::Constant(tokens) => Value::Code(Template::verbatim(tokens.clone())),
                Len::Dynamic => Value::Node(self.w.length_of(this)),
            });
        }
        if !REDUCTIONS.contains(&(method.as_str(), args.len() + 1)) || !self.w.graph.node(this).active {
            return None;
        }
        let krate = &self.function.krate;
        let path = quote!(#krate::math::#name);
        let mut values = vec![(Value::Node(this), true)];
        for arg in args {
            let value = self.expr(arg, None);
            let by_ref = !self.is_float(&value);
            values.push((value, by_ref));
        }
        let callee = Callee::Path { path, companion: None, known: true, turbofish: TokenStream::new() };
        Some(self.call_node(callee, values, Some(&Type::Float)))
    }

    /// `T::from(x).unwrap()` and `T::from_usize(n).unwrap()`: a constant of the float type.
    fn conversion(&mut self, receiver: &Expr, name: &Ident) -> Option<Value> {
        if !(name == "unwrap" || name == "expect") {
            return None;
        }
        match &receiver.kind {
            // What these yield is there, or the program stops where it would have.
            ExprKind::Method { name, .. } if name == "min_by" || name == "max_by" => Some(self.expr(receiver, None)),
            ExprKind::Call(call) if call.args.len() == 1 && call.last.to_string().starts_with("from") => {
                let prefix = self.scalar_prefix(&call.prefix)?;
                // Of a float type itself it is `From::from`, which cannot fail, so this is another one.
                self.prove_path(&prefix, &call.last);
                Some(self.number_as_float(&call.args[0]))
            }
            _ => None,
        }
    }

    /// A number of any inactive type as the function's float type.
    fn number_as_float(&mut self, arg: &Expr) -> Value {
        let value = self.expr(arg, None);
        if self.is_float(&value) || self.is_poison(&value) {
            return value;
        }
        #[allow(clippy::cast_precision_loss, reason = "the same rounding as the conversion in the user's code")]
        if let Some(int) = self.int(&value) {
            return Value::Node(self.w.constant(int as f64));
        }
        let template = self.template(value);
        self.integer_as_float(template)
    }

    pub(super) fn call(&mut self, call: &CallExpr, hint: Option<&Type>) -> Value {
        let CallExpr { path, prefix, last, turbofish, args } = call;
        let call_path = prefix;
        if let Some(of) = self.scalar_prefix(prefix)
            && let Some(value) = self.scalar_function(&of, path, last, args)
        {
            return value;
        }
        if (last == "grad" || last == "jvp")
            && prefix.to_string().trim_end().ends_with("::")
            && let Some(value) = self.derivative_call(call, hint)
        {
            return value;
        }
        let values = self.arguments(args, Self::passed);
        if values.iter().any(|(value, _)| self.is_poison(value)) {
            return self.poison();
        }
        if let Some(closure) = args.iter().find(|arg| self.names_a_closure(arg)) {
            return self.report(
                closure.span,
                "a closure that is passed on cannot be differentiated: call it in the body, or make it a function with `#[differentiable]`",
            );
        }
        if let Some(value) = self.exchange(call, &values) {
            return value;
        }
        let local = prefix.is_empty().then(|| self.lookup(last)).flatten();
        if let Some(closure) = local.and_then(|at| self.vars[at].closure.clone()) {
            return self.call_closure(&closure, values, last);
        }
        let changes = values.iter().any(|(value, _)| matches!(value, Value::Place(..)));
        if !changes && !values.iter().any(|(value, _)| self.is_active(value)) {
            let function = match local {
                Some(at) => self.hole_for(self.vars[at].id),
                None => Template::verbatim(quote!(#path #turbofish)),
            };
            let args = values.into_each(|(value, by_ref)| self.argument(value, by_ref));
            let is_constructor = last.to_string().starts_with(char::is_uppercase) && !args.is_empty();
            let mut call = Template::call(&function.tokens, None, args);
            call.holes.extend(function.holes);
            if is_pure_function(call_path, last) {
                return Value::Code(call);
            }
            return Value::Code(if is_constructor { call.constructor(path) } else { call.impure() });
        }
        // `Self::f` and `Type::f` have siblings, a function has a companion type.
        let prefix_text = prefix.to_string();
        let parent = prefix_text.rsplit("::").nth(1).unwrap_or_default().trim();
        let of_struct = parent.parse().ok().and_then(|path: TokenStream| self.named(&path)).is_some();
        if let Some(problem) = not_a_function(call, local.is_some(), parent, of_struct) {
            return self.report(last.span(), problem);
        }
        if parent.starts_with(char::is_uppercase) {
            let is_here = || parent == "Self" || definition(&Ident::new(parent, last.span()), true).is_some();
            if parent.chars().all(|char| char.is_alphanumeric() || char == '_')
                && is_here()
                && is_without_derivative(last)
            {
                return self.report(
                    last.span(),
                    format_args!("`{parent}::{last}` has no derivative: put `#[differentiable]` on it"),
                );
            }
            let (prefix, turbofish) = (prefix.clone(), turbofish.clone());
            let callee = Callee::Associated { prefix, name: last.clone(), turbofish };
            return self.unasked_call(callee, values, hint, last);
        }
        if prefix.is_empty() && definition(last, false).is_some_and(|found| !found.marked) {
            return self.report(
                last.span(),
                format_args!(
                    "`{last}` has no derivative: put `#[differentiable]` on it, or give it a rule with `#[derivative(of = {last})]`"
                ),
            );
        }
        if prefix.is_empty() && self.function.kind == FunctionKind::Closure && is_closure(last) {
            return self.report(
                last.span(),
                format_args!(
                    "`{last}` is a closure, which has no derivative: write it inside of this one, or make it a function with `#[differentiable]`"
                ),
            );
        }
        let lends_arrays = values.iter().any(|(value, by_ref)| *by_ref && self.is_fixed_array(value));
        let (values, called) = self.known_call(call, values, hint);
        let is_known = called.is_some();
        let companion = if is_known { None } else { self.companion_of(call) };
        let callee = Callee::Path { path: path.clone(), companion, known: is_known, turbofish: turbofish.clone() };
        let result = called.and_then(|called| called.result);
        let value = self.call_node(callee, values, result.as_ref().or(hint));
        if !is_known && (lends_arrays || !hint.is_some_and(Type::is_known)) {
            self.guess(call, &value, lends_arrays);
        }
        value
    }

    /// An argument of a call: a `&mut` reference is passed on as one.
    ///
    /// The callee may take it as `&`; then what it makes of the adjoint is right as well.
    pub(super) fn passed(&mut self, arg: &Expr) -> Value {
        if let ExprKind::Name(name) = &arg.kind
            && let Some(at) = self.lookup(name)
            && self.function.params.get(at).is_some_and(|param| param.mutable)
        {
            return Value::Place(at, Vec::new());
        }
        match self.state_passed(arg) {
            Some(state) => state,
            None => self.reborrow(arg, None),
        }
    }

    /// An argument that is `&mut` and not differentiated is passed on, and needed again.
    fn state_passed(&mut self, arg: &Expr) -> Option<Value> {
        let ExprKind::Name(name) = &arg.kind else { return None };
        let at = self.lookup(name).filter(|&at| self.vars[at].state && at < self.function.params.len())?;
        Some(Value::Code(self.state(at).prefixed("*").lent()))
    }

    fn names_a_closure(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].closure.is_some()),
            ExprKind::Reference(inner) | ExprKind::MutReference(inner) => self.names_a_closure(inner),
            _ => false,
        }
    }

    /// `mem::swap(&mut a, &mut b)` and `mem::replace(&mut a, b)`.
    fn exchange(&mut self, call: &CallExpr, values: &[(Value, bool)]) -> Option<Value> {
        let prefix = call.prefix.to_string().replace(' ', "");
        if !matches!(prefix.as_str(), "" | "mem::" | "std::mem::" | "core::mem::" | "::std::mem::" | "::core::mem::") {
            return None;
        }
        match (call.last.to_string().as_str(), values) {
            ("swap", [(Value::Place(a, a_path), _), (Value::Place(b, b_path), _)]) => {
                self.prove_exchange(call, &self.type_of(&values[0].0));
                let (x, y) = (self.w.get(self.vars[*a].id, a_path), self.w.get(self.vars[*b].id, b_path));
                self.vars[*a].id = self.w.set(self.vars[*a].id, a_path, y);
                self.vars[*b].id = self.w.set(self.vars[*b].id, b_path, x);
                Some(self.unit())
            }
            ("take", [(Value::Place(a, path), _)]) => {
                let old = self.w.get(self.vars[*a].id, path);
                let zero = self.w.zero(&self.ty(old).clone());
                self.vars[*a].id = self.w.set(self.vars[*a].id, path, zero);
                Some(Value::Node(old))
            }
            ("replace", [(Value::Place(a, path), _), (new, _)]) => {
                self.prove_exchange(call, &self.type_of(&values[0].0));
                let old = self.w.get(self.vars[*a].id, path);
                let new = self.node(new.clone());
                self.vars[*a].id = self.w.set(self.vars[*a].id, path, new);
                Some(Value::Node(old))
            }
            _ => None,
        }
    }

    /// `f::grad(x)` or `f::jvp(x, v)`, whose derivative is made of the second derivatives of `f`.
    ///
    /// `None` if nothing in it is differentiated.
    fn derivative_call(&mut self, call: &CallExpr, hint: Option<&Type>) -> Option<Value> {
        // The point and the direction of `jvp` may be tuples, one element for each argument.
        let parts: Vec<&Expr> = if call.last == "grad" {
            call.args.iter().collect()
        } else {
            let flat = call.args.iter().map(|arg| match &arg.kind {
                ExprKind::Tuple(elements) => elements.iter().collect(),
                _ => vec![arg],
            });
            flat.flat_map(|parts: Vec<&Expr>| parts).collect()
        };
        let before = self.checkpoint();
        let values: Vec<_> = parts.each(|arg| {
            let value = match self.state_passed(arg) {
                Some(state) => state,
                None => self.expr(arg, None),
            };
            (value, self.is_reference(arg))
        });
        if !values.iter().any(|(value, _)| self.is_active(value)) {
            self.rollback(before);
            return None;
        }
        let mut path: Vec<_> = call.prefix.clone().into_iter().collect();
        path.truncate(path.len().saturating_sub(2));
        let path = path.into_iter().collect();
        let callee = Callee::Derivative { path, name: call.last.clone(), turbofish: call.turbofish.clone() };
        let pair = Type::Tuple(vec![Type::Float, Type::Float]);
        let ty = hint.or((call.last == "jvp").then_some(&pair));
        Some(self.unasked_call(callee, values, ty, &call.last))
    }

    /// `f64::max(a, b)`, `T::one()`, `f64::from(n)`.
    fn scalar_function(&mut self, of: &TokenStream, path: &TokenStream, last: &Ident, args: &[Expr]) -> Option<Value> {
        let name = last.to_string();
        let concrete = self.function.scalar.precision != Precision::Generic;
        match (args, name.as_str()) {
            ([], "one" | "zero") => {
                self.prove_path(of, last);
                return Some(Value::Node(self.w.constant(if name == "one" { 1.0 } else { 0.0 })));
            }
            ([], _) => return Some(self.float_code(Template::call(path, None, Vec::new()))),
            // `From` is always in scope, so another `from` would be ambiguous.
            ([arg], "from") if concrete && of.to_string() == self.function.scalar.tokens.to_string() => {
                return Some(self.number_as_float(arg));
            }
            _ => {}
        }
        if name == "sin_cos" && args.len() == 1 {
            let this = self.expr(&args[0], Some(&Type::Float));
            let this = self.node_as(this, &Type::Float);
            return Some(self.float_method(this, last, &[]));
        }
        let op = Op::from_method(&name, args.len())?;
        self.prove_path(of, last);
        let this = self.expr(&args[0], Some(&Type::Float));
        if self.is_poison(&this) {
            return Some(this);
        }
        if !self.is_float(&this) && !args.iter().skip(1).any(|arg| matches!(&arg.kind, ExprKind::Float(_))) {
            // Whether anything here is differentiated shows once the arguments are evaluated.
            let rest: Vec<_> = args[1..].each(|arg| self.expr(arg, Some(&Type::Float)));
            if !rest.iter().any(|value| self.is_active(value)) {
                let all = std::iter::once(this).chain(rest).map(|value| self.template(value)).collect();
                return Some(Value::Code(Template::call(path, None, all)));
            }
            let ids: Vec<_> = std::iter::once(this).chain(rest).map(|value| self.node(value)).collect();
            return Some(Value::Node(self.w.op(op, &ids)));
        }
        let id = self.node(this);
        Some(self.float_method(id, last, &args[1..]))
    }

    /// An argument; a part of an array is passed as that.
    fn call_arg(&mut self, arg: Value, by_ref: bool) -> CallArg {
        if let Value::Place(var, path) = arg {
            return CallArg { id: self.vars[var].id, path, by_ref: true, mutable: true };
        }
        let id = self.node(arg);
        match self.w.graph.kind(id) {
            Kind::Get(base, path)
                if by_ref
                    && self.ty(id).is_slice()
                    && (matches!(path.last(), Some(Step::Range(..))) || self.is_part(*base)) =>
            {
                CallArg { id: *base, path: path.clone(), by_ref: true, mutable: false }
            }
            // `&mut place` is a reference already.
            Kind::Opaque(template) if template.is_loan() => {
                CallArg { id, path: Vec::new(), by_ref: false, mutable: false }
            }
            _ => CallArg { id, path: Vec::new(), by_ref, mutable: false },
        }
    }

    /// Whether what is read from a node is a part of it: what a branch, a loop or a call yields are several values.
    fn is_part(&self, base: Id) -> bool {
        !matches!(self.w.graph.kind(base), Kind::Branch { .. } | Kind::For { .. } | Kind::Call(_))
    }

    /// A call of something that cannot be asked what it yields.
    fn unasked_call(&mut self, callee: Callee, args: Vec<(Value, bool)>, hint: Option<&Type>, name: &Ident) -> Value {
        let value = self.call_node(callee, args, hint);
        if hint.is_none_or(|hint| *hint == Type::Other) {
            self.guess_unasked(&value, name.span());
        }
        value
    }

    /// A call of a function that has a derivative of its own.
    fn call_node(&mut self, callee: Callee, args: Vec<(Value, bool)>, hint: Option<&Type>) -> Value {
        let variables: Vec<usize> = args
            .iter()
            .filter_map(|(arg, _)| match arg {
                Value::Place(var, _) => Some(*var),
                _ => None,
            })
            .collect();
        if (1..variables.len()).any(|at| variables[..at].contains(&variables[at])) {
            return self.report(
                self.w.span,
                "two parts of one array cannot be changed by one call: use two arrays, or two calls",
            );
        }
        let args: Vec<_> = args.into_each(|(arg, by_ref)| self.call_arg(arg, by_ref));
        let is_slice = |arg: &CallArg| {
            let ty = element_type(self.ty(arg.id), &arg.path);
            ty.is_slice() && ty.has_floats()
        };
        let active = args.iter().any(|arg| self.w.graph.node(arg.id).active);
        let mutated: Vec<Id> = args.iter().filter(|arg| arg.mutable).map(|arg| arg.id).collect();
        let call = Call {
            callee,
            with_scratch: args.iter().any(|arg| is_slice(arg) || arg.mutable),
            args,
            seed: None,
            tangents: None,
            lanes: false,
            seed_tangent: None,
            sums: Vec::new(),
            sum_tangents: Vec::new(),
            unused: false,
            pass: Pass::default(),
        };
        let ty = hint.map_or(Type::Float, as_numbers);
        let call = Call { with_scratch: call.with_scratch || ty.has_slices(), ..call };
        if mutated.is_empty() {
            return Value::Node(self.w.push_as(Kind::Call(Box::new(call)), ty, active));
        }
        // It yields its value, and what became of the arguments.
        let types = std::iter::once(ty).chain(mutated.iter().map(|&id| self.ty(id).clone())).collect();
        let id = self.w.push_as(Kind::Call(Box::new(call)), Type::Tuple(types), active);
        for (at, var) in variables.into_iter().enumerate() {
            let new = self.w.get(id, &[Step::At(at + 1)]);
            let name = self.vars[var].name.clone();
            self.w.name(new, &name);
            self.vars[var].id = new;
        }
        Value::Node(self.w.get(id, &[Step::At(0)]))
    }
}

/// Whether a function that is not differentiated is known to be pure: `Some(x)`, `usize::max(a, b)`.
fn is_pure_function(prefix: &TokenStream, last: &Ident) -> bool {
    let (prefix, last) = (prefix.to_string().replace(' ', ""), last.to_string());
    let of_a_number =
        prefix.strip_suffix("::").is_some_and(|ty| ty == "f32" || ty == "f64" || IntType::named(ty).is_some());
    let of_a_collection = matches!(
        prefix.as_str(),
        "Vec::" | "String::" | "HashMap::" | "HashSet::" | "BTreeMap::" | "BTreeSet::" | "VecDeque::"
    );
    prefix.is_empty() && matches!(last.as_str(), "Some" | "Ok" | "Err")
        || of_a_collection && matches!(last.as_str(), "new" | "with_capacity")
        || of_a_number && (last == "from" || is_pure_method(&last))
}

/// A type whose unknown parts are numbers.
fn as_numbers(ty: &Type) -> Type {
    match ty {
        Type::Other => Type::Float,
        Type::Array(element, len) => Type::Array(Box::new(as_numbers(element)), len.clone()),
        Type::Tuple(elements) => Type::Tuple(elements.each(as_numbers)),
        Type::Float | Type::Lanes | Type::Struct(_) => ty.clone(),
    }
}

/// Why something that is called with a differentiated value has no derivative.
fn not_a_function(call: &CallExpr, is_local: bool, parent: &str, of_struct: bool) -> Option<String> {
    let last = &call.last;
    if is_local {
        return Some(format!(
            "`{last}` is a value, not a function with a derivative: make it a function with `#[differentiable]`"
        ));
    }
    if of_struct && (last == "new" || last == "from") {
        return Some(format!(
            "`{last}` is not a function with a derivative: write the struct itself, `{parent} {{ … }}`"
        ));
    }
    if last.to_string().starts_with(char::is_uppercase) || last == "new" || last == "from" {
        return Some(format!(
            "`{last}` is not a function with a derivative: hold differentiated values in a tuple, an array, or a struct in `structs(…)`"
        ));
    }
    None
}
