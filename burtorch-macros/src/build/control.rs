//! Branches and jumps.
//!
//! A `return` ends the function, so what follows it belongs to the branches that do not return: the
//! rest of the block is built inside of those. In the body of a loop, `break` and `continue` end the iteration in the
//! same way. Each way through a function yields its result; each way through the body of a loop yields whether to go
//! on, and all variables.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::{Builder, Value, Variable, join};
use crate::ast::{ArmPattern, Block, Expr, ExprKind, IntType, Jump, Pattern, PatternTest, Stmt, Type};
use crate::graph::{Arm, Id, Kind, Step, Template};

/// What is still to be done when an expression has its value.
pub(super) enum Rest<'e> {
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
        next: &'e Rest<'e>,
    },
}

/// The rest of a function is built once for each way that leads there; more than this are too many.
const MAX_PATHS: usize = 256;

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

/// One arm, before it is built.
struct ArmSource<'e> {
    pattern: TokenStream,
    test: PatternTest,
    /// A name, and the value that it is bound to.
    bind: Option<(&'e Ident, Id)>,
    body: Body<'e>,
}

#[derive(Clone, Copy)]
enum Body<'e> {
    Block(&'e Block),
    Expr(&'e Expr),
    Bool(bool),
    Empty,
    Jump(Leave),
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

impl<'e> Body<'e> {
    /// The `panic!` that it ends in.
    fn diverges(self) -> Option<&'e TokenStream> {
        fn of_expr(expr: &Expr) -> Option<&TokenStream> {
            match &expr.kind {
                ExprKind::Diverge(tokens) => Some(tokens),
                ExprKind::Block(block) => of_block(block),
                _ => None,
            }
        }
        fn of_block(block: &Block) -> Option<&TokenStream> {
            match (&block.value, block.stmts.last()) {
                (Some(value), _) => of_expr(value),
                (None, Some(Stmt::Expr(last))) => of_expr(last),
                _ => None,
            }
        }
        match self {
            Body::Block(block) => of_block(block),
            Body::Expr(expr) => of_expr(expr),
            Body::Bool(_) | Body::Empty | Body::Jump(_) => None,
        }
    }
}

/// The state to which an attempt can be taken back.
pub(super) struct Checkpoint {
    /// How many nodes the graph and the region had.
    all: usize,
    nodes: usize,
    errors: usize,
    vars: Vec<Variable>,
}

impl Checkpoint {
    /// How many mistakes there were.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }
}

impl Builder<'_> {
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            all: self.w.graph.len(),
            nodes: self.w.graph.region(self.w.at).nodes.len(),
            errors: self.errors.count(),
            vars: self.vars.clone(),
        }
    }

    /// Whether nothing was written and no variable changed since.
    pub(super) fn is_unchanged_since(&self, before: &Checkpoint) -> bool {
        let nodes = self.w.graph.region(self.w.at).nodes.len();
        let same = |(now, then): (&Variable, &Variable)| now.id == then.id;
        nodes == before.nodes && self.vars.iter().zip(&before.vars).all(same)
    }

    pub(super) fn rollback(&mut self, to: Checkpoint) {
        let at = self.w.at;
        self.w.graph.region_mut(at).nodes.truncate(to.nodes);
        self.w.forget(to.all);
        self.errors.truncate(to.errors);
        self.vars = to.vars;
    }

    /// A block whose value is the function's, or leads to it; yields what the ways through it yield.
    pub(super) fn tail_block<'e>(&mut self, block: &'e Block, rest: &'e Rest<'e>) -> Vec<Id> {
        self.tail(&block.stmts, block.value.as_deref(), rest)
    }

    fn tail<'e>(&mut self, stmts: &'e [Stmt], value: Option<&'e Expr>, rest: &'e Rest<'e>) -> Vec<Id> {
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
            let rest = Rest::Block { bind, stmts: &stmts[at + 1..], value, depth, next: rest };
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

    fn tail_expr(&mut self, expr: &Expr, rest: &Rest) -> Vec<Id> {
        if !expr.leaves() {
            let hint = match rest {
                Rest::End => Some(self.function.result.clone()),
                Rest::Block { .. } | Rest::Iteration => None,
            };
            let value = self.expr(expr, hint.as_ref());
            return self.resume(value, rest);
        }
        match &expr.kind {
            ExprKind::Return(value) if value.as_ref().is_none_or(|value| !value.leaves()) => {
                let value = match value {
                    Some(value) => self.expr(value, Some(&self.function.result)),
                    None => self.unit(),
                };
                let value = self.node(value);
                if self.loops.is_empty() {
                    return self.end_function(value);
                }
                let returned = self.jump_variable(RETURNED);
                self.vars[returned].id = value;
                self.leave(Leave::Returned)
            }
            ExprKind::Break { label, value } => match self.loop_called(label.as_ref(), expr.span) {
                Some(at) => {
                    if let Some(value) = value {
                        let value = self.expr(value, None);
                        let value = self.node(value);
                        match self.loops[at].value {
                            Some(var) => self.vars[var].id = value,
                            None => self.errors.report(expr.span, "only `loop` can yield a value by `break`"),
                        }
                    }
                    self.leave(Leave::Break(at))
                }
                None => self.no_value(),
            },
            ExprKind::Continue { label } => match self.loop_called(label.as_ref(), expr.span) {
                Some(at) => self.leave(Leave::Continue(at)),
                None => self.no_value(),
            },
            ExprKind::If { .. } | ExprKind::Match { .. } => match self.arms(expr) {
                Some((on, arms)) => self.tail_branch(on, &arms, rest),
                None => self.no_value(),
            },
            ExprKind::Block(block) => self.tail_block(block, rest),
            ExprKind::For { .. } | ExprKind::While { .. } => self.tail_loop(expr, rest),
            _ => {
                self.errors.report(
                    expr.span,
                    "`return`, `break` and `continue` cannot be differentiated here: use them as statements of their own",
                );
                self.no_value()
            }
        }
    }

    fn no_value(&mut self) -> Vec<Id> {
        let poison = self.poison();
        let poison = self.node(poison);
        let Some(innermost) = self.loops.last() else { return self.end_function(poison) };
        let vars = self.vars[..innermost.depth].iter().map(|variable| variable.id);
        std::iter::once(poison).chain(vars).collect()
    }

    /// Goes on after an expression that did not jump.
    fn resume(&mut self, value: Value, rest: &Rest) -> Vec<Id> {
        self.resumed += 1;
        if self.resumed > MAX_PATHS {
            if self.resumed == MAX_PATHS + 1 {
                self.errors.report(
                    self.w.span,
                    "too many ways lead past the jumps of this function: keep the result in a variable, or split the function",
                );
            }
            return self.no_value();
        }
        match *rest {
            Rest::End => {
                let value = self.node(value);
                self.end_function(value)
            }
            Rest::Iteration => self.end_iteration(true),
            Rest::Block { bind, stmts, value: last, depth, next } => {
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
    fn leave(&mut self, to: Leave) -> Vec<Id> {
        let innermost = self.loops.len().saturating_sub(1);
        match to {
            Leave::Break(at) if at == innermost => self.end_iteration(false),
            Leave::Continue(at) if at == innermost => self.end_iteration(true),
            Leave::Returned if self.loops.is_empty() => {
                let returned = self.jump_variable(RETURNED);
                self.end_function(self.vars[returned].id)
            }
            to => {
                let var = self.jump_variable(JUMP);
                self.vars[var].id = self.w.push(Kind::Int(to.code(), IntType::named("usize")), Type::Other);
                self.end_iteration(false)
            }
        }
    }

    /// A variable of ours; its name is none that a user can write.
    fn jump_variable(&self, name: &str) -> usize {
        self.vars.iter().rposition(|variable| variable.text == name).expect("it is made where a loop starts")
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
    fn tail_loop(&mut self, expr: &Expr, rest: &Rest) -> Vec<Id> {
        let depth = self.vars.len();
        let jumps = expr.jumps();
        // Loops around have made the variables already, if there are any.
        if !self.vars.iter().any(|variable| variable.text == JUMP) {
            let none = self.w.push(Kind::Int(0, IntType::named("usize")), Type::Other);
            self.vars.push(Variable::ours(JUMP, none));
            let zero = self.w.push(Kind::Zero, self.function.result.clone());
            self.vars.push(Variable::ours(RETURNED, zero));
        }
        let value = self.expr(expr, None);
        let jump = self.jump_variable(JUMP);
        let on = self.vars[jump].id;
        let mut arms = Vec::new();
        if expr.ends() {
            let (pattern, test) = (quote!(0), PatternTest::Int(0));
            arms.push(ArmSource { pattern, test, bind: None, body: Body::Empty });
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
            arms.push(ArmSource { pattern, test, bind: None, body: Body::Jump(to) });
        }
        if let Some(last) = arms.last_mut() {
            (last.pattern, last.test) = (quote!(_), PatternTest::Any);
        }
        let _ = value;
        let result = self.tail_branch(Value::Node(on), &arms, rest);
        self.vars.truncate(depth);
        result
    }

    /// A branch in which some arm jumps: every arm runs to the end of the function, or of the iteration.
    fn tail_branch(&mut self, on: Value, arms: &[ArmSource], rest: &Rest) -> Vec<Id> {
        if let Some(chosen) = self.choose(&on, arms) {
            return self.tail_arm(&arms[chosen], rest);
        }
        let on = self.node(on);
        let built: Vec<Arm> = arms.iter().map(|arm| self.arm(arm, |builder| builder.tail_arm(arm, rest))).collect();
        let results: Vec<Vec<Id>> = built
            .iter()
            .filter(|arm| arm.diverges.is_none())
            .map(|arm| self.w.graph.region(arm.region).results.clone())
            .collect();
        let Some(first) = results.first().cloned() else { return self.no_value() };
        let inside: Vec<_> = built.iter().map(|arm| arm.region).collect();
        let is_same = |slot: usize| {
            let outside = !inside.contains(&self.w.graph.node(first[slot]).region);
            outside && results.iter().all(|results| results[slot] == first[slot])
        };
        let changed: Vec<usize> = (0..first.len()).filter(|&slot| !is_same(slot)).collect();
        for arm in built.iter().filter(|arm| arm.diverges.is_none()) {
            let results = &mut self.w.graph.region_mut(arm.region).results;
            *results = changed.iter().map(|&slot| results[slot]).collect();
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

    fn tail_arm(&mut self, arm: &ArmSource, rest: &Rest) -> Vec<Id> {
        if let Some((name, id)) = arm.bind {
            self.vars.push(Variable::new(name, id, false));
        }
        match arm.body {
            Body::Block(block) => self.tail_block(block, rest),
            Body::Expr(expr) => self.tail_expr(expr, rest),
            Body::Bool(_) | Body::Empty => {
                let unit = self.unit();
                self.resume(unit, rest)
            }
            Body::Jump(to) => {
                // Whoever it was meant for knows now.
                if let Some(jump) = self.vars.iter_mut().rfind(|variable| variable.text == JUMP) {
                    jump.id = self.w.push(Kind::Int(0, IntType::named("usize")), Type::Other);
                }
                self.leave(to)
            }
        }
    }

    /// The body of a loop that jumps lead out of; yields whether to go on.
    pub(super) fn jumping_body(&mut self, body: &Block) -> Id {
        let results = self.tail_block(body, &Rest::Iteration);
        self.take_variables(&results)
    }

    /// The same for `while`: the body, as long as the condition holds.
    pub(super) fn while_body(&mut self, cond: &Expr, body: &Block) -> Id {
        let innermost = self.loops.len() - 1;
        let on = self.expr(cond, None);
        if self.is_poison(&on) {
            return self.node(on);
        }
        let arm =
            |test: bool, body| ArmSource { pattern: quote!(#test), test: PatternTest::Bool(test), bind: None, body };
        let arms = [arm(true, Body::Block(body)), arm(false, Body::Jump(Leave::Break(innermost)))];
        let results = self.tail_branch(on, &arms, &Rest::Iteration);
        self.take_variables(&results)
    }

    /// Gives the variables the values at the end of an iteration; yields whether to go on.
    fn take_variables(&mut self, results: &[Id]) -> Id {
        for (variable, &id) in self.vars.iter_mut().zip(&results[1..]) {
            variable.id = id;
        }
        results[0]
    }

    /// `if` or `match` in the middle of things.
    pub(super) fn branch_expr(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match self.arms(expr) {
            Some((on, arms)) => self.branch(on, &arms, hint),
            None => self.poison(),
        }
    }

    /// `a && b` where `b` must not be looked at in vain: `if a { b } else { false }`.
    pub(super) fn short_circuit(&mut self, a: Value, decided: bool, right: &Expr) -> Value {
        let arm =
            |test: bool, body| ArmSource { pattern: quote!(#test), test: PatternTest::Bool(test), bind: None, body };
        let arms = [arm(!decided, Body::Expr(right)), arm(decided, Body::Bool(decided))];
        self.branch(a, &arms, None)
    }

    /// What an `if` or `match` decides on, and its arms.
    fn arms<'e>(&mut self, expr: &'e Expr) -> Option<(Value, Vec<ArmSource<'e>>)> {
        match &expr.kind {
            ExprKind::If { cond, then, other } => {
                let on = self.expr(cond, None);
                if self.is_poison(&on) {
                    return None;
                }
                let arm = |test: bool, body| ArmSource {
                    pattern: quote!(#test),
                    test: PatternTest::Bool(test),
                    bind: None,
                    body,
                };
                let other = other.as_deref().map_or(Body::Empty, Body::Expr);
                Some((on, vec![arm(true, Body::Block(then)), arm(false, other)]))
            }
            ExprKind::Match { on, arms } => {
                let span = on.span;
                let on = self.expr(on, None);
                if self.is_poison(&on) {
                    return None;
                }
                if self.is_active(&on) || self.is_float(&on) {
                    self.errors.report(span, "a float cannot be matched: compare it with `if`");
                    return None;
                }
                let on = self.node(on);
                let mut sources: Vec<ArmSource> = arms
                    .iter()
                    .map(|arm| {
                        let (pattern, test, bind) = match &arm.pattern {
                            ArmPattern::Fixed { tokens, test } => (tokens.clone(), test.clone(), None),
                            // Whether the name binds or is a constant only rustc can tell.
                            ArmPattern::Bind(name) => (quote!(#name), PatternTest::Unknown, Some((name, on))),
                        };
                        ArmSource { pattern, test, bind, body: Body::Expr(&arm.body) }
                    })
                    .collect();
                if arms.iter().all(|arm| arm.guard.is_none()) {
                    return Some((Value::Node(on), sources));
                }
                let chosen = self.guarded(on, arms);
                let last = sources.len() - 1;
                for (at, arm) in sources.iter_mut().enumerate() {
                    let number = Literal::usize_unsuffixed(at);
                    arm.pattern = if at == last { quote!(_) } else { quote!(#number) };
                    arm.test = PatternTest::Unknown;
                }
                Some((Value::Node(chosen), sources))
            }
            _ => None,
        }
    }

    /// Which arm of a `match` with guards is taken, as a number.
    fn guarded(&mut self, on: Id, arms: &[crate::ast::Arm]) -> Id {
        let scrutinee = self.hole_for(on);
        let (value, mut holes) = (scrutinee.tokens, scrutinee.holes);
        let mut tokens = TokenStream::new();
        for (at, arm) in arms.iter().enumerate() {
            let (pattern, bound) = match &arm.pattern {
                ArmPattern::Fixed { tokens, .. } => (tokens.clone(), None),
                ArmPattern::Bind(name) => (quote!(#name), Some(name)),
            };
            let number = Literal::usize_suffixed(at);
            let depth = self.vars.len();
            // The name of the pattern hides a variable of that name.
            let guard = arm.guard.as_ref().map(|guard| {
                let hidden = bound.and_then(|name| self.lookup(name));
                let visible = hidden.map(|at| std::mem::take(&mut self.vars[at].text));
                let template = self.capture(guard);
                if let (Some(at), Some(text)) = (hidden, visible) {
                    self.vars[at].text = text;
                }
                holes.extend(template.holes);
                template.tokens
            });
            self.vars.truncate(depth);
            let guard = guard.map(|guard| quote!(if #guard));
            tokens.extend(quote!(#pattern #guard => #number,));
        }
        self.w.push(Kind::Opaque(Template { tokens: quote!(match #value { #tokens }), holes }), Type::Other)
    }

    /// The arm that is taken, where that is known while compiling.
    fn choose(&self, on: &Value, arms: &[ArmSource]) -> Option<usize> {
        let Value::Node(id) = on else { return None };
        for (at, arm) in arms.iter().enumerate() {
            if decide(&arm.test, self.w.graph.kind(*id))? {
                return Some(at);
            }
        }
        None
    }

    fn branch(&mut self, on: Value, arms: &[ArmSource], hint: Option<&Type>) -> Value {
        if let Some(chosen) = self.choose(&on, arms) {
            let depth = self.vars.len();
            let value = self.arm_value(&arms[chosen], hint);
            self.vars.truncate(depth);
            return value;
        }
        let on = self.node(on);
        let depth = self.vars.len();
        let before: Vec<Id> = self.vars.iter().map(|variable| variable.id).collect();
        // First every arm is built with its value and all variables as results; then only what changed is kept.
        let mut built: Vec<Arm> = arms
            .iter()
            .map(|arm| {
                self.arm(arm, |builder| {
                    let value = builder.arm_value(arm, hint);
                    let value = builder.node(value);
                    let vars = builder.vars[..depth].iter().map(|variable| variable.id);
                    std::iter::once(value).chain(vars).collect()
                })
            })
            .collect();
        let results: Vec<Vec<Id>> = built
            .iter()
            .filter(|arm| arm.diverges.is_none())
            .map(|arm| self.w.graph.region(arm.region).results.clone())
            .collect();
        let changed: Vec<usize> =
            (0..depth).filter(|&var| results.iter().any(|results| results[var + 1] != before[var])).collect();
        let has_value = results.first().is_some_and(|results| *self.ty(results[0]) != Type::Tuple(Vec::new()));
        for arm in &mut built {
            let results = &mut self.w.graph.region_mut(arm.region).results;
            let all = std::mem::take(results);
            if arm.diverges.is_none() {
                results.extend(has_value.then(|| all[0]));
                results.extend(changed.iter().map(|&var| all[var + 1]));
            }
        }
        let branch = self.branch_node(on, built);
        let first = usize::from(has_value);
        for (at, &var) in changed.iter().enumerate() {
            let id = self.slot(branch, first + at);
            let name = self.vars[var].name.clone();
            self.w.name(id, &name);
            self.vars[var].id = id;
        }
        if has_value { Value::Node(self.slot(branch, 0)) } else { self.unit() }
    }

    /// A result of a branch, which is active only if some arm's is.
    fn slot(&mut self, branch: Id, slot: usize) -> Id {
        let id = self.w.get(branch, &[Step::At(slot)]);
        let active = self.w.graph.regions_of(branch).into_iter().any(|region| {
            let result = self.w.graph.region(region).results.get(slot);
            result.is_some_and(|&result| self.w.graph.node(result).active)
        });
        self.w.graph.node_mut(id).active = active;
        id
    }

    fn arm_value(&mut self, arm: &ArmSource, hint: Option<&Type>) -> Value {
        if let Some((name, id)) = arm.bind {
            self.vars.push(Variable::new(name, id, false));
        }
        match arm.body {
            Body::Block(block) => self.block(block, hint),
            Body::Expr(expr) => self.expr(expr, hint),
            Body::Bool(value) => Value::Node(self.w.push(Kind::Bool(value), Type::Other)),
            Body::Empty | Body::Jump(_) => self.unit(),
        }
    }

    /// Builds one arm in a region of its own and takes its assignments back.
    fn arm(&mut self, arm: &ArmSource, build: impl FnOnce(&mut Self) -> Vec<Id>) -> Arm {
        let region = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, region);
        let vars = self.vars.clone();
        let diverges = arm.body.diverges().map(|tokens| self.capture(tokens));
        if diverges.is_none() {
            self.w.graph.region_mut(region).results = build(self);
        }
        // A `panic!` shows values of the user's; outer ones are still in scope where it is emitted.
        let diverges = diverges.map(|template| {
            self.w.push(Kind::Observe(template), Type::Tuple(Vec::new()));
            quote!(::core::unreachable!())
        });
        self.vars = vars;
        self.w.at = outer;
        Arm { pattern: arm.pattern.clone(), test: arm.test.clone(), region, diverges }
    }

    /// A branch whose type and activity are those of its arms together.
    fn branch_node(&mut self, on: Id, arms: Vec<Arm>) -> Id {
        let yielding: Vec<_> = arms.iter().filter(|arm| arm.diverges.is_none()).map(|arm| arm.region).collect();
        let count = yielding.first().map_or(0, |&region| self.w.graph.region(region).results.len());
        let types = (0..count)
            .map(|at| {
                let types = yielding.iter().map(|&region| self.ty(self.w.graph.region(region).results[at]).clone());
                types.reduce(join).unwrap_or(Type::Other)
            })
            .collect();
        let active = yielding
            .iter()
            .flat_map(|&region| &self.w.graph.region(region).results)
            .any(|&result| self.w.graph.node(result).active);
        self.w.push_as(Kind::Branch { on, arms }, Type::Tuple(types), active)
    }
}

/// Whether a value that is known while compiling matches; `None` if only the program can tell.
fn decide(test: &PatternTest, value: &Kind) -> Option<bool> {
    match (test, value) {
        (PatternTest::Any, Kind::Int(..) | Kind::Bool(_)) => Some(true),
        (PatternTest::Int(wanted), Kind::Int(value, _)) => Some(wanted == value),
        (PatternTest::Bool(wanted), Kind::Bool(value)) => Some(wanted == value),
        (PatternTest::Range(start, end, inclusive), Kind::Int(value, _)) => {
            let above = start.is_none_or(|start| *value >= start);
            let below = end.is_none_or(|end| if *inclusive { *value <= end } else { *value < end });
            Some(above && below)
        }
        (PatternTest::Or(tests), value) => {
            let mut any = false;
            for test in tests {
                any |= decide(test, value)?;
            }
            Some(any)
        }
        _ => None,
    }
}
