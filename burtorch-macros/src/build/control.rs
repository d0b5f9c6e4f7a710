//! Branches and early returns.
//!
//! A `return` ends the function, so what follows it belongs to the branches that do not return: the
//! rest of the block is built inside of those.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Builder, Value, Variable, join};
use crate::ast::{ArmPattern, Block, Expr, ExprKind, Pattern, PatternTest, Stmt, Type};
use crate::graph::{Arm, Id, Kind, Step};

/// What is still to be done when an expression has its value.
pub(super) enum Rest<'e> {
    /// The value is the function's.
    End,
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

/// One arm, before it is built.
struct ArmSource<'e> {
    pattern: TokenStream,
    test: PatternTest,
    bind: Option<&'e Ident>,
    body: Body<'e>,
}

#[derive(Clone, Copy)]
enum Body<'e> {
    Block(&'e Block),
    Expr(&'e Expr),
    Bool(bool),
    Empty,
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
            Body::Bool(_) | Body::Empty => None,
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

    /// A block whose value is the function's, or leads to it.
    pub(super) fn tail_block<'e>(&mut self, block: &'e Block, rest: &'e Rest<'e>) -> Id {
        self.tail(&block.stmts, block.value.as_deref(), rest)
    }

    fn tail<'e>(&mut self, stmts: &'e [Stmt], value: Option<&'e Expr>, rest: &'e Rest<'e>) -> Id {
        for (at, stmt) in stmts.iter().enumerate() {
            let (expr, bind) = match stmt {
                Stmt::Expr(expr) if expr.returns() => (expr, None),
                Stmt::Let { pattern, init: Some(init), span, .. } if init.returns() => (init, Some((pattern, *span))),
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

    fn tail_expr(&mut self, expr: &Expr, rest: &Rest) -> Id {
        if !expr.returns() {
            let hint = match rest {
                Rest::End => Some(self.function.result.clone()),
                Rest::Block { .. } => None,
            };
            let value = self.expr(expr, hint.as_ref());
            return self.resume(value, rest);
        }
        match &expr.kind {
            ExprKind::Return(Some(value)) if !value.returns() => {
                let value = self.expr(value, Some(&self.function.result));
                self.node(value)
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => match self.arms(expr) {
                Some((on, arms)) => self.tail_branch(on, &arms, rest),
                None => self.no_value(),
            },
            ExprKind::Block(block) => self.tail_block(block, rest),
            ExprKind::For { .. } => {
                self.errors.report(
                    expr.span,
                    "`return` inside a loop cannot be differentiated: keep the result in a variable and guard the rest of the body with `if`",
                );
                self.no_value()
            }
            _ => {
                self.errors
                    .report(expr.span, "`return` cannot be differentiated here: use it as a statement of its own");
                self.no_value()
            }
        }
    }

    fn no_value(&mut self) -> Id {
        let poison = self.poison();
        self.node(poison)
    }

    /// Goes on after an expression that did not return.
    fn resume(&mut self, value: Value, rest: &Rest) -> Id {
        self.resumed += 1;
        if self.resumed > MAX_PATHS {
            if self.resumed == MAX_PATHS + 1 {
                self.errors.report(
                    self.w.span,
                    "too many ways lead past the early returns of this function: keep the result in a variable, or split the function",
                );
            }
            return self.no_value();
        }
        match *rest {
            Rest::End => self.node(value),
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

    /// A branch in which some arm returns: every arm runs to the end of the function.
    fn tail_branch(&mut self, on: Value, arms: &[ArmSource], rest: &Rest) -> Id {
        if let Some(chosen) = self.choose(&on, arms) {
            return self.tail_arm(&on, &arms[chosen], rest);
        }
        let on = self.node(on);
        let built = arms
            .iter()
            .map(|arm| {
                self.arm(arm, |builder| {
                    let result = builder.tail_arm(&Value::Node(on), arm, rest);
                    vec![result]
                })
            })
            .collect();
        let branch = self.branch_node(on, built);
        self.w.get(branch, &[Step::At(0)])
    }

    fn tail_arm(&mut self, on: &Value, arm: &ArmSource, rest: &Rest) -> Id {
        if let (Some(name), Value::Node(id)) = (arm.bind, on) {
            self.vars.push(Variable::new(name, *id, false));
        }
        match arm.body {
            Body::Block(block) => self.tail_block(block, rest),
            Body::Expr(expr) => self.tail_expr(expr, rest),
            Body::Bool(_) | Body::Empty => {
                let unit = self.unit();
                self.resume(unit, rest)
            }
        }
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
                let arms = arms
                    .iter()
                    .map(|arm| {
                        let (pattern, test, bind) = match &arm.pattern {
                            ArmPattern::Fixed { tokens, test } => (tokens.clone(), test.clone(), None),
                            // Whether the name binds or is a constant only rustc can tell.
                            ArmPattern::Bind(name) => (quote!(#name), PatternTest::Unknown, Some(name)),
                        };
                        ArmSource { pattern, test, bind, body: Body::Expr(&arm.body) }
                    })
                    .collect();
                let on = Value::Node(self.node(on));
                Some((on, arms))
            }
            _ => None,
        }
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
            let value = self.arm_value(&on, &arms[chosen], hint);
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
                    let value = builder.arm_value(&Value::Node(on), arm, hint);
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

    fn arm_value(&mut self, on: &Value, arm: &ArmSource, hint: Option<&Type>) -> Value {
        if let (Some(name), Value::Node(id)) = (arm.bind, on) {
            self.vars.push(Variable::new(name, *id, false));
        }
        match arm.body {
            Body::Block(block) => self.block(block, hint),
            Body::Expr(expr) => self.expr(expr, hint),
            Body::Bool(value) => Value::Node(self.w.push(Kind::Bool(value), Type::Other)),
            Body::Empty => self.unit(),
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
