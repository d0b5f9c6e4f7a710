//! Loops over iterators that may have no end, or whose items cost effects: they are asked for one item at a time.
//!
//! The items of other data that is not differentiated are collected before the loop, which is quicker. That would hang on an
//! endless iterator, and an iterator with effects would be asked too early and too often.

use quote::quote;

use super::control::Body;
use super::flow::calls_unknown;
use super::iterators::Iter;
use super::jumps::LoopScope;
use super::jumps::{Continuation, Leave};
use super::loops::Iteration;
use super::state::is_standard;
use super::{Builder, Value, Variable};
use crate::ast::{Arm, ArmPattern, Block, Expr, ExprKind, Member, Pattern, PatternTest, Refutable, Type, UnaryOp};
use crate::graph::{Id, Kind, Template};
use proc_macro2::{Ident, TokenStream, TokenTree};

impl Builder<'_> {
    /// Whether a loop over code asks for its items one at a time.
    pub(super) fn is_pulled(&self, pattern: &Pattern, iter: &Expr, body: &Block) -> bool {
        if !self.is_inactive(iter) || !self.may_not_end(iter) || refutable(pattern).is_none() {
            return false;
        }
        let mut effects = !body.jumps().is_empty();
        body.visit(&mut |expr| effects |= calls_unknown(expr));
        effects
    }

    /// Whether code is an iterator that may have no end, or effects: nothing is known of what a call yields.
    pub(super) fn may_not_end(&self, iter: &Expr) -> bool {
        match &iter.kind {
            ExprKind::Method { name, .. } if name == "cycle" => true,
            ExprKind::Method { name, .. } if name == "iter_mut" || name == "chunks_exact_mut" => false,
            ExprKind::Method { receiver, .. } => self.may_not_end(receiver) || calls_unknown(iter),
            ExprKind::Struct(_) => true,
            ExprKind::Call(_) => calls_unknown(iter),
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| {
                let variable = &self.vars[at];
                let may_not_end = match self.function.params.get(at) {
                    Some(param) => !is_collection(&param.tokens),
                    None => !self.is_known_node(variable.id),
                };
                may_not_end && self.ty(variable.id) == &Type::Other
            }),
            ExprKind::MutReference(place) | ExprKind::Unary(UnaryOp::Deref, place) => self.may_not_end(place),
            ExprKind::Field(base, _) => base.root().is_some_and(|root| {
                let param = self.lookup(root).and_then(|at| self.function.params.get(at));
                param.is_none_or(|param| !is_shared(&param.tokens)) && self.place_type(iter) == Type::Other
            }),
            ExprKind::Foreign { tokens, .. } => super::state::may_have_effects(tokens),
            _ => false,
        }
    }

    /// `while let Some(pattern) = iter.next() { body }`
    pub(super) fn pulled_loop(&mut self, label: Option<&Ident>, pattern: &Pattern, iter: &Expr, body: &Block) {
        let depth = self.vars.len();
        let source = self.expr(iter, None);
        if self.is_poison(&source) {
            return;
        }
        let source = self.template(source);
        let source = Template::call(&quote!(::core::iter::IntoIterator::into_iter), None, vec![source]);
        let source = Template { effects: true, fresh: true, ..source };
        let items = self.w.push(Kind::Opaque(source), Type::Other);
        self.vars.push(Variable { state: true, ..Variable::ours(" items", items) });
        let Some(item) = refutable(pattern) else { return };
        let arm =
            |pattern| Arm { pattern, guard: None, body: Expr { kind: ExprKind::Tuple(Vec::new()), span: iter.span } };
        let some = Refutable::Variant {
            path: quote!(::core::option::Option::Some),
            fields: vec![(Member::Index(0), item)],
            braces: false,
            rest: false,
            span: iter.span,
        };
        let arms = [arm(ArmPattern::Open(some)), arm(ArmPattern::Fixed { tokens: quote!(_), test: PatternTest::Any })];
        let scope = LoopScope { label: label.cloned(), depth: self.vars.len(), value: None, wanted: None };
        self.repeat(&Iteration::Endless, Some(scope), iter.span, &mut |builder, _| {
            Some(builder.pulled_body(depth, &arms, body))
        });
        self.vars.truncate(depth);
    }

    fn pulled_body(&mut self, items: usize, arms: &[Arm], body: &Block) -> Id {
        let place = self.state(items).lent();
        let next = Template::call(&quote!(::core::iter::Iterator::next), None, vec![place]);
        let next = Template { effects: true, fresh: true, ..next };
        let (on, mut sources) = self.open_arms(Value::Code(next), arms);
        let innermost = self.loops.len() - 1;
        sources[0].body = Body::Block(body);
        sources[1].body = Body::Jump(Leave::Break(innermost));
        let results = self.tail_branch(on, &sources, &Continuation::Iteration);
        self.take_variables(&results)
    }

    /// The items of an iterator that goes beside another one: no more of them are asked for than Rust asks for.
    pub(super) fn limited(&mut self, value: Value, most: &Iter, is_first: bool) -> Iter {
        let mut count = self.count(most);
        if is_first {
            // The one that comes first is asked before the other one has ended.
            let one = self.push_int(1, None);
            count = self.arithmetic("+", count, one, i128::checked_add);
        }
        let (source, count) = (self.template(value), self.template(count));
        let (effects, known) = (source.effects, source.known);
        let source = Template::call(&quote!(::core::iter::IntoIterator::into_iter), None, vec![source]);
        let source = Template::call(&quote!(::core::iter::Iterator::take), None, vec![source, count]);
        self.items(Value::Code(Template { effects, known, ..source }))
    }
}

