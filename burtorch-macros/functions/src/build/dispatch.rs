//! Methods of traits: which implementation is meant, the program knows.
//!
//! Where all implementations stand in the module of the trait, a call is a branch with one arm for each of them, and what an
//! implementation computes is built in its arm. Which arm is taken says a hidden trait that all of them implement
//! ([`dispatch`](crate::dispatch)): it is a supertrait of one that has the attribute, and a bound of the generic functions
//! otherwise.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::control::{ArmSource, Body, BuildArm};
use super::opened::Bound;
use super::{Builder, Value};
use crate::ast::{CallExpr, Expr, FunctionKind, PatternTest};
use crate::dispatch::Dispatch;
use crate::graph::{Number, Template};
use crate::parse::{impl_header, signature_types, takes_exclusive_receiver};
use crate::surroundings::{SourceFunction, SourceTrait, functions_of, traits_with};

/// A receiver may be behind this many pointers: `&&Rc<Box<dyn Potential>>`.
const POINTERS: usize = 4;

impl Builder<'_> {
    /// A method of a trait, called with differentiated arguments on something that is not differentiated.
    pub(super) fn dispatched_method(
        &mut self,
        receiver: &Expr,
        this: &Value,
        name: &Ident,
        args: &[(Value, bool)],
    ) -> Option<Value> {
        let found = self.trait_with(name)?;
        // Beside it, types may have a method of that name themselves.
        let all = functions_of(&self.function.name, None, &name.to_string());
        let is_of_trait = |source: &SourceFunction| {
            let of = source.header.as_deref().and_then(impl_header).and_then(|(of, ..)| of);
            of.is_some_and(|of| of == found.name)
        };
        if !all.iter().all(is_of_trait) {
            return None;
        }
        let generic = self.argument_named(receiver).and_then(|param| self.generic_in(&param.tokens));
        // In a function that is built in the middle of this one, it may have another name.
        let generic = generic.or_else(|| {
            let Value::Node(id) = this else { return None };
            let at = self.w.graph.root().params.iter().position(|param| param == id)?;
            self.generic_in(&self.function.params.get(at)?.tokens)
        });
        let dispatch = self.dispatch_of(&found, generic.as_ref())?;
        let this = self.template(this.clone());
        let (effects, known) = (this.effects, this.known);
        if effects {
            return None;
        }
        let mut sources = implementations(&found, true)?;
        for (of, source) in found.implementors.iter().zip(&sources) {
            let ty = of.ty.parse().ok()?;
            self.prove_method(source, &ty, receiver, (name, args.len())).ok()?;
        }
        let which =
            Template { number: Number::Yes, known: true, ..self.asked_of(&this, &dispatch, (&dispatch.which(), name)) };
        let receivers: Vec<Value> = (0..sources.len())
            .map(|at| {
                let lent = Template { known, ..self.asked_of(&this, &dispatch, (&dispatch.cast(at), name)) };
                let by_ref =
                    sources[at].signature.split_once('(').is_some_and(|(_, rest)| rest.trim_start().starts_with('&'));
                Value::Code(if by_ref { lent } else { lent.prefixed("*") })
            })
            .collect();
        // Where there is one implementation alone, it is built twice: the branch asks rustc whether the receiver has it.
        if let [only] = &sources[..] {
            sources.push(only.clone());
        }
        let values = |at: usize| {
            std::iter::once((receivers[at.min(receivers.len() - 1)].clone(), false))
                .chain(args.iter().cloned())
                .collect()
        };
        Some(self.arms_of(&sources, which, &values, name))
    }

    /// What a hidden method says of the receiver. It is asked behind pointers of the standard library alone: a type that derefs to what
    /// has the trait may have a method of that name itself, which Rust would call.
    fn asked_of(&self, this: &Template, dispatch: &Dispatch, (method, name): (&Ident, &Ident)) -> Template {
        let (of, krate, span) = (dispatch.name(), &self.function.krate, name.span());
        let (of, method) = (Ident::new(&of.to_string(), span), Ident::new(&method.to_string(), span));
        let proof = quote!(#krate::__private::proof);
        let lent = Template::call(&quote!(#proof::Peel), None, vec![this.clone().prefixed("&")]);
        let (peel, peel_one) = (&lent.tokens, vec![quote!(__burtorch_peel); POINTERS]);
        let tokens = quote_spanned!(span=> { use #proof::IsNoPointer as _; #of::#method(#peel #(.#peel_one())*.0) });
        Template { tokens, ..lent }
    }

    /// `A::f(…)`, where `A` is a generic parameter.
    pub(super) fn dispatched_call(&mut self, call: &CallExpr, args: &[(Value, bool)]) -> Option<Value> {
        let generic = self.generic_in(&call.prefix)?;
        if !args.iter().any(|(arg, _)| self.is_active(arg)) {
            return None;
        }
        let found = self.trait_with(&call.last)?;
        let dispatch = self.dispatch_of(&found, Some(&generic))?;
        let sources = implementations(&found, false)?;
        let which = dispatch.which_type();
        let which = Template { number: Number::Yes, known: true, ..Template::verbatim(quote!(#generic::#which())) };
        Some(self.arms_of(&sources, which, &|_| args.to_vec(), &call.last))
    }

    /// The one trait of the module that has a method of this name.
    fn trait_with(&self, name: &Ident) -> Option<SourceTrait> {
        let mut found = traits_with(&self.function.name, &name.to_string());
        let found = if found.len() == 1 { found.pop()? } else { return None };
        (!found.implementors.is_empty()).then_some(found)
    }

    /// The hidden trait that says which implementation is meant. One that the trait itself does not have is a bound of a
    /// generic parameter, and stands beside the function.
    fn dispatch_of(&mut self, found: &SourceTrait, generic: Option<&Ident>) -> Option<Dispatch> {
        if found.marked {
            return Some(Dispatch::of_trait(found));
        }
        let generic = generic.filter(|_| self.function.kind == FunctionKind::Free)?;
        let dispatch = Dispatch::of_function(found, &self.function.name);
        let bound = (dispatch.clone(), generic.clone());
        if !self.dispatches.contains(&bound) {
            self.dispatches.push(bound);
        }
        Some(dispatch)
    }

    /// The generic parameter that a type or path is: `&P`, `P::`.
    fn generic_in(&self, tokens: &TokenStream) -> Option<Ident> {
        let mut names = tokens.clone().into_iter().filter_map(|token| match token {
            TokenTree::Ident(name) => Some(name),
            _ => None,
        });
        let (name, other) = (names.next()?, names.next());
        (other.is_none() && self.function.type_generics.contains(&name)).then_some(name)
    }

    fn arms_of(
        &mut self,
        sources: &[SourceFunction],
        which: Template,
        values: &dyn Fn(usize) -> Vec<(Value, bool)>,
        name: &Ident,
    ) -> Value {
        let build = |at: usize| {
            move |builder: &mut Builder| builder.build_helper(&sources[at], None, values(at), &TokenStream::new(), name)
        };
        let builds: Vec<_> = (0..sources.len()).map(build).collect();
        let arms: Vec<ArmSource> = builds
            .iter()
            .enumerate()
            .map(|(at, build)| {
                let (build, number): (&BuildArm, _) = (build, Literal::usize_unsuffixed(at));
                let pattern = if at + 1 == sources.len() { quote!(_) } else { quote!(#number) };
                ArmSource { pattern, test: PatternTest::Unknown, bind: Bound::Nothing, body: Body::Built(build) }
            })
            .collect();
        if let [only] = &builds[..] {
            return only(self);
        }
        if let Some((one, other)) = different_arrays(sources) {
            return self.report(
                name.span(),
                format_args!(
                    "the implementations of `{name}` yield arrays of different lengths, `{one}` and `{other}`, so which one is meant cannot be chosen here: give each type a function of its own"
                ),
            );
        }
        self.branch(Value::Code(which), &arms, None)
    }
}

/// Results of two implementations that cannot be those of one call.
fn different_arrays(sources: &[SourceFunction]) -> Option<(String, String)> {
    let arrays = sources.iter().filter_map(|source| match signature_types(&source.signature)?.1? {
        syn::Type::Array(array) => Some(quote!(#array).to_string()),
        _ => None,
    });
    let arrays: Vec<String> = arrays.collect();
    let other = arrays.iter().find(|other| **other != arrays[0])?;
    Some((arrays[0].clone(), other.clone()))
}

/// The methods of all implementations, if all of them can be read.
fn implementations(found: &SourceTrait, with_receiver: bool) -> Option<Vec<SourceFunction>> {
    let sources = found.implementors.iter().map(|of| {
        let source = of.method.clone()?;
        let (_, _, has_receiver) = signature_types(&source.signature)?;
        (has_receiver == with_receiver && !takes_exclusive_receiver(&source.signature)).then_some(source)
    });
    sources.collect()
}
