//! Methods: rows of the table, those of arrays, or code that passes through.

use std::rc::Rc;

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::chains::{is_chain, is_link};
use super::optional::is_of_options;
use super::refused::way_out;
use super::state::is_pure_call;
use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, IntType, Len, StructType, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Callee, Id, Kind, Step, Template};
use crate::nearest::nearest;
use crate::parse::takes_exclusive_receiver;
use crate::surroundings::{SourceFunction, functions_of, is_of_library, is_recorded_by_name, is_without_derivative};

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
        let (consumer, unwrapped) = (self.consumer.take(), std::mem::take(&mut self.unwrapped));
        let wants_option = std::mem::take(&mut self.wants_option);
        // A method of the user's goes before one of a `Vec`, which may have its name.
        if let Some(value) = self.changing_helper(receiver, name, args) {
            return value;
        }
        if let Some(value) = self.chosen_by(receiver, name, args) {
            return value;
        }
        if let Some(value) = self.contained(receiver, name, args) {
            return value;
        }
        if let Some(value) = self.decomposition(receiver, name, args) {
            return value;
        }
        if let Some(value) = self.observed(receiver, name, turbofish, args) {
            return value;
        }
        if let Some(value) = self.conversion(receiver, name) {
            return value;
        }
        if args.is_empty()
            && name == "into"
            && let Some(value) = self.struct_by_into(receiver, name, hint)
        {
            return value;
        }
        if let Some(value) = self.chain(receiver, name, turbofish, args, hint, unwrapped) {
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
        self.unwrapped = std::ptr::eq(first, receiver) && ["unwrap", "expect"].contains(&name.to_string().as_str());
        self.wants_option = std::ptr::eq(first, receiver)
            && matches!(receiver.kind, ExprKind::Method { .. })
            && (wants_option || is_of_options(&name.to_string()));
        let mut this = self.expr(first, hint_of_floats);
        (self.unwrapped, self.wants_option) = (false, false);
        for (span, receiver, name, turbofish, args) in links.into_iter().rev() {
            let outer = std::mem::replace(&mut self.w.span, span);
            this = self.method_of(this, receiver, (name, turbofish, args, false), hint_of_floats, name);
            self.w.span = outer;
        }
        self.method_of(this, receiver, (name, turbofish, args, wants_option), hint, &blamed)
    }

    /// The method of a value; `blamed` is the one that is at fault if there is no derivative.
    fn method_of(
        &mut self,
        this: Value,
        receiver: &Expr,
        (name, turbofish, args, wants_option): (&Ident, &TokenStream, &[Expr], bool),
        hint: Option<&Type>,
        blamed: &Ident,
    ) -> Value {
        if self.is_poison(&this) {
            return this;
        }
        let this = self.read(this);
        let method = name.to_string();
        if let Value::Maybe(maybe) = this {
            return self.method_of_maybe(&maybe, name, args);
        }
        if let Value::Node(id) = this
            && self.ty(id).payload().is_some()
        {
            return self.choice_method(id, name, args, hint);
        }
        if let Some(maybe) = self.maybe_of_code(&this, receiver, name, args, wants_option) {
            return self.method_of_maybe(&maybe, name, args);
        }
        let this = self.struct_for(this, receiver, name, args);
        let (helper, args) = match self.library_along_axis(&this, name, args) {
            Some(along) => (Some(along), &[][..]),
            None => (self.helper_for(&this, name), args),
        };
        if let (Value::Node(id), None) = (&this, &helper) {
            let id = *id;
            if args.is_empty() && IDENTITIES.contains(&method.as_str()) && *self.ty(id) != Type::Other {
                let ty = self.ty(id).clone();
                // That of iterators is by value: another one would be ambiguous.
                if !matches!(method.as_str(), "copied" | "cloned") && !ty.has_structs() {
                    self.prove_first(name, &ty, &quote!(self));
                }
                return this;
            }
            if let Some(value) = self.method_of_own_trait(id, receiver, (name, turbofish), args) {
                return value;
            }
            if let Some(value) = self.method_of_numbers(id, receiver, name, args) {
                return value;
            }
            if self.w.graph.node(id).active {
                return self.no_method(&this, name, blamed);
            }
        }
        // The length of a constant is one, too.
        let constant = method == "len" && matches!(&this, Value::Code(template) if template.is_path());
        let pure = constant || self.is_known(&this) && is_pure_call(receiver, &method);
        // A place is not evaluated before the arguments are.
        let later: Vec<&Expr> = if receiver.root().is_some() { Vec::new() } else { args.iter().collect() };
        let this = self.settled(this, &later);
        let args = self.method_arguments(args, helper.is_some());
        if args.iter().any(|(arg, _)| self.is_poison(arg)) {
            return self.poison();
        }
        let helper = helper.map(|(source, of)| (self.library_overload(&of, name, &args).unwrap_or(source), of));
        if let Some((source, of)) = helper
            && (self.is_active(&this) || self.is_for_the_graph(&source, &args))
        {
            let values = std::iter::once((this, true)).chain(args).collect();
            return self.method_in_place(&source, &of, receiver, values, (name, turbofish));
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
            if let Some(value) = self.dispatched_method(receiver, &this, name, &args) {
                return value;
            }
            if !self.is_of_a_trait(receiver)
                && let Some(value) = self.helper_of_constant(this.clone(), receiver, name, args.clone())
            {
                return value;
            }
            if self.is_of_a_trait(receiver) || is_without_derivative(name) {
                return self.report(
                    name.span(),
                    format_args!(
                        "the method `{name}` has no derivative: put `#[differentiable]` on it where the type has it itself, or make it a function with `#[differentiable]`; a method of a trait has one if the trait has `#[differentiable]` and stands in this module"
                    ),
                );
            }
            if is_recorded_by_name(&self.function.name, name) {
                return self.refuse_recorded(name);
            }
            let receiver = self.template(this);
            return self.unasked_call(Callee::Method(receiver, name.clone()), args, hint, name);
        }
        // What is borrowed from must live as long as the loop over it.
        let this = match this {
            Value::Code(_) if borrows(&method) && matches!(receiver.kind, ExprKind::Call(_)) => {
                Value::Node(self.node(this))
            }
            other => other,
        };
        let receiver = self.template(this);
        let args = args.into_each(|(arg, by_ref)| self.argument(arg, by_ref));
        let call = Template::call(&quote!(#name #turbofish), Some(receiver), args);
        Value::Code(if pure { Template { known: true, ..call } } else { call.impure() })
    }

    /// A method that a trait of the module gives floats.
    fn method_of_own_trait(
        &mut self,
        id: Id,
        receiver: &Expr,
        (name, turbofish): (&Ident, &TokenStream),
        args: &[Expr],
    ) -> Option<Value> {
        if *self.ty(id) != Type::Float || Op::from_method(&name.to_string(), args.len() + 1).is_some() {
            return None;
        }
        let scalar = self.function.scalar.tokens.to_token_stream();
        let mut found = functions_of(&self.function.name, Some(&scalar.to_string()), &name.to_string());
        let source = if found.len() == 1 { found.pop()? } else { return None };
        let args = self.method_arguments(args, true);
        if args.iter().any(|(arg, _)| self.is_poison(arg)) {
            return Some(self.poison());
        }
        Some(match self.prove_method(&source, &scalar, receiver, (name, args.len())) {
            Ok(()) => {
                let values = std::iter::once((Value::Node(id), true)).chain(args).collect();
                self.build_helper(&source, None, values, turbofish, name)
            }
            Err(why) => self.refuse_helper(name, &why),
        })
    }

    /// A method of a float or an array of the graph, if it is one of these.
    fn method_of_numbers(&mut self, id: Id, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        let method = name.to_string();
        match self.ty(id) {
            Type::Float => {
                let value = self.float_method(id, name, args);
                if method == "sin_cos" || Op::from_method(&method, args.len() + 1).is_some() {
                    self.prove_row(name, receiver, args.len());
                }
                Some(value)
            }
            Type::Array(_, len) => {
                let len = len.clone();
                let value = self.array_method(id, &len, name, args)?;
                let (ty, reduces) = (self.ty(id).clone(), REDUCTIONS.contains(&(method.as_str(), args.len() + 1)));
                self.prove_of_slices(name, receiver, &ty, args.len(), reduces);
                Some(value)
            }
            _ => None,
        }
    }

    /// A method of a differentiated value that has no derivative.
    fn no_method(&mut self, this: &Value, name: &Ident, blamed: &Ident) -> Value {
        if let Some(refusal) = self.library_refusal(this, name) {
            return refusal;
        }
        if self.type_of(this).parts().is_some() {
            return self.report(
                name.span(),
                format_args!("the method `{name}` of a differentiated value has no derivative: make it a function with `#[differentiable]` that takes the value as an argument"),
            );
        }
        let blamed = if is_link(name) { blamed } else { name };
        let way_out = way_out(&blamed.to_string());
        self.report(blamed.span(), format_args!("`{blamed}` cannot be differentiated here: {way_out}"))
    }

    /// Builds a method where it is called, which rustc is asked about.
    fn method_in_place(
        &mut self,
        source: &SourceFunction,
        of: &Rc<StructType>,
        receiver: &Expr,
        values: Vec<(Value, bool)>,
        (name, turbofish): (&Ident, &TokenStream),
    ) -> Value {
        match self.prove_method(source, &of.ty, receiver, (name, values.len() - 1)) {
            Ok(()) => self.build_helper(source, Some(of), values, turbofish, name),
            Err(why) => self.refuse_helper(name, &why),
        }
    }

    /// The method of a struct whose source is there.
    fn helper_for(&self, this: &Value, name: &Ident) -> Option<(SourceFunction, Rc<StructType>)> {
        match self.type_of(this) {
            Type::Struct(of) => self.helper_method(&of, name).map(|source| (source, of)),
            _ => None,
        }
    }

    /// What is declared as a struct whose method yields one, is of another library or takes something differentiated, as a value
    /// of it.
    fn struct_for(&mut self, this: Value, receiver: &Expr, name: &Ident, args: &[Expr]) -> Value {
        if !matches!(this, Value::Code(_)) {
            return this;
        }
        let Some(Type::Struct(of)) = self.declared_struct(receiver) else { return this };
        match self.helper_method(&of, name) {
            Some(source)
                if !takes_exclusive_receiver(&source.signature)
                    && (self.yields_struct(&source)
                        || is_of_library(&of)
                        || !args.iter().all(|arg| self.is_inactive(arg))) =>
            {
                self.as_declared(this, receiver)
            }
            _ => this,
        }
    }

    fn method_arguments(&mut self, args: &[Expr], of_helper: bool) -> Vec<(Value, bool)> {
        if of_helper {
            return self.arguments(args, Self::passed_to_helper);
        }
        self.arguments(args, |builder, arg| match builder.state_passed(arg) {
            Some(state) => state,
            None => builder.expr(arg, None),
        })
    }

    /// Whether a receiver is an argument of which only traits are known: `P` with a bound, `dyn` or `impl`.
    fn is_of_a_trait(&self, receiver: &Expr) -> bool {
        self.argument_named(receiver).is_some_and(|param| {
            let mut words = param.tokens.clone().into_iter().filter_map(|token| match token {
                TokenTree::Ident(word) => Some(word),
                _ => None,
            });
            words.any(|word| word == "dyn" || word == "impl" || self.function.type_generics.contains(&word))
        })
    }

    /// A method of a float: a row of the table, or a question.
    pub(super) fn float_method(&mut self, this: Id, name: &Ident, args: &[Expr]) -> Value {
        let method = name.to_string();
        if method == "sin_cos" && args.is_empty() {
            let parts = vec![self.w.op(Op::Sin, &[this]), self.w.op(Op::Cos, &[this])];
            return Value::Node(self.w.pack(parts, Type::Tuple(vec![Type::Float, Type::Float])));
        }
        if PREDICATES.contains(&method.as_str()) && args.is_empty() {
            let receiver = self.hole_for(this);
            return Value::Code(Template::call(&name.to_token_stream(), Some(receiver), Vec::new()));
        }
        if let ("partial_cmp" | "total_cmp", [other]) = (method.as_str(), args) {
            return self.comparison(this, name, other);
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
        if !REDUCTIONS.contains(&(method.as_str(), args.len() + 1)) {
            return self.slice_method(this, name, args);
        }
        if !self.w.graph.node(this).active {
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
}

/// Whether what a method yields borrows from its receiver.
fn borrows(method: &str) -> bool {
    ["iter", "values", "keys", "chars", "lines", "split_whitespace", "windows", "chunks", "chunks_exact", "as_slice"]
        .contains(&method)
}
