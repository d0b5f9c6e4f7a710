//! `#[derivative(of = path)]`: the calling convention of a function, from partial derivatives by hand.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::shape::{Context, for_each};
use crate::ast::{Function, Param, Type};

/// What stands beside a rule: the companion type of the function that the rule is for.
///
/// The rule returns the partial derivatives of the function with respect to its float arguments. With
/// `second`, the rule has a `__jvp` itself, and second derivatives follow from it.
pub(crate) fn rule(
    rule: &Function,
    of: &syn::Path,
    vis: &syn::Visibility,
    generics: &syn::Generics,
    second: bool,
) -> TokenStream {
    let context = Context { scalar: rule.scalar.clone(), krate: rule.krate.clone() };
    let krate = &context.krate;
    let Some(name) = of.segments.last().map(|segment| &segment.ident) else { return TokenStream::new() };
    let (generic_params, _, bounds) = generics.split_for_impl();
    let scalar = &context.scalar.tokens;
    let rule_name = &rule.name;
    let params: Vec<_> = rule.params.iter().map(|Param { name, tokens, .. }| quote!(#name: #tokens)).collect();
    let args: Vec<_> = rule.params.iter().map(|param| &param.name).collect();
    let again: Vec<_> = rule
        .params
        .iter()
        .map(
            |Param { name, by_ref, active, .. }| {
                if *by_ref || *active { quote!(#name) } else { quote!(::core::clone::Clone::clone(&#name)) }
            },
        )
        .collect();
    let active: Vec<&Param> = rule.params.iter().filter(|param| param.active).collect();
    let partials: Vec<Ident> = (0..active.len()).map(|at| format_ident!("partial_{at}")).collect();
    let moving: Vec<Ident> = (0..active.len()).map(|at| format_ident!("moving_{at}")).collect();
    let tangents: Vec<Ident> = (0..active.len()).map(|at| format_ident!("tangent_{at}")).collect();
    let unpack = gathered(&partials);
    let unpack_moving = gathered(&moving);
    let not = quote!(#krate::__private::NotDifferentiated);
    let places = |of_active: &dyn Fn(usize, &Param) -> TokenStream| -> Vec<TokenStream> {
        let mut next = 0;
        rule.params
            .iter()
            .map(|param| {
                if param.active {
                    next += 1;
                    of_active(next - 1, param)
                } else {
                    not.clone()
                }
            })
            .collect()
    };
    let adjoint_types = places(&|_, param| context.ty(&param.ty));
    let adjoints = places(&|at, _| {
        let name = &partials[at];
        quote!(#name)
    });
    let adjoint_tangents = places(&|at, _| {
        let name = &moving[at];
        quote!(#name)
    });
    let tangent_types = places(&|_, param| {
        let ty = context.ty(&param.ty);
        quote!(impl #krate::__private::Tangent<#ty>)
    });
    let read_tangents =
        rule.params.iter().enumerate().filter(|(_, param)| param.active).zip(&tangents).map(|((at, param), name)| {
            let (at, ty, zero) = (Literal::usize_unsuffixed(at), context.ty(&param.ty), context.zero(&param.ty));
            quote!(let #name = #krate::__private::Tangent::<#ty>::optional(tangents.#at).unwrap_or(#zero);)
        });
    let read_tangents = quote!(#(#read_tangents)*);
    let scale =
        active.iter().zip(&partials).map(|(param, name)| each(&param.ty, name, name, &|a, _| quote!(#a = #a * seed;)));
    let scale = quote!(#(#scale)*);
    let dot = active.iter().zip(partials.iter().zip(&tangents)).map(|(param, (partial, tangent))| {
        each(&param.ty, partial, tangent, &|a, b| quote!(tangent = tangent + #a * #b;))
    });
    let zero = context.constant(0.0);
    let dot = quote!(let mut tangent = #zero; #(#dot)*);
    // (seed · partial)˙ = seed˙ · partial + seed · partial˙
    let scale_moving = active.iter().zip(partials.iter().zip(&moving)).map(|(param, (partial, moving))| {
        each(&param.ty, moving, partial, &|a, b| quote!(#a = seed_tangent * #b + seed * #a;))
    });
    let second = if second {
        let tangent_places = places(&|at, _| {
            let name = &tangents[at];
            quote!(#name)
        });
        let turbofish_free = quote!(#rule_name::__jvp(#(#again,)* (#(#tangent_places,)*)));
        quote! {
            #read_tangents
            let (#unpack, #unpack_moving) = #turbofish_free;
            #(let mut #partials = #partials;)*
            #(let mut #moving = #moving;)*
            #dot
            #(#scale_moving)*
            #scale
            ((#of(#(#args),*), (#(#adjoints,)*)), (tangent, (#(#adjoint_tangents,)*)))
        }
    } else {
        // The tangents make this function generic, and that is compiled only where it is used.
        let message = format!("`{name}` has no second derivative: its rule is `first_order`");
        quote!({ const { ::core::panic!(#message) } })
    };
    let (doc, allowed) = (format!(" The derivatives of `{name}`, by hand."), super::allowed());
    quote! {
        #[doc = #doc]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #[automatically_derived]
        #allowed
        impl #name {
            #[doc(hidden)]
            #[inline]
            #vis fn __vjp #generic_params (#(#params,)* seed: #scalar) -> (#scalar, (#(#adjoint_types,)*)) #bounds {
                let #unpack = #rule_name(#(#again),*);
                #(let mut #partials = #partials;)*
                #scale
                (#of(#(#args),*), (#(#adjoints,)*))
            }

            #[doc(hidden)]
            #[inline]
            #vis fn __jvp #generic_params (#(#params,)* tangents: (#(#tangent_types,)*)) -> (#scalar, #scalar) #bounds {
                #read_tangents
                let #unpack = #rule_name(#(#again),*);
                #dot
                (#of(#(#args),*), tangent)
            }

            #[doc(hidden)]
            #[inline]
            #vis fn __vjp_jvp #generic_params (
                #(#params,)* seed: #scalar, tangents: (#(#tangent_types,)*), seed_tangent: #scalar
            ) -> ((#scalar, (#(#adjoint_types,)*)), (#scalar, (#(#adjoint_types,)*))) #bounds {
                #second
            }
        }
    }
}

/// The signature that a rule must have: partial derivatives of the types of the float arguments.
pub(crate) fn expected_result(rule: &Function) -> Type {
    let active: Vec<Type> = rule.params.iter().filter(|param| param.active).map(|param| param.ty.clone()).collect();
    match <[Type; 1]>::try_from(active) {
        Ok([one]) => one,
        Err(many) => Type::Tuple(many),
    }
}

fn each(ty: &Type, a: &Ident, b: &Ident, each: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream) -> TokenStream {
    for_each(ty, &quote!(#a), &quote!(#b), each)
}

fn gathered(names: &[Ident]) -> TokenStream {
    match names {
        [name] => quote!(#name),
        names => quote!((#(#names),*)),
    }
}
