//! Branches.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::jumps::Leave;
use super::opened::Bound;
use super::{Builder, Value, Variable, join};
use crate::ast::{ArmPattern, Block, Expr, ExprKind, PatternTest, Stmt, Type};
use crate::each::Each;
use crate::graph::{Arm, Id, Kind, Step};
use crate::parse::MATCHED;

/// One arm, before it is built.
pub(super) struct ArmSource<'e> {
    pub pattern: TokenStream,
    pub test: PatternTest,
    pub bind: Bound<'e>,
    pub body: Body<'e>,
}

#[derive(Clone, Copy)]
pub(super) enum Body<'e> {
    Block(&'e Block),
    Expr(&'e Expr),
    Bool(bool),
    Empty,
    Jump(Leave),
    /// What the compiler itself writes there.
    Built(&'e BuildArm<'e>),
}

/// Builds the body of an arm.
pub(super) type BuildArm<'a> = dyn Fn(&mut Builder) -> Value + 'a;

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
            Body::Bool(_) | Body::Empty | Body::Jump(_) | Body::Built(_) => None,
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

    /// `if` or `match` in the middle of things.
    pub(super) fn branch_expr(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match self.arms(expr) {
            Some((on, arms)) => self.branch(on, &arms, hint),
            None => self.poison(),
        }
    }

    /// `a && b` where `b` must not be looked at in vain: `if a { b } else { false }`.
    pub(super) fn short_circuit(&mut self, a: Value, decided: bool, right: &Expr) -> Value {
        let arm = |test: bool, body| ArmSource {
            pattern: quote!(#test),
            test: PatternTest::Bool(test),
            bind: Bound::Nothing,
            body,
        };
        let arms = [arm(!decided, Body::Expr(right)), arm(decided, Body::Bool(decided))];
        self.branch(a, &arms, None)
    }

    /// What an `if` or `match` decides on, and its arms.
    pub(super) fn arms<'e>(&mut self, expr: &'e Expr) -> Option<(Value, Vec<ArmSource<'e>>)> {
        match &expr.kind {
            ExprKind::If { cond, then, other } => {
                let on = self.expr(cond, None);
                if self.is_poison(&on) {
                    return None;
                }
                let arm = |test: bool, body| ArmSource {
                    pattern: quote!(#test),
                    test: PatternTest::Bool(test),
                    bind: Bound::Nothing,
                    body,
                };
                let other = other.as_deref().map_or(Body::Empty, Body::Expr);
                Some((on, vec![arm(true, Body::Block(then)), arm(false, other)]))
            }
            ExprKind::Match { on, arms, chain } => {
                let span = on.span;
                let is_reference = matches!(on.kind, ExprKind::Reference(_));
                let on = self.expr(on, None);
                if self.is_poison(&on) {
                    return None;
                }
                if let Value::Maybe(maybe) = &on {
                    return self.two_arms(maybe.is_some.clone(), &maybe.value, None, arms);
                }
                if let Value::Node(id) = on
                    && self.ty(id).payload().is_some()
                {
                    return self.choice_arms(id, arms);
                }
                let is_array = matches!(on, Value::Node(id) if matches!(self.ty(id), Type::Array(..)));
                if self.is_active(&on) || self.is_float(&on) || is_array {
                    if let Some(chain) = chain.as_ref().filter(|chain| matches!(chain.kind, ExprKind::If { .. })) {
                        let (name, id) = (Ident::new(MATCHED, Span::mixed_site()), self.node(on));
                        self.vars.push(Variable::new(&name, id, false));
                        return self.arms(chain);
                    }
                    let message = if self.is_float(&on) {
                        "a float cannot be matched: compare it with `if`"
                    } else {
                        "this pattern cannot be differentiated: match on integers or booleans"
                    };
                    self.errors.report(span, message);
                    return None;
                }
                // Patterns are matched against the reference itself, so that what they bind are references.
                let on = match on {
                    Value::Node(id) if is_reference => Value::Code(self.hole_for(id).prefixed("&")),
                    on => on,
                };
                if arms.iter().any(|arm| matches!(arm.pattern, ArmPattern::Open(_))) {
                    return Some(self.open_arms(on, arms));
                }
                let on = self.node(on);
                let mut sources: Vec<ArmSource> = arms.each(|arm| {
                    let (pattern, test, bind) = match &arm.pattern {
                        ArmPattern::Fixed { tokens, test } => (tokens.clone(), test.clone(), Bound::Nothing),
                        // Whether the name binds or is a constant only rustc can tell.
                        ArmPattern::Bind(name) => (quote!(#name), PatternTest::Unknown, Bound::Name(name, on)),
                        ArmPattern::Open(_) => (quote!(_), PatternTest::Unknown, Bound::Nothing),
                    };
                    ArmSource { pattern, test, bind, body: Body::Expr(&arm.body) }
                });
                if arms.iter().all(|arm| arm.guard.is_none()) {
                    return Some((Value::Node(on), sources));
                }
                let scrutinee = self.hole_for(on);
                let chosen = self.chosen_arm(&scrutinee, arms);
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

    /// The arm that is taken, where that is known while compiling.
    pub(super) fn choose(&self, on: &Value, arms: &[ArmSource]) -> Option<usize> {
        let Value::Node(id) = on else { return None };
        for (at, arm) in arms.iter().enumerate() {
            if decide(&arm.test, self.w.graph.kind(*id))? {
                return Some(at);
            }
        }
        None
    }

    pub(super) fn branch(&mut self, on: Value, arms: &[ArmSource], hint: Option<&Type>) -> Value {
        self.branch_with(on, arms, &mut |builder, at| builder.arm_value(&arms[at], hint))
    }

    /// A branch whose arms yield what `value` says.
    pub(super) fn branch_with(
        &mut self,
        on: Value,
        arms: &[ArmSource],
        value: &mut dyn FnMut(&mut Builder, usize) -> Value,
    ) -> Value {
        if let Some(chosen) = self.choose(&on, arms) {
            let depth = self.vars.len();
            let value = value(self, chosen);
            self.vars.truncate(depth);
            return value;
        }
        let on = self.node(on);
        let depth = self.vars.len();
        let before: Vec<Id> = self.vars.each(|variable| variable.id);
        // First every arm is built with its value and all variables as results; then only what changed is kept.
        let mut built: Vec<Arm> = (0..arms.len()).each(|at| {
            self.arm(&arms[at], |builder| {
                let value = value(builder, at);
                let value = builder.node(value);
                let vars = builder.vars[..depth].iter().map(|variable| variable.id);
                std::iter::once(value).chain(vars).collect()
            })
        });
        self.settle_choices(&built);
        let results: Vec<Vec<Id>> = built
            .iter()
            .filter(|arm| arm.diverges.is_none())
            .map(|arm| self.w.graph.region(arm.region).results.clone())
            .collect();
        let changed: Vec<usize> = (0..depth).only(|&var| results.iter().any(|results| results[var + 1] != before[var]));
        let parts = self.mixed_parts(&results);
        let has_value = results.first().is_some_and(|results| *self.ty(results[0]) != Type::Tuple(Vec::new()));
        for arm in &mut built {
            let all = std::mem::take(&mut self.w.graph.region_mut(arm.region).results);
            if arm.diverges.is_none() {
                let mut kept: Vec<Id> = Vec::new();
                match parts {
                    Some(parts) => {
                        let outer = std::mem::replace(&mut self.w.at, arm.region);
                        kept.extend((0..parts).each(|at| self.w.get(all[0], &[Step::At(at)])));
                        self.w.at = outer;
                    }
                    None => kept.extend(has_value.then(|| all[0])),
                }
                kept.extend(changed.iter().map(|&var| all[var + 1]));
                self.w.graph.region_mut(arm.region).results = kept;
            }
        }
        let branch = self.branch_node(on, built);
        let first = parts.unwrap_or(usize::from(has_value));
        for (at, &var) in changed.iter().enumerate() {
            let id = self.slot(branch, first + at);
            let name = self.vars[var].name.clone();
            self.w.name(id, &name);
            self.vars[var].id = id;
        }
        if let Some(parts) = parts {
            return Value::Several((0..parts).each(|at| (Value::Node(self.slot(branch, at)), false)));
        }
        if has_value { Value::Node(self.slot(branch, 0)) } else { self.unit() }
    }

    /// How many parts the value of a branch has, if it is a tuple of numbers and other things: each is a result of its own.
    fn mixed_parts(&self, results: &[Vec<Id>]) -> Option<usize> {
        let mut mixed = false;
        let mut count = None;
        for results in results {
            let Type::Tuple(parts) = self.ty(results[0]) else { return None };
            mixed |= parts.contains(&Type::Other);
            if count.replace(parts.len()).is_some_and(|count| count != parts.len()) {
                return None;
            }
        }
        count.filter(|_| mixed && results.iter().any(|results| self.w.graph.node(results[0]).active))
    }

    /// A result of a branch, which is active only if some arm's is.
    pub(super) fn slot(&mut self, branch: Id, slot: usize) -> Id {
        let id = self.w.get(branch, &[Step::At(slot)]);
        let active = self.w.graph.regions_of(branch).into_iter().any(|region| {
            let result = self.w.graph.region(region).results.get(slot);
            result.is_some_and(|&result| self.w.graph.node(result).active)
        });
        self.w.graph.node_mut(id).active = active;
        id
    }

    fn arm_value(&mut self, arm: &ArmSource, hint: Option<&Type>) -> Value {
        self.bind_arm(&arm.bind);
        match arm.body {
            Body::Block(block) => self.block(block, hint),
            Body::Expr(expr) => self.expr(expr, hint),
            Body::Bool(value) => Value::Node(self.w.push(Kind::Bool(value), Type::Other)),
            Body::Built(build) => build(self),
            Body::Empty | Body::Jump(_) => self.unit(),
        }
    }

    /// Builds one arm in a region of its own and takes its assignments back.
    pub(super) fn arm(&mut self, arm: &ArmSource, build: impl FnOnce(&mut Self) -> Vec<Id>) -> Arm {
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
    pub(super) fn branch_node(&mut self, on: Id, arms: Vec<Arm>) -> Id {
        let yielding: Vec<_> = arms.iter().filter(|arm| arm.diverges.is_none()).map(|arm| arm.region).collect();
        let count = yielding.first().map_or(0, |&region| self.w.graph.region(region).results.len());
        let types = (0..count).each(|at| {
            let types = yielding.iter().map(|&region| self.ty(self.w.graph.region(region).results[at]).clone());
            types.reduce(join).unwrap_or(Type::Other)
        });
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
