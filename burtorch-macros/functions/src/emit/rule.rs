//! `#[derivative(of = path)]`: the calling convention of a function, from partial derivatives by hand.

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;

use super::convention::{again, places};
use super::shape::{Code, Context, for_each, lanes};
use crate::ast::{Function, Param, Type};
use crate::each::Each;

/// What stands beside a rule: the companion type of the function that the rule is for.
///
/// The rule returns the partial derivatives of the function with respect to its float arguments. With
/// `second`, the rule has a `__jvp` itself, and second derivatives follow from it.
pub fn rule(
    rule: &Function,
    of: &syn::Path,
    vis: &syn::Visibility,
    generics: &syn::Generics,
    second: bool,
) -> TokenStream {
    let Some(name) = of.segments.last().map(|segment| &segment.ident) else { return TokenStream::new() };
    let rule = Rule::new(rule, of);
    let (vjp, jvp) = (rule.vjp(), rule.jvp());
    let in_lanes = rule.jvp_lanes(vis, generics);
    // The tangents make this function generic, and that is compiled only where it is used.
    let message = format!("`{name}` has no second derivative: its rule is `first_order`");
    let vjp_jvp = if second { rule.vjp_jvp() } else { code!(const { ::core::panic!(#message) }) };

    let Rule { context, params, adjoint_types, tangent_types, value, .. } = &rule;
    let krate = &context.krate;
    let (generics, _, bounds) = generics.split_for_impl();
    let scalar = &context.scalar.tokens;
    let pair = code!((#scalar, (#(#adjoint_types,)*)));
    let (doc, allowed) = (format!(" The derivatives of `{name}`, by hand."), super::allowed());
    code! {
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        impl #krate::__private::Callee for #name {
            type Position = #krate::__private::Nowhere;
        }

        #[automatically_derived]
        #allowed
        impl #name {
            #[doc(hidden)]
            #[inline]
            #vis fn __value #generics (#(#params,)* _: &mut impl #krate::__private::Effects) -> #scalar #bounds { #value }

            #[doc(hidden)]
            #[inline]
            #vis fn __vjp #generics (
                #(#params,)* seed: #scalar, _: &mut impl #krate::__private::Effects
            ) -> #pair #bounds { #vjp }

            #[doc(hidden)]
            #[inline]
            #vis fn __jvp #generics (
                #(#params,)* tangents: (#(#tangent_types,)*), _: &mut impl #krate::__private::Effects
            ) -> (#scalar, #scalar) #bounds { #jvp }

            #in_lanes

            #[doc(hidden)]
            #[inline]
            #vis fn __vjp_jvp #generics (
                #(#params,)* seed: #scalar, tangents: (#(#tangent_types,)*), seed_tangent: #scalar,
                _: &mut impl #krate::__private::Effects
            ) -> (#pair, #pair) #bounds { #vjp_jvp }
        }
    }
}

/// The result that a rule must have: partial derivatives of the types of the float arguments.
pub fn expected_result(rule: &Function) -> Type {
    let active: Vec<Type> = rule.params.iter().filter(|param| param.active).map(|param| param.ty.clone()).collect();
    match <[Type; 1]>::try_from(active) {
        Ok([one]) => one,
        Err(many) => Type::Tuple(many),
    }
}

/// The pieces that the functions are made of.
#[derive(Clone)]
struct Rule<'a> {
    context: Context,
    function: &'a Function,
    active: Vec<&'a Param>,
    params: Vec<TokenStream>,
    /// Variables for the partial derivatives, their tangents, and the tangents of the arguments.
    partials: Vec<Ident>,
    moving: Vec<Ident>,
    tangents: Vec<Ident>,
    /// One place per argument, active or not.
    adjoint_types: Vec<TokenStream>,
    tangent_types: Vec<TokenStream>,
    /// The function that the rule is for, called.
    value: TokenStream,
    /// The arguments, for a call after which they are needed again.
    again: Vec<TokenStream>,
}

impl<'a> Rule<'a> {
    fn new(rule: &'a Function, of: &syn::Path) -> Self {
        let (scalar, krate) = (rule.scalar.clone(), rule.krate.clone());
        let context = Context { scalar, krate, site: rule.site, lanes: false, code: Code::Plain };
        let active: Vec<&Param> = rule.params.only(|param| param.active);
        let named = |name: &str| (0..active.len()).each(|at| format_ident!("{name}_{at}", span = Span::mixed_site()));
        let args = rule.params.iter().map(|param| &param.name);
        Rule {
            params: rule.params.each(|Param { name, tokens, .. }| code!(#name: #tokens)),
            partials: named("partial"),
            moving: named("moving"),
            tangents: named("tangent"),
            adjoint_types: places(rule, |_, param| context.ty(&param.ty)),
            tangent_types: context.tangent_types(rule),
            value: code!(#of(#(#args),*)),
            again: rule.params.each(|param| again(&rule.krate, param)),
            active,
            function: rule,
            context,
        }
    }

    /// `let (mut partial_0, …) = rule(args…);`
    fn partials(&self) -> TokenStream {
        let (name, again, partials) = (&self.function.name, &self.again, &self.partials);
        let pattern = gathered(partials);
        code!(let #pattern = #name(#(#again),*); #(let mut #partials = #partials;)*)
    }

    /// `let tangent_0 = …;` for the active arguments.
    fn tangents(&self) -> TokenStream {
        let active = self.function.params.iter().enumerate().filter(|(_, param)| param.active);
        let lets = active.zip(&self.tangents).map(|((at, param), name)| {
            let tangent = self.context.read_tangent(at, param);
            code!(let #name = #tangent;)
        });
        code!(#(#lets)*)
    }

    /// Statements over every number of two of the variables, for each active argument.
    fn each(&self, a: &[Ident], b: &[Ident], each: impl Fn(&TokenStream, &TokenStream) -> TokenStream) -> TokenStream {
        let pairs = self.active.iter().zip(a.iter().zip(b));
        pairs.map(|(param, (a, b))| for_each(&param.ty, &code!(#a), &code!(#b), &each)).collect()
    }

    /// `tangent = Σ partial · tangent`
    fn dot(&self) -> TokenStream {
        let zero = self.context.zero(&self.context.moving(&Type::Float));
        let sum = self.each(&self.partials, &self.tangents, |a, b| code!(tangent = tangent + #b * #a;));
        code!(let mut tangent = #zero; #sum)
    }

    /// `partial = seed · partial`
    fn scale(&self) -> TokenStream {
        self.each(&self.partials, &self.partials, |a, _| code!(#a = #a * seed;))
    }

    fn adjoints(&self, names: &[Ident]) -> Vec<TokenStream> {
        places(self.function, |at, _| {
            let name = &names[at];
            code!(#name)
        })
    }

    fn vjp(&self) -> TokenStream {
        let (partials, scale, value) = (self.partials(), self.scale(), &self.value);
        let adjoints = self.adjoints(&self.partials);
        code!(#partials #scale (#value, (#(#adjoints,)*)))
    }

    fn jvp(&self) -> TokenStream {
        let (tangents, partials, dot, value) = (self.tangents(), self.partials(), self.dot(), &self.value);
        code!(#tangents #partials #dot (#value, tangent))
    }

    /// `__jvp` in several directions.
    fn jvp_lanes(&self, vis: &syn::Visibility, generics: &syn::Generics) -> TokenStream {
        let context = Context { lanes: true, ..self.context.clone() };
        let (krate, scalar, moved, tangent_types) =
            (&context.krate, &context.scalar.tokens, context.ty(&Type::Lanes), context.tangent_types(self.function));
        let rule = Rule { context: context.clone(), ..self.clone() };
        let (params, jvp) = (&rule.params, rule.jvp());
        let mut generics = generics.clone();
        let lanes = lanes();
        generics.params.push(syn::parse_quote!(const #lanes: usize));
        let (generics, _, bounds) = generics.split_for_impl();
        code! {
            #[doc(hidden)]
            #[inline]
            #vis fn __jvp_lanes #generics (
                #(#params,)* tangents: (#(#tangent_types,)*), _: &mut impl #krate::__private::Effects
            ) -> (#scalar, #moved) #bounds { #jvp }
        }
    }

    /// `(seed · partial)˙ = seed˙ · partial + seed · partial˙`
    fn vjp_jvp(&self) -> TokenStream {
        let (krate, name, again, value) = (&self.context.krate, &self.function.name, &self.again, &self.value);
        let (partials, moving) = (&self.partials, &self.moving);
        let (read, dot, scale) = (self.tangents(), self.dot(), self.scale());
        let (unpack, unpack_moving) = (gathered(partials), gathered(moving));
        let directions = self.adjoints(&self.tangents);
        let scale_moving = self.each(moving, partials, |a, b| code!(#a = seed_tangent * #b + seed * #a;));
        let (adjoints, adjoint_tangents) = (self.adjoints(partials), self.adjoints(moving));
        code! {
            #read
            let (#unpack, #unpack_moving) = #name::__jvp(#(#again,)* (#(#directions,)*), &mut #krate::__private::Direct::new());
            #(let mut #partials = #partials;)*
            #(let mut #moving = #moving;)*
            #dot
            #scale_moving
            #scale
            ((#value, (#(#adjoints,)*)), (tangent, (#(#adjoint_tangents,)*)))
        }
    }
}

fn gathered(names: &[Ident]) -> TokenStream {
    match names {
        [name] => code!(#name),
        names => code!((#(#names),*)),
    }
}
