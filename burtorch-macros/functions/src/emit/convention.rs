//! How compiled functions call each other, and what stands in for derivatives that were left out.

use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::format_ident;

use super::api::Emitter;
use super::pass::{Hidden, Pass};
use super::shape::{Context, for_each};
use crate::TokenList;
use crate::ast::{Function, IntType, Len, Param, Type};
use crate::each::Each;

/// The most tangents that are passed as one argument: the runtime implements `Tangents` for tuples up to this length.
const MOST_GATHERED: usize = 8;

impl Emitter<'_> {
    /// How other compiled functions call this one.
    pub(super) fn calling_convention(&self) -> TokenStream {
        let (params, args, again, result, types) =
            (&self.params, &self.args, self.args_again(), &self.result, self.types());
        let (adjoints, effects) = (self.adjoints(), self.effects_param());
        let adjoint_types = places(self.function, |at, _| types[at].clone());
        let adjoint_values = places(self.function, |at, _| adjoints[at].clone());
        let tangent_types = self.context.tangent_types(self.function);
        let tangents = self.tangents_read();
        let pair = code!((#result, (#(#adjoint_types,)*)));

        let vjp = (!self.reverse_is_vjp()).then(|| {
            let mut reverse = self.plain_call(Pass::Reverse, &code!(#args seed));
            if adjoint_values.len() != self.active.len() || self.active.len() < self.function.params.len() {
                reverse = code!(let (value, (#(#adjoints,)*)) = #reverse; (value, (#(#adjoint_values,)*)));
            }
            self.hidden_function(
                Hidden::Called(Pass::Reverse),
                &code!(#params seed: #result, #effects),
                &pair,
                &reverse,
            )
        });
        let jvp = self.jvp_convention_of(&tangent_types, &tangents);
        // An adjoint is linear in the seed, so a tangent of the seed adds what the sweep makes of it.
        let (start, first, then) = self.two_passes();
        let (tangents_param, directions) = (self.tangents_param(&tangent_types), self.tangents_of(&tangents));
        let second = self.plain_pass(Pass::Second, &code!(#again seed, #directions), &first);
        let along_seed = self.plain_pass(Pass::Reverse, &code!(#args seed_tangent), &then);
        let sums = self.active.iter().enumerate().map(|(at, param)| {
            let at = Literal::usize_unsuffixed(at);
            if let Type::Array(element, Len::Literal(_) | Len::Constant(_)) = &param.ty
                && **element == Type::Float
            {
                let krate = &self.context.krate;
                return code!(#krate::__private::add_each(&mut moving.#at, &along_seed.#at););
            }
            for_each(&param.ty, &code!(moving.#at), &code!(along_seed.#at), &|a, b| code!(#a = #a + #b;))
        });
        let (all_adjoints, all_moving) = (self.placed(&code!(adjoints)), self.placed(&code!(moving)));
        let message = format!("the second derivatives of `{}` are left out: add `second_order`", self.function.name);
        let block = if self.along {
            let both = self.plain_pass(Pass::Along, &code!(#args seed, #directions, seed_tangent), &code!(effects));
            code! {
                let ((value, adjoints), (value_tangent, moving)) = #both;
                ((value, #all_adjoints), (value_tangent, #all_moving))
            }
        } else if self.second {
            code! {
                #start
                let ((value, adjoints), (value_tangent, mut moving)) = #second;
                let along_seed = #along_seed.1;
                #(#sums)*
                ((value, #all_adjoints), (value_tangent, #all_moving))
            }
        } else {
            // The tangents make this function generic, so this is evaluated only where it is used.
            code!(const { ::core::panic!(#message) })
        };
        let vjp_jvp = self.hidden_function(
            Hidden::Called(Pass::Second),
            &code!(#params seed: #result, #tangents_param, seed_tangent: #result, #effects),
            &code!((#pair, #pair)),
            &block,
        );
        let nested = self.derivatives_of_derivatives(&adjoint_types, &tangent_types, &tangents);
        code!(#vjp #jvp #vjp_jvp #nested)
    }

    /// How other compiled functions call this one for its derivative in a direction, or in several.
    pub(super) fn jvp_convention(&self) -> TokenStream {
        self.jvp_convention_of(&self.context.tangent_types(self.function), &self.tangents_read())
    }

    /// The calling convention of a derivative in a direction, for tangents whose types and values are given.
    fn jvp_convention_of(&self, tangent_types: &[TokenStream], tangents: &[TokenStream]) -> TokenStream {
        let (params, args, result, moved) = (&self.params, &self.args, &self.result, self.result_tangent());
        let (before, directions) = self.before_the_arguments(tangents);
        let (effects, tangents_param) = (self.effects_param(), self.tangents_param(tangent_types));
        let forward = self.plain_call(Pass::Forward, &code!(#args #directions));
        self.hidden_function(
            Hidden::Called(Pass::Forward),
            &code!(#params #tangents_param, #effects),
            &code!((#result, #moved)),
            &code!(#before #forward),
        )
    }

    /// Tangents as one argument, and a statement before the call: they may have the shapes of arguments that it takes.
    pub(super) fn before_the_arguments(&self, tangents: &[TokenStream]) -> (TokenStream, TokenStream) {
        if self.active.iter().any(|param| !param.by_ref && param.ty.has_slices()) {
            return (code!(let directions = (#(#tangents,)*);), code!(directions));
        }
        (TokenStream::new(), self.tangents_of(tangents))
    }

    /// Whether the tangents come as one argument of one generic type. rustc looks at the bounds of each generic type wherever a
    /// trait is used, so one is cheaper than one for each argument.
    fn gathers_tangents(&self) -> bool {
        let gathers = |param: &Param| param.active && !param.is_receiver() && !param.mutable && !param.ty.has_slices();
        self.function.params.len() <= MOST_GATHERED && self.function.params.iter().all(gathers)
    }

    fn tangents_param(&self, types: &[TokenStream]) -> TokenStream {
        if !self.gathers_tangents() {
            return code!(tangents: (#(#types,)*));
        }
        let krate = &self.context.krate;
        let types = self.active.each(|param| self.context.ty(&self.context.moving(&param.ty)));
        code!(tangents: impl #krate::__private::Tangents<(#(#types,)*)>)
    }

    /// The tangents of the active arguments, which are read one by one or all at once.
    fn tangents_of(&self, one_by_one: &[TokenStream]) -> TokenStream {
        if !self.gathers_tangents() {
            return code!((#(#one_by_one,)*));
        }
        let krate = &self.context.krate;
        let zeros = self.active.each(|param| {
            let name = &param.name;
            self.context.zero_like(&self.context.moving(&param.ty), &code!(#name))
        });
        code!(#krate::__private::Tangents::or(tangents, (#(#zeros,)*)))
    }

    /// How other compiled functions differentiate the gradient of this one, and its derivative in a direction.
    fn derivatives_of_derivatives(
        &self,
        place_types: &[TokenStream],
        tangent_types: &[TokenStream],
        tangents: &[TokenStream],
    ) -> TokenStream {
        if self.function.result != Type::Float {
            return TokenStream::new();
        }
        let gradient_value = self.gradient_value();
        let (params, args, types, only) = (&self.params, &self.args, self.types(), self.only());
        let (one, effects) = (self.context.constant(1.0), self.effects_param());
        let gradient_ty = Self::gathered(&types);
        if !self.second {
            let message = format!(
                "the gradient of `{}` cannot be differentiated here: there are no third derivatives, and second ones only where they are not left out (`second_order`)",
                self.function.name
            );
            // The effects make these functions generic, so this is evaluated only where they are used.
            let refused = code!(const { ::core::panic!(#message) });
            let of_vjp = self.hidden_function(
                Hidden::OfGradient(Pass::Reverse),
                &code!(#params seed: #gradient_ty, #effects),
                &code!((#gradient_ty, (#(#place_types,)*))),
                &refused,
            );
            let of_jvp = self.hidden_function(
                Hidden::OfGradient(Pass::Forward),
                &code!(#params tangents: (#(#tangent_types,)*), #effects),
                &code!((#gradient_ty, #gradient_ty)),
                &refused,
            );
            return code!(#gradient_value #of_vjp #of_jvp);
        }
        let moving_places = self.placed(&code!(moving.1));
        // The Hessian is symmetric: a direction goes in, or an adjoint, and the same product comes out.
        let seeds = if types.len() == 1 { code!((seed,)) } else { code!(seed) };
        let both = self.plain_call(Pass::Second, &code!(#args #one, #seeds));
        let grad_vjp = self.hidden_function(
            Hidden::OfGradient(Pass::Reverse),
            &code!(#params seed: #gradient_ty, #effects),
            &code!((#gradient_ty, (#(#place_types,)*))),
            &code!(let (at, moving) = #both; (at.1 #only, #moving_places)),
        );
        let (before, directions) = self.before_the_arguments(tangents);
        let tangents_param = self.tangents_param(tangent_types);
        let both = self.plain_call(Pass::Second, &code!(#args #one, #directions));
        let grad_jvp = self.hidden_function(
            Hidden::OfGradient(Pass::Forward),
            &code!(#params #tangents_param, #effects),
            &code!((#gradient_ty, #gradient_ty)),
            &code!(#before let (at, moving) = #both; (at.1 #only, moving.1 #only)),
        );

        let is_of_receiver = self.function.params.iter().any(Param::is_receiver);
        let nested = (self.function.nested && !is_of_receiver).then(|| self.nested_jvp());
        code!(#gradient_value #grad_vjp #grad_jvp #nested)
    }

    /// A tuple with one entry per active argument as one with an entry per argument.
    fn placed(&self, tuple: &TokenStream) -> TokenStream {
        if self.function.params.iter().all(|param| param.active && !param.is_receiver()) {
            return tuple.clone();
        }
        let places = places(self.function, |at, _| {
            let at = Literal::usize_unsuffixed(at);
            code!(#tuple.#at)
        });
        code!((#(#places,)*))
    }

    /// How other compiled functions call the gradient of this one.
    fn gradient_value(&self) -> TokenStream {
        let (params, args, effects) = (&self.params, &self.args, self.effects_param());
        let block = if self.effects {
            let (only, one) = (self.only(), self.context.constant(1.0));
            let reverse = self.plain_call(Pass::Reverse, &code!(#args #one));
            code!(#reverse.1 #only)
        } else {
            self.sibling("grad", args)
        };
        self.hidden_function(
            Hidden::OfGradient(Pass::Value),
            &code!(#params #effects),
            &Self::gathered(&self.types()),
            &block,
        )
    }

    /// How other compiled functions differentiate the derivative of this one in a direction.
    fn nested_jvp(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (params, args, types, adjoints) = (&self.params, &self.args, self.types(), self.adjoints());
        let (scalar, one, effects) = (&self.context.scalar.tokens, self.context.constant(1.0), self.effects_param());
        let moving = self.moving();
        let place_types = places(self.function, |at, _| types[at].clone());
        let moving_places = places(self.function, |at, _| moving[at].clone());
        let tangent_types = self.context.tangent_types(self.function);
        let tangents = self.tangents_read();
        // `jvp` with its arguments one by one: the point, then the direction.
        let directions = self.directions();
        let direction_params: Vec<_> =
            directions.names.iter().zip(&directions.types).map(|(name, ty)| code!(#name: #ty)).collect();
        let values = &directions.values;
        let forward = self.plain_call(Pass::Forward, &code!(#args (#(#values,)*)));
        let jvp_value = self.hidden_function(
            Hidden::OfJvp(Pass::Value),
            &code!(#params #(#direction_params,)* #effects),
            &code!((#scalar, #scalar)),
            &forward,
        );
        let both = self.plain_call(Pass::Second, &code!(#args #one, (#(#values,)*)));
        let scale =
            |ty: &Type, name: &TokenStream, by: &TokenStream| for_each(ty, name, name, &|a, _| code!(#a = #by * #a;));
        let combine = self.active.iter().zip(adjoints.iter().zip(&moving)).map(|(param, (g, hv))| {
            let scaled = for_each(&param.ty, hv, g, &|hv, g| code!(#hv = seed.0 * #g + seed.1 * #hv;));
            let direction = scale(&param.ty, g, &code!(seed.1));
            code!(#scaled #direction)
        });
        let jvp_vjp = self.hidden_function(
            Hidden::OfJvp(Pass::Reverse),
            &code!(#params #(#direction_params,)* seed: (#scalar, #scalar), #effects),
            &code!(((#scalar, #scalar), (#(#place_types,)* #(#types,)*))),
            &code! {
                let ((value, (#(mut #adjoints,)*)), (tangent, (#(mut #moving,)*))) = #both;
                #(#combine)*
                ((value, tangent), (#(#moving_places,)* #(#adjoints,)*))
            },
        );
        let direction_tangents: Vec<_> = self.active.each(|param| {
            let ty = self.context.ty(&param.ty);
            code!(impl #krate::__private::Tangent<#ty>)
        });
        let arity = self.function.params.len();
        let moved: Vec<_> =
            self.active.iter().enumerate().map(|(at, param)| self.context.read_tangent(arity + at, param)).collect();
        let moved_names: Vec<_> = (0..moved.len()).each(|at| format_ident!("moved_{at}", span = Span::mixed_site()));
        let point_names: Vec<_> = (0..moved.len()).each(|at| format_ident!("at_{at}", span = Span::mixed_site()));
        let products = self.active.iter().enumerate().map(|(at, param)| {
            let (g, hv, t, d) = (&adjoints[at], &moving[at], &point_names[at], &moved_names[at]);
            let first = for_each(&param.ty, g, &code!(#t), &|g, t| code!(along.0 = along.0 + #g * #t;));
            let second = for_each(&param.ty, hv, &code!(#t), &|hv, t| code!(along.1 = along.1 + #hv * #t;));
            let third = for_each(&param.ty, g, &code!(#d), &|g, d| code!(along.1 = along.1 + #g * #d;));
            code!(#first #second #third)
        });
        let zero = self.context.constant(0.0);
        let jvp_jvp = self.hidden_function(
            Hidden::OfJvp(Pass::Forward),
            &code!(#params #(#direction_params,)* tangents: (#(#tangent_types,)* #(#direction_tangents,)*), #effects),
            &code!(((#scalar, #scalar), (#scalar, #scalar))),
            &code! {
                let (#(#point_names,)*) = (#(#tangents,)*);
                let (#(#moved_names,)*) = (#(#moved,)*);
                let ((value, (#(#adjoints,)*)), (tangent, (#(#moving,)*))) = #both;
                let mut along = (#zero, #zero);
                #(#products)*
                ((value, tangent), along)
            },
        );
        code!(#jvp_value #jvp_vjp #jvp_jvp)
    }

    /// Names for the tangents of the adjoints.
    fn moving(&self) -> Vec<TokenStream> {
        (0..self.active.len()).each(|at| {
            let name = format_ident!("moving_{at}", span = Span::mixed_site());
            code!(#name)
        })
    }

    /// What other compiled functions call has no place for a receiver that is differentiated: to them it is constant. Here
    /// the places are opened for it.
    pub(super) fn opened_by_receiver(&self, name: Hidden, params: &TokenStream) -> Option<TokenStream> {
        let is_called = matches!(name, Hidden::Called(_) | Hidden::CalledWith(_) | Hidden::OfGradient(_));
        if !is_called || !self.function.params.iter().any(Param::is_receiver) {
            return None;
        }
        let krate = &self.context.krate;
        let places: Vec<_> = (0..self.function.params.len() - 1).each(Literal::usize_unsuffixed);
        let is_taken = |name: &str| {
            params.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == name))
        };
        let opened = ["tangents", "sums", "sum_tangents"].into_iter().filter(|name| is_taken(name)).map(|name| {
            let name = format_ident!("{name}", span = Span::mixed_site());
            code!(let #name = (#krate::__private::NotDifferentiated, #(#name.#places,)*);)
        });
        Some(opened.collect())
    }

    /// The tangents of the active arguments, out of those of all arguments.
    fn tangents_read(&self) -> Vec<TokenStream> {
        let all = self.function.params.iter().enumerate();
        all.filter(|(_, param)| param.active).map(|(at, param)| self.context.read_tangent(at, param)).collect()
    }
}

/// One entry per argument but the receiver: what `of_active` says, or that it is not differentiated.
pub(super) fn places(function: &Function, of_active: impl Fn(usize, &Param) -> TokenStream) -> Vec<TokenStream> {
    let krate = &function.krate;
    let mut next = 0;
    let mut place = |param: &Param| {
        if !param.active {
            return code!(#krate::__private::NotDifferentiated);
        }
        next += 1;
        of_active(next - 1, param)
    };
    let all = function.params.each(|param| (place(param), param.is_receiver()));
    all.into_iter().filter(|(_, is_receiver)| !is_receiver).map(|(place, _)| place).collect()
}

/// An argument, for a call after which it is needed again.
pub(super) fn again(krate: &TokenList, param: &Param) -> TokenStream {
    let Param { name, ty, by_ref, active, tokens, .. } = param;
    if *by_ref || *active && !ty.is_cloned() && !ty.is_slice() {
        return code!(#name);
    }
    let written = tokens.to_string();
    if *ty != Type::Other || IntType::named(&written).is_some() || written == "bool" {
        return code!(::core::clone::Clone::clone(&#name));
    }
    // Whether the rest is `Clone` is not known.
    code!({ use #krate::__private::{Cloned as _, NotCloned as _}; (&&#krate::__private::Argument(&#name)).again() })
}

impl Context {
    /// The types of the tangents of all arguments.
    pub(super) fn tangent_types(&self, function: &Function) -> Vec<TokenStream> {
        let krate = &self.krate;
        let tangent = |param: &Param| {
            let ty = self.ty(&self.moving(&param.ty));
            if param.active {
                code!(impl #krate::__private::Tangent<#ty>)
            } else {
                code!(impl #krate::__private::NoTangent)
            }
        };
        function.params.iter().filter(|param| !param.is_receiver()).map(tangent).collect()
    }

    /// The tangent of argument `at`, which is zero if the caller does not differentiate it.
    pub(super) fn read_tangent(&self, at: usize, param: &Param) -> TokenStream {
        let (moving, name) = (&self.moving(&param.ty), &param.name);
        let (krate, at, ty) = (&self.krate, Literal::usize_unsuffixed(at), self.ty(moving));
        let (tangent, zero) = (code!(#krate::__private::Tangent::<#ty>), self.zero_like(moving, &code!(#name)));
        if moving.has_slices() {
            code!(#tangent::optional(tangents.#at).unwrap_or_else(|| #zero))
        } else {
            code!(#tangent::or(tangents.#at, #zero))
        }
    }
}
