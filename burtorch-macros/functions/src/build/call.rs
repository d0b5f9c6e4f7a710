//! Methods and calls: rows of the table, other differentiable functions, or code that passes through.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::refused::way_out;
use super::state::is_pure_method;
use super::{Builder, Value};
use crate::ast::{CallExpr, Expr, ExprKind, FunctionKind, IntType, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Call, CallArg, Callee, CalleePass, Id, Kind, Step, Template, count_numbers, element_type};
use crate::surroundings::{SourceFunction, definition, is_closure, is_without_derivative, mentions};

impl Builder<'_> {
    /// The arguments of a call, evaluated in their order.
    pub(super) fn arguments(
        &mut self,
        args: &[Expr],
        mut evaluate: impl FnMut(&mut Self, &Expr) -> Value,
    ) -> Vec<(Value, bool)> {
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
        // What code yields may be a reference already.
        let is_node = matches!(arg, Value::Node(id) if !self.is_code(id));
        // What the graph holds in memory of its own stays there.
        let is_held = matches!(arg, Value::Node(id) if self.ty(id).has_slices());
        let template = self.template(arg);
        match (by_ref && is_node, is_held) {
            (true, _) => template.prefixed("&"),
            (false, true) => Template::call(&quote!(::core::clone::Clone::clone), None, vec![template.prefixed("&")]),
            (false, false) => template,
        }
    }

    pub(super) fn call(&mut self, call: &CallExpr, hint: Option<&Type>) -> Value {
        let CallExpr { path, prefix, last, turbofish, args } = call;
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
        if let Some(value) = self.array_from_fn(call, hint) {
            return value;
        }
        if makes_an_iterator(call) && !args.iter().all(|arg| self.is_inactive(arg)) {
            let way_out = way_out("iter");
            return self.report(last.span(), format_args!("`{last}` cannot be differentiated here: {way_out}"));
        }
        let choice = if prefix.is_empty() { self.choice_call(last, args, hint) } else { None };
        if let Some(value) = choice.or_else(|| self.library_call(call)).or_else(|| self.derived_default(call)) {
            return value;
        }
        let helper = self.helper_called(call);
        let values = match &helper {
            Some(_) => self.arguments(args, Self::passed_to_helper),
            None => self.arguments(args, Self::passed),
        };
        if values.iter().any(|(value, _)| self.is_poison(value)) {
            return self.poison();
        }
        if let Some(helper) = helper
            .or_else(|| self.conversion_called(call, &values))
            .filter(|helper| self.is_for_the_graph(helper, &values))
        {
            if self.is_concerned(&helper, &values) {
                return self.call_helper(&helper, call, values, hint);
            }
            // Only what it yields may be of the graph: what cannot be built there is code as any other.
            let built = self.attempt(|builder| builder.call_helper(&helper, call, values.clone(), hint));
            if let Some(value) = built {
                return value;
            }
        }
        if let Some(value) = self.call_in_place(call, &values) {
            return value;
        }
        if let Some(value) = self.dispatched_call(call, &values) {
            return value;
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
            return self.call_of_constants(call, local, values);
        }
        // `Self::f` and `Type::f` have siblings, a function has a companion type.
        let prefix_text = prefix.to_string();
        let parent = prefix_text.rsplit("::").nth(1).unwrap_or_default().trim();
        if let Some(refusal) = self.refusal(call, local.is_some(), parent) {
            return self.report(last.span(), refusal);
        }
        if self.records_itself(call, &values) {
            return self.refuse_recorded(last);
        }
        if parent.starts_with(char::is_uppercase) {
            let (prefix, turbofish) = (prefix.clone(), turbofish.clone());
            let callee = Callee::Associated { prefix, name: last.clone(), turbofish };
            return self.unasked_call(callee, values, hint, last);
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

    /// A call of which nothing is differentiated passes through.
    fn call_of_constants(&mut self, call: &CallExpr, local: Option<usize>, values: Vec<(Value, bool)>) -> Value {
        let CallExpr { path, prefix, last, turbofish, .. } = call;
        let function = match local {
            Some(at) => self.hole_for(self.vars[at].id),
            None => Template::verbatim(quote!(#path #turbofish)),
        };
        let args = values.into_each(|(value, by_ref)| self.argument(value, by_ref));
        let is_constructor = last.to_string().starts_with(char::is_uppercase) && !args.is_empty();
        let mut call = Template::call(&function.tokens, None, args);
        call.holes.extend(function.holes);
        if is_pure_function(prefix, last) {
            return Value::Code(call);
        }
        Value::Code(if is_constructor { call.constructor(path) } else { call.impure() })
    }

    /// The `from` of a struct that has several, by the type of the argument.
    fn conversion_called(&self, call: &CallExpr, values: &[(Value, bool)]) -> Option<SourceFunction> {
        let ([(value, _)], true) = (values, call.last == "from") else { return None };
        let (_, of) = self.type_before(&call.prefix)?;
        self.conversion_from(&of, &self.type_of(value))
    }

    /// Why something that is called with a differentiated value has no derivative; `parent` is the last part of its prefix.
    fn refusal(&self, call: &CallExpr, is_local: bool, parent: &str) -> Option<String> {
        let CallExpr { prefix, last, .. } = call;
        let of_struct = parent.parse().ok().and_then(|path: TokenStream| self.named(&path)).is_some();
        if let Some(problem) = not_a_function(call, is_local, parent, of_struct) {
            return Some(problem);
        }
        let mut before = prefix.clone().into_iter();
        let of_generic =
            matches!(before.next(), Some(TokenTree::Ident(name)) if self.function.type_generics.contains(&name));
        if of_generic && before.count() > 2 {
            return Some(format!(
                "which `{last}` this is depends on a generic parameter, so its derivative is not known: pass it as a closure, or let the parameter have a trait of this module with it"
            ));
        }
        if parent.starts_with(char::is_uppercase) {
            let is_name = parent.chars().all(|char| char.is_alphanumeric() || char == '_');
            let is_here = || parent == "Self" || definition(&Ident::new(parent, last.span()), true).is_some();
            return (is_name && is_here() && is_without_derivative(last))
                .then(|| format!("`{parent}::{last}` has no derivative: put `#[differentiable]` on it"));
        }
        if !prefix.is_empty() {
            return None;
        }
        if definition(last, false).is_some_and(|found| !found.marked) {
            return Some(format!(
                "`{last}` has no derivative: put `#[differentiable]` on it, or give it a rule with `#[derivative(of = {last})]`"
            ));
        }
        (self.function.kind == FunctionKind::Closure && is_closure(last)).then(|| {
            format!(
                "`{last}` is a closure, which has no derivative: write it inside of this one, or make it a function with `#[differentiable]`"
            )
        })
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
    pub(super) fn state_passed(&mut self, arg: &Expr) -> Option<Value> {
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
    pub(super) fn unasked_call(
        &mut self,
        callee: Callee,
        args: Vec<(Value, bool)>,
        hint: Option<&Type>,
        name: &Ident,
    ) -> Value {
        let value = self.call_node(callee, args, hint);
        if hint.is_none_or(|hint| *hint == Type::Other) {
            self.guess_unasked(&value, name.span());
        }
        value
    }

    /// Whether a call leads back to the function: it calls itself, or what it calls has its name in its source.
    fn calls_itself_by(&self, callee: &Callee) -> bool {
        let own = &self.function.name;
        match callee {
            Callee::Path { path, .. } => {
                let mut tokens = path.clone().into_iter();
                match (tokens.next(), tokens.next()) {
                    (Some(TokenTree::Ident(name)), None) => name == *own || mentions(&name, own),
                    _ => false,
                }
            }
            Callee::Associated { name, .. } | Callee::Method(_, name) => name == own,
            Callee::Derivative { .. } => false,
        }
    }

    /// A call of a function that has a derivative of its own.
    pub(super) fn call_node(&mut self, callee: Callee, args: Vec<(Value, bool)>, hint: Option<&Type>) -> Value {
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
            kept: false,
            pass: CalleePass::default(),
        };
        let ty = hint.map_or(Type::Float, as_numbers);
        let few = count_numbers(&ty).is_some_and(|count| (1..=MOST_KEPT).contains(&count));
        let call = Call { kept: few && mutated.is_empty() && self.calls_itself_by(&call.callee), ..call };
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

/// A call that yields more numbers than this is not kept.
const MOST_KEPT: usize = 16;

/// Whether a function that is not differentiated is known to be pure: `Some(x)`, `usize::max(a, b)`.
pub(super) fn is_pure_function(prefix: &TokenStream, last: &Ident) -> bool {
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

/// Whether a call makes an iterator: `iter::once(x)`.
fn makes_an_iterator(call: &CallExpr) -> bool {
    let prefix = call.prefix.to_string().replace(' ', "");
    matches!(prefix.as_str(), "iter::" | "std::iter::" | "core::iter::")
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