/// Whether a type is `&T`.
fn is_shared(ty: &TokenStream) -> bool {
    let mut tokens = ty.clone().into_iter();
    let is_reference = matches!(tokens.next(), Some(TokenTree::Punct(sign)) if sign.as_char() == '&');
    is_reference && !tokens.take(3).any(|token| matches!(token, TokenTree::Ident(word) if word == "mut"))
}

/// Whether an argument of such a type has an end, and nobody sees how many of its items are asked for.
fn is_collection(ty: &TokenStream) -> bool {
    if is_shared(ty) {
        let is_hidden = |token| matches!(token, TokenTree::Ident(word) if word == "dyn" || word == "impl");
        return !ty.clone().into_iter().any(is_hidden);
    }
    let mut is_lifetime = false;
    let mut of_reference = |token: &TokenTree| match token {
        TokenTree::Punct(sign) => {
            is_lifetime = sign.as_char() == '\'';
            true
        }
        TokenTree::Ident(word) => std::mem::take(&mut is_lifetime) || word == "mut",
        _ => false,
    };
    match ty.clone().into_iter().find(|token| !of_reference(token)) {
        Some(TokenTree::Ident(word)) => is_standard(&TokenTree::from(word).into()),
        token => token.is_some(),
    }
}

/// A pattern that always matches, as a part of one that may fail; `None` if it cannot be such a part.
pub(super) fn refutable(pattern: &Pattern) -> Option<Refutable> {
    Some(match pattern {
        Pattern::Name { ident, mutable } => Refutable::Name { ident: ident.clone(), mutable: *mutable },
        Pattern::Deref(inner) => Refutable::Deref(Box::new(refutable(inner)?)),
        Pattern::Tuple(parts, _) => Refutable::Tuple(parts.iter().map(refutable).collect::<Option<_>>()?),
        Pattern::Struct { path, fields, span } => Refutable::Variant {
            path: path.clone(),
            fields: fields
                .iter()
                .map(|(member, part)| Some((member.clone(), refutable(part)?)))
                .collect::<Option<_>>()?,
            braces: true,
            rest: true,
            span: *span,
        },
        Pattern::Ignore => Refutable::Ignore,
        Pattern::Rest => Refutable::Rest,
    })
}
