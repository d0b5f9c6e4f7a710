//! What is known of a function that is called: its signature, which it tells if it is asked.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

use super::{Builder, Value};
use crate::ast::{CallExpr, Called, FunctionKind, Len, Stmt, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Graph, Id, Kind, Step};
use crate::parse::{is_reserved, plain};
use crate::surroundings::{function_beside, is_callable, is_recorded_by_name};

/// A call of which nothing is known.
pub(super) struct Guess {
    /// The function, if it can be asked.
    path: Option<syn::Path>,
    /// What it yields, taken for a number.
    id: Id,
    /// More than that must be known.
    must_ask: bool,
    span: Span,
}

/// What a function calls the companion type of the function that is number `at` of those that it calls.
pub fn companion_name(function: &Ident, at: usize) -> Ident {
    Ident::new(&format!("__burtorch_{}_calls_{at}", function.unraw()), Span::call_site())
}

/// Which nodes are shown to be numbers: by arithmetic and comparisons, and by variables that are numbers elsewhere.
fn shown_numbers(graph: &Graph, all: &[Id]) -> Vec<bool> {
    let mut numbers = vec![false; graph.len()];
    // What one variable holds at different times: what a loop starts with, carries and ends with, and what arms yield.
    let mut same: Vec<Vec<Id>> = Vec::new();
    for &id in all {
        match graph.kind(id) {
            Kind::Op(..) | Kind::Compare(..) => {
                numbers[id.index()] = true;
                graph.kind(id).inputs().into_iter().for_each(|input| numbers[input.index()] = true);
            }
            Kind::Const(_) => numbers[id.index()] = true,
            Kind::For { init, body, .. } => {
                let body = graph.region(*body);
                // After a mistake, a loop may be half built.
                let slots = init.iter().zip(body.params.iter().skip(1)).zip(&body.results);
                same.extend(slots.map(|((&start, &carried), &end)| vec![start, carried, end]));
            }
            Kind::Get(owner, path) => match (graph.kind(*owner), &path[..]) {
                (Kind::For { init, .. }, &[Step::At(slot)]) => {
                    same.extend(init.get(slot).map(|&start| vec![id, start]));
                }
                (Kind::Branch { arms, .. }, &[Step::At(slot)]) => {
                    let results = arms.iter().filter_map(|arm| graph.region(arm.region).results.get(slot).copied());
                    same.push(std::iter::once(id).chain(results).collect());
                }
                _ => {}
            },
            _ => {}
        }
    }
    loop {
        let mut grew = false;
        for group in &same {
            if group.iter().any(|id| numbers[id.index()]) {
                for id in group {
                    grew |= !std::mem::replace(&mut numbers[id.index()], true);
                }
            }
        }
        if !grew {
            return numbers;
        }
    }
}

