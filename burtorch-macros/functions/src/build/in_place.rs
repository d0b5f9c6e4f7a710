//! Small functions with the attribute that stand in the same module: they are differentiated where they are called, like
//! helpers without one.
//!
//! A call computes the value of the callee once more on the way back; what is built in place keeps what the sweep needs. So a
//! callee that is small is built here, as long as that makes the caller no more than some times as long: build time is what it
//! costs. Whatever cannot be built here is a call after all, in whose callee mistakes are reported.

use super::{Builder, Value};
use crate::ast::{CallExpr, Pattern};
use crate::surroundings::{SourceFunction, function_beside};

/// How many expressions the body of a callee may have, outside of loops and in a loop.
const SMALL: [usize; 2] = [60, 160];

/// How many expressions all callees in place may have.
const ALL: [usize; 2] = [180, 480];

/// Longer bodies than this are not read.
const LONGEST_TEXT: usize = 6000;

impl Builder<'_> {
    /// A call of a function that has derivatives of its own, if it is differentiated in place.
    pub(super) fn call_in_place(&mut self, call: &CallExpr, values: &[(Value, bool)]) -> Option<Value> {
        let callee = self.callee_in_place(call).filter(|callee| self.is_for_the_graph(callee, values))?;
        self.built_in_place(&callee, call, values)
    }

    /// The function that a call means, if it has derivatives of its own and may be differentiated in place.
    fn callee_in_place(&self, call: &CallExpr) -> Option<SourceFunction> {
        let is_own = call.last == self.function.name || self.in_library > 0;
        if !call.prefix.is_empty() || is_own || self.lookup(&call.last).is_some() {
            return None;
        }
        let name = call.last.to_string();
        if self.is_hidden(&name) {
            return None;
        }
        let source = function_beside(&self.function.name, &name).filter(|source| source.body.len() <= LONGEST_TEXT)?;
        let scalar = self.function.scalar.tokens.to_string();
        let is_same = source.has_options(&self.options_of_bodies()) && source.may_move(&name, &scalar);
        (is_same && !self.not_in_place.contains(&source.place)).then_some(source)
    }

    /// The options that say how a body is compiled.
    fn options_of_bodies(&self) -> Vec<&'static str> {
        let function = self.function;
        let options =
            [("fast", function.fast.is_some()), ("factored", function.factored), ("vector", function.vector.is_some())];
        options.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect()
    }

    /// The value of a callee that is built here; nothing, and nothing written, if it is too large or cannot be.
    fn built_in_place(&mut self, source: &SourceFunction, call: &CallExpr, values: &[(Value, bool)]) -> Option<Value> {
        // What it changes that is not differentiated is its caller's; a call says so.
        if values.iter().any(|(value, _)| matches!(value, Value::Code(code) if code.is_loan())) {
            return None;
        }
        let limits = usize::from(self.in_loop);
        let size = self.size_in_place(source, values, call)?;
        if size > SMALL[limits] || self.in_place + size > ALL[limits] {
            return None;
        }
        let in_place = self.in_place;
        self.in_place += size;
        let value = self.attempt(|builder| builder.call_helper(source, call, values.to_vec(), None));
        if value.is_none() {
            self.not_in_place.insert(source.place);
            self.in_place = in_place;
        }
        value
    }

    /// The value of something that may have no derivative; nothing, and nothing written or reported, if it has none.
    pub(super) fn attempt(&mut self, build: impl FnOnce(&mut Self) -> Value) -> Option<Value> {
        let (before, met) = (self.checkpoint(), self.passes.met());
        let (written, rows) = (self.written, self.proved_rows.clone());
        let (items, proofs, guesses) = (self.items.len(), self.proofs.len(), self.guesses.len());
        let value = build(self);
        if self.errors.count() == before.errors() && !self.is_poison(&value) {
            return Some(value);
        }
        self.rollback(before);
        self.passes.forget(met);
        (self.written, self.proved_rows) = (written, rows);
        self.items.truncate(items);
        self.proofs.truncate(proofs);
        self.guesses.truncate(guesses);
        None
    }

    /// How many expressions a callee has, if it can be read, takes these arguments, and has derivatives with respect to those
    /// that are differentiated.
    fn size_in_place(&mut self, source: &SourceFunction, values: &[(Value, bool)], call: &CallExpr) -> Option<usize> {
        let at = self.read_helper(source, None, values, &call.turbofish, call.last.span()).ok();
        let known =
            at.map(|at| &self.helpers[at]).filter(|known| known.is_free() && known.params().len() == values.len());
        let Some(known) = known else {
            self.not_in_place.insert(source.place);
            return None;
        };
        let has_all = known.params().iter().zip(values).all(|(param, (value, _))| {
            let left_out = match &param.pattern {
                Pattern::Name { ident, .. } => source.leaves_out(&ident.to_string()),
                _ => false,
            };
            !(param.is_constant || left_out) || !self.is_active(value)
        });
        has_all.then_some(known.written())
    }
}
