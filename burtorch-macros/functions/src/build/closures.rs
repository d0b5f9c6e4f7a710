//! Closures that are called in the body: what they compute is built where they are called.

use std::rc::Rc;

use proc_macro2::Ident;

use super::jumps::Continuation;
use super::{Builder, LocalClosure, Value, Variable};
use crate::ast::{Closure, ExprKind, Type};

/// How deep calls of closures nest.
const MAX_CLOSURES: usize = 64;

/// How many expressions calls of closures write out in one function. rustc takes about ten seconds for so many.
const MAX_WRITTEN: usize = 30_000;

impl Builder<'_> {
    /// `let f = |…| …;`
    pub(super) fn let_closure(&mut self, name: &Ident, closure: &Rc<Closure>) {
        let unit = self.unit();
        let unit = self.node(unit);
        let closure = Some(self.local_closure(closure));
        self.vars.push(Variable { closure, ..Variable::new(name, unit, false) });
    }

    /// A closure, with the variables that it sees.
    pub(super) fn local_closure(&self, closure: &Rc<Closure>) -> LocalClosure {
        let depth = self.vars.len();
        let text = closure.tokens.to_string();
        let mentions = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        let mentioned = self.vars.iter().enumerate().filter(|(_, variable)| closure.moves && mentions(&variable.text));
        let moved = mentioned.map(|(at, variable)| (at, variable.id)).collect();
        let written = self.written_by(closure);
        LocalClosure { closure: Rc::clone(closure), depth, hidden: self.hidden.clone(), moved, written }
    }

    /// How many expressions a call of a closure writes out, those of the closures that it calls included.
    ///
    /// Closures that call others twice double at every step, so this is known before anything is built.
    fn written_by(&self, closure: &Closure) -> usize {
        let mut written = 0_usize;
        closure.body.visit(&mut |expr| {
            let called = match &expr.kind {
                ExprKind::Call(call) if call.prefix.is_empty() => self.lookup(&call.last),
                _ => None,
            };
            let inside = called.and_then(|at| self.vars[at].closure.as_ref()).map_or(0, |closure| closure.written);
            written = written.saturating_add(inside).saturating_add(1);
        });
        written
    }

    pub(super) fn call_closure(&mut self, local: &LocalClosure, args: Vec<(Value, bool)>, name: &Ident) -> Value {
        let LocalClosure { closure, depth, hidden, moved, written } = local;
        if self.hidden.is_empty() {
            let (before, all) = (self.written, self.written.saturating_add(*written));
            self.written = all;
            if all > MAX_WRITTEN {
                // One mistake, however many calls there are.
                if before > MAX_WRITTEN {
                    return self.poison();
                }
                return self.report(
                    name.span(),
                    format_args!(
                        "calls of closures are written out where they stand, which makes {all} expressions up to this one, and at most {MAX_WRITTEN} can be: make `{name}` a function with `#[differentiable]`, or call it in a loop"
                    ),
                );
            }
        }
        let is_changed = |builder: &Self| moved.iter().any(|&(at, id)| builder.vars[at].id != id);
        let before = is_changed(self);
        // It sees what was to be seen where it was written, which is not what a helper sees that it was passed to.
        let seen = std::mem::replace(&mut self.hidden, hidden.clone());
        let value = self.apply(closure, *depth, args);
        self.hidden = seen;
        if before || is_changed(self) {
            return self.report(
                name.span(),
                "a `move` closure has copies of variables, and one of these is changed: remove `move`, or pass it as an argument",
            );
        }
        value
    }

    /// The value of a closure's body, which sees the variables that there were when it was written.
    pub(super) fn apply(&mut self, closure: &Rc<Closure>, depth: usize, args: Vec<(Value, bool)>) -> Value {
        self.apply_as(closure, depth, args, None)
    }

    /// The value of a closure's body, where the caller knows which type it must have.
    pub(super) fn apply_as(
        &mut self,
        closure: &Rc<Closure>,
        depth: usize,
        args: Vec<(Value, bool)>,
        hint: Option<&Type>,
    ) -> Value {
        let written =
            closure.result.as_ref().map(|(ty, written)| self.written_type(written).unwrap_or_else(|| ty.clone()));
        let hint = written.as_ref().or(hint);
        let (all, mut value) = (self.vars.len(), None);
        self.inside_of(closure, depth, args, &mut |builder| {
            value = Some(if closure.body.leaves() {
                let result = hint.cloned().unwrap_or(Type::Other);
                builder.in_frame(all, result, |builder| builder.tail_expr(&closure.body, &Continuation::End))
            } else {
                builder.expr(&closure.body, hint)
            });
        });
        value.unwrap_or_else(|| self.poison())
    }

    /// Builds something where the names of a closure's body mean what they mean there; nothing, after a mistake.
    pub(super) fn inside_of(
        &mut self,
        closure: &Closure,
        depth: usize,
        args: Vec<(Value, bool)>,
        build: &mut dyn FnMut(&mut Self),
    ) {
        if closure.params.len() != args.len() {
            let message = format!("this closure takes {} arguments, it gets {}", closure.params.len(), args.len());
            return self.errors.report(closure.body.span, message);
        }
        if self.hidden.len() > MAX_CLOSURES {
            return self.errors.report(
                closure.body.span,
                format_args!(
                    "this closure is called inside of {MAX_CLOSURES} others, and at most so many can be written out: make it a function with `#[differentiable]`"
                ),
            );
        }
        let all = self.vars.len();
        self.hidden.push(depth..all);
        for (pattern, (arg, by_ref)) in closure.params.iter().zip(args) {
            self.bind(pattern, arg, by_ref, closure.body.span);
        }
        build(self);
        self.vars.truncate(all);
        self.hidden.pop();
    }
}