impl Builder<'_> {
    /// The arguments of a call as the function takes them, and what is known of it, if it was asked.
    pub(super) fn known_call(
        &mut self,
        call: &CallExpr,
        values: Vec<(Value, bool)>,
        hint: Option<&Type>,
    ) -> (Vec<(Value, bool)>, Option<Called>) {
        let types = values.each(|(value, _)| self.type_of(value));
        if let Some(called) = self.called(call, &types) {
            let slices = called.slices.iter().copied().chain(std::iter::repeat(false));
            let values = values.into_iter().zip(slices);
            let values = values
                .collect::<Vec<_>>()
                .into_each(|((value, by_ref), slice)| (if slice { self.whole_slice(value) } else { value }, by_ref));
            if called.result.is_none() && !hint.is_some_and(Type::is_known) {
                self.errors.report(
                    call.last.span(),
                    "the sizes in the result of this call are not known here: write its type, `let y: [f64; 3] = …`",
                );
            }
            return (values, Some(called));
        }
        (values, None)
    }

    /// Whether what is called records itself, in such a way that compiled functions cannot call it. Of functions that stand
    /// further down in the file this is known once they were asked.
    pub(super) fn records_itself(&mut self, call: &CallExpr, values: &[(Value, bool)]) -> bool {
        let CallExpr { path, prefix, last, .. } = call;
        if !prefix.is_empty() {
            return is_recorded_by_name(&self.function.name, last);
        }
        let marked = function_beside(&self.function.name, &last.to_string()).filter(|found| found.marked);
        let Some(source) = marked.filter(|_| *last != self.function.name) else { return false };
        if let Some(is_callable) = is_callable(&self.function.name, &source) {
            return !is_callable;
        }
        let types = values.each(|(value, _)| self.type_of(value));
        if self.called(call, &types).is_none()
            && !is_reserved(last)
            && let Ok(path) = syn::parse2::<syn::Path>(path.clone())
            && !self.unexpanded.iter().any(|known| plain(known) == plain(&path))
        {
            self.unexpanded.push(path);
        }
        false
    }

    pub(super) fn refuse_recorded(&mut self, name: &Ident) -> Value {
        self.report(
            name.span(),
            format_args!("`{name}` records itself while it runs, so a call of it cannot be differentiated here"),
        )
    }

    /// Another name of the companion type of a function that was not asked, so that it may have none.
    ///
    /// Names of the body's own items mean nothing outside of it, and an `impl` has no room for other names.
    pub(super) fn companion_of(&mut self, call: &CallExpr) -> Option<Ident> {
        let has_items = self.function.body.stmts.iter().any(|stmt| matches!(stmt, Stmt::Item(_)));
        if has_items || self.function.kind == FunctionKind::Method {
            return None;
        }
        let text = call.path.to_string();
        let at = self.callees.iter().position(|path| path.to_string() == text).unwrap_or_else(|| {
            self.callees.push(call.path.clone());
            self.callees.len() - 1
        });
        let mut name = companion_name(&self.function.name, at);
        name.set_span(name.span().located_at(call.last.span()));
        Some(name)
    }

    /// The result of a call of which nothing is known is taken for a number. With `lends_arrays` that does not matter: it
    /// must be known whether the function takes them as slices.
    pub(super) fn guess(&mut self, call: &CallExpr, value: &Value, lends_arrays: bool) {
        let path = if is_reserved(&call.last) { None } else { syn::parse2(call.path.clone()).ok() };
        if let Value::Node(id) = value {
            self.guesses.push(Guess { path, id: *id, must_ask: lends_arrays, span: call.last.span() });
        }
    }

    /// Takes the result of a call for a number, where the callee has no signature that could be asked for.
    pub(super) fn guess_unasked(&mut self, value: &Value, span: Span) {
        if let Value::Node(id) = value {
            self.guesses.push(Guess { path: None, id: *id, must_ask: false, span });
        }
    }

    /// The functions that must be asked: nothing shows that what they yield are numbers. Of those that cannot be asked,
    /// the type must be written.
    pub(super) fn functions_to_ask(&mut self) -> Vec<syn::Path> {
        let mut wanted = std::mem::take(&mut self.unexpanded);
        if self.guesses.is_empty() {
            return wanted;
        }
        let graph = &self.w.graph;
        let all = graph.all();
        let numbers = shown_numbers(graph, &all);
        // Of another mistake, a wrong guess may be the reason.
        let failed = self.errors.count() > 0;
        for Guess { path, id, must_ask, span } in &self.guesses {
            let unsure = *must_ask || all.contains(id) && !numbers[id.index()];
            match path {
                Some(path) if (failed || unsure) && !wanted.iter().any(|known| plain(known) == plain(path)) => {
                    wanted.push(path.clone());
                }
                None if unsure && !failed && !must_ask => self.errors.report(
                    *span,
                    "what this call yields is not known here: write its type, `let y: f64 = …` or `let y: [f64; 3] = …`",
                ),
                _ => {}
            }
        }
        wanted
    }

    fn called(&self, call: &CallExpr, types: &[Type]) -> Option<Called> {
        let CallExpr { path, prefix, last, turbofish, .. } = call;
        let own = self.function.kind == FunctionKind::Free && prefix.is_empty() && *last == self.function.name;
        // A function knows itself, if it calls itself for arguments of the same sizes.
        let same = || self.function.params.iter().zip(types).all(|(param, ty)| param.ty == *ty);
        if own && (self.function.const_generics.is_empty() || same()) {
            let slices = self.function.params.each(|param| param.by_ref && param.ty.is_slice());
            return Some(Called { result: Some(self.function.result.clone()), slices });
        }
        self.function.definitions.called(path, turbofish, types, last.span())
    }

    pub(super) fn type_of(&self, value: &Value) -> Type {
        match value {
            Value::Node(id) => self.ty(*id).clone(),
            Value::Place(var, path) => crate::graph::element_type(self.ty(self.vars[*var].id), path),
            Value::Code(_) | Value::Several(_) | Value::Closure(_) | Value::Maybe(_) => Type::Other,
        }
    }

    pub(super) fn is_fixed_array(&self, value: &Value) -> bool {
        matches!(self.type_of(value), Type::Array(_, Len::Literal(_) | Len::Constant(_)))
    }

    /// An array as the slice of all its elements.
    fn whole_slice(&mut self, value: Value) -> Value {
        let is_array = self.is_fixed_array(&value);
        match value {
            Value::Node(id) if is_array => {
                let (start, end) = (self.w.index(0), self.w.length_of(id));
                Value::Node(self.w.get(id, &[Step::Range(start, end)]))
            }
            Value::Place(var, path) if is_array => {
                let array = self.w.get(self.vars[var].id, &path);
                let (start, end) = (self.w.index(0), self.w.length_of(array));
                Value::Place(var, [path, vec![Step::Range(start, end)]].concat())
            }
            other => other,
        }
    }
}
