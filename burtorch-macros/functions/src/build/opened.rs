//! `match` on what is not differentiated, with patterns that take it apart.
//!
//! Which arm is taken is a number, which code of the user's finds out; the arms are those of a branch on it. A name that a
//! pattern binds is code as well: the same pattern, which is known to fit there.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use super::control::{ArmSource, Body};
use super::declared::referred;
use super::optional::Lazy;
use super::state::each_name;
use super::{Builder, Value, Variable};
use crate::ast::{Arm, ArmPattern, Member, Pattern, PatternTest, Refutable, Type};
use crate::graph::{Id, Kind, Number, Template};
use crate::parse::TRIED;
use crate::surroundings::variant_beside;

/// What an arm binds.
pub(super) enum Bound<'e> {
    Nothing,
    /// A name, and the value that it is bound to.
    Name(&'e Ident, Id),
    /// A pattern, and the code that it takes apart.
    Code(&'e Refutable, Template),
    /// A pattern that always fits, and the value that it takes apart.
    Part(&'e Refutable, Lazy),
    /// A name for that code as a whole.
    Whole(&'e Ident, Template),
}

impl Builder<'_> {
    pub(super) fn bind_arm(&mut self, bound: &Bound) {
        match bound {
            Bound::Nothing => {}
            Bound::Name(name, id) => self.vars.push(Variable::new(name, *id, false)),
            Bound::Whole(name, code) => {
                let pattern = Pattern::Name { ident: (*name).clone(), mutable: false };
                self.bind(&pattern, Value::Code(code.clone()), false, name.span());
            }
            Bound::Part(pattern, value) => {
                let value = self.present(value);
                let id = self.node(value);
                self.bind_part(pattern, id);
            }
            Bound::Code(pattern, code) => {
                let depth = self.vars.len();
                self.bind_parts_of_code(pattern, pattern, code);
                self.declare_parts(pattern, depth);
            }
        }
    }

    /// Notes the types of the names that the pattern of an enum has just bound, as the enum declares them.
    fn declare_parts(&mut self, pattern: &Refutable, depth: usize) {
        let pattern = match pattern {
            Refutable::Deref(inner) => inner,
            other => other,
        };
        let Refutable::Variant { path, fields, .. } = pattern else { return };
        let path: Vec<Ident> = path
            .clone()
            .into_iter()
            .filter_map(|token| match token {
                TokenTree::Ident(name) => Some(name),
                _ => None,
            })
            .collect();
        let [.., of, variant] = &path[..] else { return };
        let Some(declared) = variant_beside(&self.function.name, &of.to_string(), &variant.to_string()) else { return };
        for (member, part) in fields {
            let Refutable::Name { ident, .. } = part else { continue };
            let ty = declared.iter().enumerate().find(|(at, field)| match (&field.ident, member) {
                (Some(name), Member::Name(wanted)) => name == wanted,
                (None, Member::Index(wanted)) => at == wanted,
                _ => false,
            });
            let variable = self.vars[depth..].iter_mut().find(|variable| variable.name == *ident);
            if let (Some((_, field)), Some(variable)) = (ty, variable) {
                variable.declared = Some(Rc::new(referred(field.ty.clone())));
            }
        }
    }

    /// Binds the names in a part of a pattern.
    pub(super) fn bind_parts_of_code(&mut self, whole: &Refutable, part: &Refutable, code: &Template) {
        match part {
            Refutable::Name { ident, mutable } => {
                let (value, pattern) = (&code.tokens, whole.binding(&|name| name == ident));
                let tokens = quote! {
                    match #value {
                        #pattern => #ident,
                        #[allow(unreachable_patterns)]
                        _ => ::core::unreachable!(),
                    }
                };
                let taken = Template { tokens, number: Number::Unknown, fresh: false, ..code.clone() };
                let pattern = Pattern::Name { ident: ident.clone(), mutable: *mutable };
                self.bind(&pattern, Value::Code(taken), false, ident.span());
            }
            Refutable::Deref(inner) => self.bind_parts_of_code(whole, inner, code),
            Refutable::Tuple(parts) | Refutable::Slice(parts) => {
                for part in parts {
                    self.bind_parts_of_code(whole, part, code);
                }
            }
            Refutable::Variant { fields, .. } => {
                for (_, part) in fields {
                    self.bind_parts_of_code(whole, part, code);
                }
            }
            Refutable::Ignore | Refutable::Rest | Refutable::Test(_) => {}
        }
    }

    /// The arms of such a `match`, and the number that says which of them is taken.
    pub(super) fn open_arms<'e>(&mut self, on: Value, arms: &'e [Arm]) -> (Value, Vec<ArmSource<'e>>) {
        // `?` takes an `Option` or a `Result`.
        let tries = |arm: &Arm| matches!(&arm.pattern, ArmPattern::Open(Refutable::Variant { path, .. }) if path.to_string() == TRIED);
        let on = if arms.iter().any(tries) {
            let krate = &self.function.krate.clone();
            let code = self.template(on);
            let (effects, known) = (code.effects, code.known);
            let tried = Template::call(&quote!(#krate::__private::tried), None, vec![code]);
            Value::Code(Template { effects, known, ..tried })
        } else {
            on
        };
        // What only names a place is not moved out of it.
        let code = match on {
            Value::Code(code) if !code.effects => code,
            other => {
                let id = self.node(other);
                self.hole_for(id)
            }
        };
        let chosen = self.chosen_arm(&code, arms);
        let last = arms.len().saturating_sub(1);
        let sources = arms.iter().enumerate().map(|(at, arm)| {
            let number = Literal::usize_unsuffixed(at);
            let bind = match &arm.pattern {
                ArmPattern::Fixed { .. } => Bound::Nothing,
                ArmPattern::Bind(name) => Bound::Whole(name, code.clone()),
                ArmPattern::Open(pattern) => Bound::Code(pattern, code.clone()),
            };
            let pattern = if at == last { quote!(_) } else { quote!(#number) };
            ArmSource { pattern, test: PatternTest::Unknown, bind, body: Body::Expr(&arm.body) }
        });
        (Value::Node(chosen), sources.collect())
    }

    /// Which arm of a `match` is taken, as a number.
    pub(super) fn chosen_arm(&mut self, on: &Template, arms: &[Arm]) -> Id {
        let (value, mut holes, mut effects) = (&on.tokens, on.holes.clone(), on.effects);
        let mut tokens = TokenStream::new();
        for (at, arm) in arms.iter().enumerate() {
            let guarded = |name: &Ident| {
                let mut found = false;
                arm.guard.iter().for_each(|guard| each_name(guard, &mut |word| found |= word == name));
                found
            };
            let (pattern, bound) = match &arm.pattern {
                ArmPattern::Fixed { tokens, .. } => (tokens.clone(), Vec::new()),
                ArmPattern::Bind(name) => (quote!(#name), vec![name]),
                ArmPattern::Open(pattern) => (pattern.binding(&guarded), pattern.names()),
            };
            // The names of the pattern hide variables of those names.
            let guard = arm.guard.as_ref().map(|guard| {
                let mut hidden = Vec::new();
                for name in &bound {
                    while let Some(at) = self.lookup(name) {
                        hidden.push((at, std::mem::take(&mut self.vars[at].text)));
                    }
                }
                let template = self.capture(guard);
                for (at, text) in hidden {
                    self.vars[at].text = text;
                }
                holes.extend(template.holes);
                effects |= template.effects;
                let guard = template.tokens;
                quote!(if #guard)
            });
            let number = Literal::usize_suffixed(at);
            tokens.extend(quote!(#pattern #guard => #number,));
        }
        let tokens = quote!(match #value { #tokens });
        self.w.push(
            Kind::Opaque(Template { tokens, holes, effects, known: true, number: Number::Yes, ..Template::default() }),
            Type::Other,
        )
    }
}
