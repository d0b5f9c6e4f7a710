//! Jumps: `return`, `break` and `continue`.
//!
//! A `return` ends the function, so what follows it belongs to the branches that do not return: the
//! rest of the block is built inside of those. In the body of a loop, `break` and `continue` end the iteration in the
//! same way. Each way through a function yields its result; each way through the body of a loop yields whether to go
//! on, and all variables.

use proc_macro2::{Ident, Literal, Span};
use quote::quote;

use super::control::{ArmSource, Body};
use super::opened::Bound;
use super::{Builder, Value, Variable};
use crate::ast::{Block, Expr, ExprKind, IntType, Jump, Pattern, PatternTest, Stmt, Type};
use crate::each::Each;
use crate::graph::{Arm, Id, Kind};

/// What is still to be done when an expression has its value.
pub(super) enum Continuation<'e> {
    /// The value is the function's.
    End,
    /// The iteration of the innermost loop ends.
    Iteration,
    /// It is bound, and the block goes on.
    Block {
        bind: Option<(&'e Pattern, Span)>,
        stmts: &'e [Stmt],
        value: Option<&'e Expr>,
        /// How many variables that block sees.
        depth: usize,
        next: &'e Continuation<'e>,
    },
}

/// The rest of a function is built once for each way that leads there; more than this are too many.
const MAX_PATHS: usize = 256;

/// The ways through the body of a loop count so many times: what each of them computes is kept for the sweep, through all the
/// branches that it stands in.
const IN_LOOPS: usize = 3;

/// The variable that tells the loops around a jump how far it goes, and the one with the value of a `return`.
const JUMP: &str = " jump";
const RETURNED: &str = " returned";

/// A loop whose body is being built.
pub(super) struct LoopScope {
    pub label: Option<Ident>,
    /// How many variables there were when it started.
    pub depth: usize,
    /// The variable for what `break` yields.
    pub value: Option<usize>,
    /// The type that is wanted of that.
    pub wanted: Option<Type>,
}

/// How control leaves the body of a loop, or the function.
#[derive(Clone, Copy)]
pub(super) enum Leave {
    /// The function, with the value that is kept in a variable of ours.
    Returned,
    /// A loop, counted from the outermost.
    Break(usize),
    Continue(usize),
}

impl Leave {
    /// As a number that is not zero.
    fn code(self) -> i128 {
        let number = |at: usize| i128::try_from(at).unwrap_or(i128::MAX / 4);
        match self {
            Leave::Returned => 1,
            Leave::Break(at) => 2 + 2 * number(at),
            Leave::Continue(at) => 3 + 2 * number(at),
        }
    }
}

