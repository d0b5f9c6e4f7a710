//! How compiled functions call each other, and what stands in for derivatives that were left out.

use proc_macro2::{Literal, Span, TokenStream};
use quote::format_ident;

use super::api::Emitter;
use super::shape::{Context, for_each};
use crate::ast::{Function, Param, Type};

impl Emitter<'_> {
    /// How other compiled functions call this one.
    pub(super) fn calling_convention(&self) -> TokenStream {
        let (params, args, again, result, types) =
            (self.params(), self.args(), self.args_again(), self.result(), self.types());
        let adjoints = self.adjoints();
        let adjoint_types = places(self.function, |at, _| types[at].clone());
        let adjoint_values = places(self.function, |at, _| adjoints[at].clone());
        let tangent_types = self.context.tangent_types(self.function);
        let tangents: Vec<_> = self
            .function
            .params
            .iter()
            .enumerate()
            .filter(|(_, param)| param.active)
            .map(|(at, param)| self.context.read_tangent(at, &param.ty))
            .collect();
        let pair = code!((#result, (#(#adjoint_types,)*)));

        let reverse = self.body_call("reverse", &code!(#args seed));
        let vjp = self.hidden_function(
            "vjp",
            &code!(#params seed: #result),
            &pair,
            &code!(let (value, (#(#adjoints,)*)) = #reverse; (value, (#(#adjoint_values,)*))),
        );
        let forward = self.body_call("forward", &code!(#args (#(#tangents,)*)));
        let jvp = self.hidden_function(
            "jvp",
            &code!(#params tangents: (#(#tangent_types,)*)),
            &code!((#result, #result)),
            &forward,
        );
        // An adjoint is linear in the seed, so a tangent of the seed adds what the sweep makes of it.
        let second = self.body_call("second", &code!(#again seed, (#(#tangents,)*)));
        let along_seed = self.body_call("reverse", &code!(#args seed_tangent));
        let moving: Vec<_> =
            (0..adjoints.len()).map(|at| format_ident!("moving_{at}", span = Span::mixed_site())).collect();
        let moving_values = places(self.function, |at, _| {
            let name = &moving[at];
            code!(#name)
        });
        let sums = self.active.iter().zip(&moving).enumerate().map(|(at, (param, name))| {
            let at = Literal::usize_unsuffixed(at);
            for_each(&param.ty, &code!(#name), &code!(along_seed.#at), &|a, b| code!(#a = #a + #b;))
        });
        let message = format!("the second derivatives of `{}` are left out: add `second_order`", self.function.name);
        let block = if self.second {
            code! {
                let ((value, (#(#adjoints,)*)), (value_tangent, (#(mut #moving,)*))) = #second;
                let (_, along_seed) = #along_seed;
                #(#sums)*
                ((value, (#(#adjoint_values,)*)), (value_tangent, (#(#moving_values,)*)))
            }
        } else {
            // The tangents make this function generic, so this is evaluated only where it is used.
            code!(const { ::core::panic!(#message) })
        };
        let vjp_jvp = self.hidden_function(
            "vjp_jvp",
            &code!(#params seed: #result, tangents: (#(#tangent_types,)*), seed_tangent: #result),
            &code!((#pair, #pair)),
            &block,
        );
        code!(#vjp #jvp #vjp_jvp)
    }

    /// `hvp` and `hessian` of a function without second derivatives: calling them is an error that says so.
    pub(super) fn left_out(&self) -> TokenStream {
        let krate = &self.context.krate;
        let never = code!(impl #krate::__private::SecondOrder);
        let doc = "Left out: add `second_order` to `#[differentiable]`.";
        let params = self.function.params.iter().map(|_| code!(_: #never));
        let block = code!(::core::unreachable!());
        let hvp = self.function(doc, "hvp", &code!(_: #never, _: #never), &code!(()), &block);
        let hessian = self.function(doc, "hessian", &code!(#(#params),*), &code!(()), &block);
        code!(#hvp #hessian)
    }
}

/// One entry per argument: what `of_active` says, or that it is not differentiated.
pub(super) fn places(function: &Function, of_active: impl Fn(usize, &Param) -> TokenStream) -> Vec<TokenStream> {
    let krate = &function.krate;
    let mut next = 0;
    let place = |param: &Param| {
        if !param.active {
            return code!(#krate::__private::NotDifferentiated);
        }
        next += 1;
        of_active(next - 1, param)
    };
    function.params.iter().map(place).collect()
}

/// An argument, for a call after which it is needed again.
pub(super) fn again(Param { name, by_ref, active, .. }: &Param) -> TokenStream {
    if *by_ref || *active { code!(#name) } else { code!(::core::clone::Clone::clone(&#name)) }
}

impl Context {
    /// The types of the tangents of all arguments.
    pub(super) fn tangent_types(&self, function: &Function) -> Vec<TokenStream> {
        let krate = &self.krate;
        let tangent = |param: &Param| {
            let ty = self.ty(&param.ty);
            if param.active {
                code!(impl #krate::__private::Tangent<#ty>)
            } else {
                code!(impl #krate::__private::NoTangent)
            }
        };
        function.params.iter().map(tangent).collect()
    }

    /// The tangent of argument `at`, which is zero if the caller does not differentiate it.
    pub(super) fn read_tangent(&self, at: usize, ty: &Type) -> TokenStream {
        let (krate, at, zero, ty) = (&self.krate, Literal::usize_unsuffixed(at), self.zero(ty), self.ty(ty));
        code!(#krate::__private::Tangent::<#ty>::optional(tangents.#at).unwrap_or(#zero))
    }
}