impl Builder<'_> {
    /// A block whose value is the function's, or leads to it; yields what the ways through it yield.
    pub(super) fn tail_block<'e>(&mut self, block: &'e Block, rest: &'e Continuation<'e>) -> Vec<Id> {
        self.tail(&block.stmts, block.value.as_deref(), rest)
    }

    fn tail<'e>(&mut self, stmts: &'e [Stmt], value: Option<&'e Expr>, rest: &'e Continuation<'e>) -> Vec<Id> {
        for (at, stmt) in stmts.iter().enumerate() {
            let (expr, bind) = match stmt {
                Stmt::Expr(expr) if expr.leaves() => (expr, None),
                Stmt::Let { pattern, init: Some(init), span, .. } if init.leaves() => (init, Some((pattern, *span))),
                other => {
                    self.stmt(other);
                    continue;
                }
            };
            let depth = self.vars.len();
            let rest = Continuation::Block { bind, stmts: &stmts[at + 1..], value, depth, next: rest };
            return self.tail_expr(expr, &rest);
        }
        match value {
            Some(value) => self.tail_expr(value, rest),
            None => {
                let unit = self.unit();
                self.resume(unit, rest)
            }
        }
    }

    pub(super) fn tail_expr(&mut self, expr: &Expr, rest: &Continuation) -> Vec<Id> {
        if !expr.leaves() {
            let hint = match rest {
                Continuation::End => Some(self.result_type()),
                Continuation::Block { .. } | Continuation::Iteration => None,
            };
            let value = self.expr(expr, hint.as_ref());
            return self.resume(value, rest);
        }
        match &expr.kind {
            ExprKind::Return(value) if value.as_ref().is_none_or(|value| !value.leaves()) => {
                let value = match value {
                    Some(value) => {
                        let hint = self.result_type();
                        self.expr(value, Some(&hint))
                    }
                    None => self.unit(),
                };
                let value = self.returned(value);
                if self.loops.is_empty() {
                    return self.end_function(value);
                }
                let Some(returned) = self.jump_variable(RETURNED) else { return self.misplaced(expr.span) };
                self.vars[returned].id = value;
                self.leave(Leave::Returned, expr.span)
            }
            ExprKind::Break { label, value } => match self.loop_called(label.as_ref(), expr.span) {
                Some(at) => {
                    if let Some(value) = value {
                        let wanted = self.loops[at].wanted.clone();
                        let mut value = self.expr(value, wanted.as_ref());
                        if let (Value::Code(code), Some(payload)) = (&value, wanted.as_ref().and_then(Type::payload)) {
                            value = self.choice_of_code(code.clone(), payload);
                        }
                        let value = self.node(value);
                        match self.loops[at].value {
                            Some(var) => self.vars[var].id = value,
                            None => self.errors.report(expr.span, "only `loop` can yield a value by `break`"),
                        }
                    }
                    self.leave(Leave::Break(at), expr.span)
                }
                None => self.no_value(),
            },
            ExprKind::Continue { label } => match self.loop_called(label.as_ref(), expr.span) {
                Some(at) => self.leave(Leave::Continue(at), expr.span),
                None => self.no_value(),
            },
            ExprKind::If { .. } | ExprKind::Match { .. } => match self.arms(expr) {
                Some((on, arms)) => self.tail_branch(on, &arms, rest),
                None => self.no_value(),
            },
            ExprKind::Block(block) => self.tail_block(block, rest),
            ExprKind::Foreign { parsed: Some(parsed), .. } => self.tail_expr(parsed, rest),
            ExprKind::For { .. } | ExprKind::While { .. } => self.tail_loop(expr, rest),
            _ => self.misplaced(expr.span),
        }
    }

    /// A jump out of an expression that is none of the blocks through which control flow is followed.
    fn misplaced(&mut self, span: Span) -> Vec<Id> {
        self.errors.report(
            span,
            "`return`, `break` and `continue` cannot be differentiated here: use them as statements of their own",
        );
        self.no_value()
    }

    fn no_value(&mut self) -> Vec<Id> {
        let poison = self.poison();
        let poison = self.node(poison);
        let Some(innermost) = self.loops.last() else { return self.end_function(poison) };
        let vars = self.vars[..innermost.depth].iter().map(|variable| variable.id);
        std::iter::once(poison).chain(vars).collect()
    }

    /// Goes on after an expression that did not jump.
    fn resume(&mut self, value: Value, rest: &Continuation) -> Vec<Id> {
        let (before, weight) = (self.resumed, if self.loops.is_empty() { 1 } else { IN_LOOPS });
        self.resumed += weight;
        if self.resumed > MAX_PATHS {
            if before <= MAX_PATHS {
                let most = MAX_PATHS / weight;
                self.errors.report(
                    self.w.span,
                    format_args!(
                        "more than {most} ways lead past the jumps of this function, and what follows a jump is written once for each: keep the result in a variable, use `else`, or split the function"
                    ),
                );
            }
            return self.no_value();
        }
        match *rest {
            Continuation::End => {
                let value = self.returned(value);
                self.end_function(value)
            }
            Continuation::Iteration => self.end_iteration(true),
            Continuation::Block { bind, stmts, value: last, depth, next } => {
                // Names of inner blocks must not hide those that the rest of the outer block means.
                let hidden = self.vars.split_off(depth);
                if let Some((pattern, span)) = bind {
                    self.bind(pattern, value, false, span);
                }
                let result = self.tail(stmts, last, next);
                self.vars.truncate(depth);
                self.vars.extend(hidden);
                result
            }
        }
    }

    /// The end of a way through the function: its value, and what its `&mut` arguments are now.
    fn end_function(&mut self, value: Id) -> Vec<Id> {
        if let Some(frame) = self.frames.last() {
            let vars = self.vars[..frame.depth].iter().map(|variable| variable.id);
            return std::iter::once(value).chain(vars).collect();
        }
        let params = self.function.params.iter().zip(&self.vars).filter(|(param, _)| param.mutable);
        std::iter::once(value).chain(params.map(|(_, variable)| variable.id)).collect()
    }

    /// The end of a way through the body of the innermost loop: whether to go on, and all variables.
    fn end_iteration(&mut self, go_on: bool) -> Vec<Id> {
        let go_on = self.w.push(Kind::Bool(go_on), Type::Other);
        let depth = self.loops.last().map_or(0, |innermost| innermost.depth);
        let vars = self.vars[..depth].iter().map(|variable| variable.id);
        std::iter::once(go_on).chain(vars).collect()
    }

    /// Leaves loops: the innermost one at once, those around it by what a variable tells them.
    fn leave(&mut self, to: Leave, span: Span) -> Vec<Id> {
        let innermost = self.loops.len().saturating_sub(1);
        match to {
            Leave::Break(at) if at == innermost => self.end_iteration(false),
            Leave::Continue(at) if at == innermost => self.end_iteration(true),
            Leave::Returned if self.loops.is_empty() => {
                let Some(returned) = self.jump_variable(RETURNED) else { return self.misplaced(span) };
                self.end_function(self.vars[returned].id)
            }
            to => {
                let Some(var) = self.jump_variable(JUMP) else { return self.misplaced(span) };
                self.vars[var].id = self.w.push(Kind::Int(to.code(), IntType::named("usize")), Type::Other);
                self.end_iteration(false)
            }
        }
    }

    /// A variable of ours; its name is none that a user can write. It is made where a loop starts that is a statement.
    fn jump_variable(&self, name: &str) -> Option<usize> {
        let own = self.frames.last().map_or(0, |frame| frame.depth);
        self.vars.iter().rposition(|variable| variable.text == name).filter(|&at| at >= own)
    }

    /// Which loop a jump means.
    fn loop_called(&mut self, label: Option<&Ident>, span: Span) -> Option<usize> {
        let found = self.loops.iter().rposition(|scope| label.is_none() || scope.label.as_ref() == label);
        // Where there are mistakes already, a label may be one of them.
        if found.is_none() && self.errors.count() == 0 {
            self.errors.report(span, "there is no loop here that this could leave");
        }
        found
    }

    /// A loop out of which jumps lead further than its own end.
    fn tail_loop(&mut self, expr: &Expr, rest: &Continuation) -> Vec<Id> {
        let depth = self.vars.len();
        let jumps = expr.jumps();
        // Loops around have made the variables already, if there are any.
        if self.jump_variable(JUMP).is_none() {
            let none = self.w.push(Kind::Int(0, IntType::named("usize")), Type::Other);
            self.vars.push(Variable::ours(JUMP, none));
            let zero = self.w.push(Kind::Zero, self.result_type());
            self.vars.push(Variable::ours(RETURNED, zero));
        }
        let value = self.expr(expr, None);
        let yielded = |_: &mut Builder| value.clone();
        let Some(jump) = self.jump_variable(JUMP) else { return self.misplaced(expr.span) };
        let on = self.vars[jump].id;
        let mut arms = Vec::new();
        if expr.ends() {
            let (pattern, test) = (quote!(0), PatternTest::Int(0));
            arms.push(ArmSource { pattern, test, bind: Bound::Nothing, body: Body::Built(&yielded) });
        }
        for leaving in jumps {
            let to = match leaving {
                Jump::Return => Some(Leave::Returned),
                Jump::Break(label) => self.loop_called(label, expr.span).map(Leave::Break),
                Jump::Continue(label) => self.loop_called(label, expr.span).map(Leave::Continue),
            };
            let Some(to) = to else { return self.no_value() };
            let code = Literal::i128_unsuffixed(to.code());
            let (pattern, test) = (quote!(#code), PatternTest::Int(to.code()));
            arms.push(ArmSource { pattern, test, bind: Bound::Nothing, body: Body::Jump(to) });
        }
        if let Some(last) = arms.last_mut() {
            (last.pattern, last.test) = (quote!(_), PatternTest::Any);
        }
        let result = self.tail_branch(Value::Node(on), &arms, rest);
        self.vars.truncate(depth);
        result
    }

    /// A branch in which some arm jumps: every arm runs to the end of the function, or of the iteration.
    pub(super) fn tail_branch(&mut self, on: Value, arms: &[ArmSource], rest: &Continuation) -> Vec<Id> {
        if let Some(chosen) = self.choose(&on, arms) {
            return self.tail_arm(&arms[chosen], rest);
        }
        let on = self.node(on);
        let built: Vec<Arm> = arms.each(|arm| self.arm(arm, |builder| builder.tail_arm(arm, rest)));
        let results: Vec<Vec<Id>> = built
            .iter()
            .filter(|arm| arm.diverges.is_none())
            .map(|arm| self.w.graph.region(arm.region).results.clone())
            .collect();
        let Some(first) = results.first().cloned() else { return self.no_value() };
        let inside: Vec<_> = built.each(|arm| arm.region);
        let is_same = |slot: usize| {
            let outside = !inside.contains(&self.w.graph.node(first[slot]).region);
            outside && results.iter().all(|results| results[slot] == first[slot])
        };
        let changed: Vec<usize> = (0..first.len()).only(|&slot| !is_same(slot));
        for arm in built.iter().filter(|arm| arm.diverges.is_none()) {
            let results = &mut self.w.graph.region_mut(arm.region).results;
            *results = changed.each(|&slot| results[slot]);
        }
        let constant = self.constant_flag(&results).filter(|_| !self.loops.is_empty());
        let branch = self.branch_node(on, built);
        let mut all = first;
        for (at, &slot) in changed.iter().enumerate() {
            all[slot] = match constant.filter(|_| slot == 0) {
                Some(value) => self.w.push(Kind::Bool(value), Type::Other),
                None => self.slot(branch, at),
            };
        }
        all
    }

    /// Whether all ways say the same about going on.
    fn constant_flag(&self, results: &[Vec<Id>]) -> Option<bool> {
        let mut flags = results.iter().map(|results| match self.w.graph.kind(results[0]) {
            Kind::Bool(value) => Some(*value),
            _ => None,
        });
        let first = flags.next()??;
        flags.all(|flag| flag == Some(first)).then_some(first)
    }

    fn tail_arm(&mut self, arm: &ArmSource, rest: &Continuation) -> Vec<Id> {
        self.bind_arm(&arm.bind);
        match arm.body {
            Body::Block(block) => self.tail_block(block, rest),
            Body::Expr(expr) => self.tail_expr(expr, rest),
            Body::Built(build) => {
                let value = build(self);
                self.resume(value, rest)
            }
            Body::Bool(_) | Body::Empty => {
                let unit = self.unit();
                self.resume(unit, rest)
            }
            Body::Jump(to) => {
                // Whoever it was meant for knows now.
                if let Some(jump) = self.jump_variable(JUMP) {
                    self.vars[jump].id = self.w.push(Kind::Int(0, IntType::named("usize")), Type::Other);
                }
                self.leave(to, self.w.span)
            }
        }
    }

    /// The body of a loop that jumps lead out of; yields whether to go on.
    pub(super) fn jumping_body(&mut self, body: &Block) -> Id {
        let results = self.tail_block(body, &Continuation::Iteration);
        self.take_variables(&results)
    }

    /// The body of a `while` that jumps lead out of: it runs if the condition holds; yields whether to go on.
    pub(super) fn while_body(&mut self, cond: &Expr, body: &Block) -> Id {
        let innermost = self.loops.len() - 1;
        let on = self.expr(cond, None);
        if self.is_poison(&on) {
            return self.node(on);
        }
        let arm = |test: bool, body| ArmSource {
            pattern: quote!(#test),
            test: PatternTest::Bool(test),
            bind: Bound::Nothing,
            body,
        };
        let arms = [arm(true, Body::Block(body)), arm(false, Body::Jump(Leave::Break(innermost)))];
        let results = self.tail_branch(on, &arms, &Continuation::Iteration);
        self.take_variables(&results)
    }

    /// Gives the variables the values at the end of an iteration; yields whether to go on.
    pub(super) fn take_variables(&mut self, results: &[Id]) -> Id {
        for (variable, &id) in self.vars.iter_mut().zip(&results[1..]) {
            variable.id = id;
        }
        results[0]
    }
}
