//! How other compiled functions call one over slices.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

use super::api::Emitter;
use super::bodies::element_of;
use super::pass::{Hidden, Pass};
use super::shape::{copied, for_each};
use crate::ast::Param;
use crate::each::Each;

impl Emitter<'_> {
    /// How other compiled functions call this one with slices.
    ///
    /// Beside what the functions of the same names without `_with` take and return, there is a scratch, and a place for
    /// each argument in which an array stands for every slice, to which its adjoint is added.
    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    pub(super) fn convention_with_scratch(&self) -> TokenStream {
        let (krate, effects) = (&self.context.krate, self.effects_param());
        let (params, args, again, result, seed_ty, scratch_ty) =
            (&self.params, &self.args, self.args_again(), &self.result, self.seed_type(), self.scratch_type());
        let (sum_types, tangent_types) = (self.sum_types(), self.lent_tangent_types());
        let summed = self.places_summed();
        let named = |prefix: &str| self.named(prefix);
        let (spare, sums) = (named("spare"), named("sum"));
        let (spare_tangents, directions) = (named("spare_tangent"), named("direction"));
        let (spare_moving, moving) = (named("spare_moving"), named("moving"));
        // As the bodies take them; what is handed on twice is borrowed.
        let handed = |names: &[Ident], again: bool| -> Vec<TokenStream> {
            let one = |((_, param), name): (&(usize, &Param), &Ident)| match (param.ty.is_slice(), again) {
                (false, _) => copied(&param.ty, &code!(*#name)),
                (true, true) => code!(&mut #name[..]),
                (true, false) => code!(#name),
            };
            summed.iter().zip(names).map(one).collect()
        };
        let tangents = self.tangents_opened(&directions);

        let returned: Vec<Ident> = (0..self.active.iter().filter(|param| !param.ty.is_slice()).count())
            .each(|at| format_ident!("returned_{at}", span = Span::mixed_site()));
        let returned_moving: Vec<Ident> =
            returned.each(|name| format_ident!("{name}_moving", span = Span::mixed_site()));
        let places = |names: &[Ident], types: bool| -> Vec<TokenStream> {
            let mut names = names.iter();
            let place = |param: &Param| {
                if !param.active || param.ty.is_slice() {
                    return code!(#krate::__private::NotDifferentiated);
                }
                let name = names.next().expect("it is returned");
                if param.mutable {
                    return code!(#krate::__private::NotDifferentiated);
                }
                if types { self.context.ty(&param.ty) } else { code!(#name) }
            };
            let all = self.function.params.each(place);
            let is_receiver = self.function.params.iter().any(Param::is_receiver);
            all.into_iter().skip(usize::from(is_receiver)).collect()
        };
        let (adjoint_types, adjoint_values) = (places(&returned, true), places(&returned, false));
        let moving_values = places(&returned_moving, false);
        let pair = code!((#result, (#(#adjoint_types,)*)));

        let (opened, closed) = (self.open("sums", &spare, &sums, false), self.close(&spare));
        // From the adjoint of what a `&mut` argument is at the end to that of what it was.
        let flow_back = |sums: &[Ident], returned: &[Ident]| -> TokenStream {
            let others = self.active.iter().filter(|param| !param.ty.is_slice()).zip(returned);
            let mutable = others.filter(|(param, _)| param.mutable);
            mutable
                .map(|(param, returned)| {
                    let (_, sum) = summed
                        .iter()
                        .zip(sums)
                        .find(|((_, summed), _)| summed.name == param.name)
                        .expect("it flows in");
                    code!(*#sum = #returned;)
                })
                .collect()
        };
        let back = flow_back(&sums, &returned);
        let handed_sums = handed(&sums, false);
        let call = self.body_pass(Pass::Reverse, &code!(#args seed, #(#handed_sums,)* scratch), &code!(effects));
        let vjp = self.hidden_function(
            Hidden::CalledWith(Pass::Reverse),
            &code!(#params seed: #seed_ty, sums: (#(#sum_types,)*), scratch: #scratch_ty, #effects),
            &pair,
            &code! {
                #opened
                let (value, (#(#returned,)*)) = #call;
                #back
                #closed
                (value, (#(#adjoint_values,)*))
            },
        );
        let (opened_tangents, closed_tangents) =
            (self.open("tangents", &spare_tangents, &directions, true), self.close(&spare_tangents));
        let jvp = self.jvp_with();
        // An adjoint is linear in the seed, so a tangent of the seed adds what the sweep makes of it.
        let (opened_moving, closed_moving) =
            (self.open("sum_tangents", &spare_moving, &moving, false), self.close(&spare_moving));
        let (sums_again, moving_again) = (handed(&sums, true), handed(&moving, true));
        let handed_moving = handed(&moving, false);
        let (start, first, then) = self.two_passes();
        let second = self.second_pass(
            &code!(#again seed, #(#sums_again,)* (#(#tangents,)*), #(#moving_again,)* scratch),
            true,
            &first,
        );
        let along_seed = self.body_pass(Pass::Reverse, &code!(#args seed_tangent, #(#handed_moving,)* scratch), &then);
        let along: Vec<Ident> = returned.each(|name| format_ident!("{name}_along", span = Span::mixed_site()));
        let others = self.active.iter().filter(|param| !param.ty.is_slice());
        let add = others.zip(returned_moving.iter().zip(&along)).map(|(param, (name, along))| {
            for_each(&param.ty, &code!(#name), &code!(#along), &|a, b| code!(#a = #a + #b;))
        });
        // Where the function changes its arguments, it cannot simply be run twice.
        let changes = self.function.params.iter().any(|param| param.mutable);
        let name = &self.function.name;
        let message = if changes {
            format!("there are no second derivatives through `{name}`, which changes its arguments: return the results")
        } else {
            format!("the second derivatives of `{name}` are left out: add `second_order`")
        };
        let block = if self.along && !changes {
            let (handed_sums, handed_moving) = (handed(&sums, false), handed(&moving, false));
            let both = self.body_pass(
                Pass::Along,
                &code!(#args seed, #(#handed_sums,)* (#(#tangents,)*), seed_tangent, #(#handed_moving,)* scratch),
                &code!(effects),
            );
            code! {
                #opened
                #opened_tangents
                #opened_moving
                let ((value, (#(#returned,)*)), (value_tangent, (#(#returned_moving,)*))) = #both;
                #closed
                #closed_tangents
                #closed_moving
                ((value, (#(#adjoint_values,)*)), (value_tangent, (#(#moving_values,)*)))
            }
        } else if self.second && !changes {
            code! {
                #opened
                #opened_tangents
                #opened_moving
                #start
                let ((value, (#(#returned,)*)), (value_tangent, (#(mut #returned_moving,)*))) = #second;
                let (_, (#(#along,)*)) = #along_seed;
                #(#add)*
                #closed
                #closed_tangents
                #closed_moving
                ((value, (#(#adjoint_values,)*)), (value_tangent, (#(#moving_values,)*)))
            }
        } else {
            code!(const { ::core::panic!(#message) })
        };
        let vjp_jvp = self.hidden_function(
            Hidden::CalledWith(Pass::Second),
            &code!(
                #params seed: #seed_ty, sums: (#(#sum_types,)*), tangents: (#(#tangent_types,)*),
                seed_tangent: #seed_ty, sum_tangents: (#(#sum_types,)*), scratch: #scratch_ty, #effects
            ),
            &code!((#pair, #pair)),
            &block,
        );
        code!(#vjp #jvp #vjp_jvp)
    }

    /// How other compiled functions call this one with slices for its derivative in a direction, or in several.
    pub(super) fn jvp_with(&self) -> TokenStream {
        let (params, args, result, moved) = (&self.params, &self.args, &self.result, self.result_tangent());
        let (tangent_types, scratch_ty) = (self.lent_tangent_types(), self.scratch_type());
        let (spare, directions) = (self.named("spare_tangent"), self.named("direction"));
        let (opened, closed) = (self.open("tangents", &spare, &directions, true), self.close(&spare));
        let tangents = self.tangents_opened(&directions);
        let (before, directions) = self.before_the_arguments(&tangents);
        let effects = self.effects_param();
        let call = self.body_pass(Pass::Forward, &code!(#args #directions, scratch), &code!(effects));
        self.hidden_function(
            Hidden::CalledWith(Pass::Forward),
            &code!(#params tangents: (#(#tangent_types,)*), scratch: #scratch_ty, #effects),
            &code!((#result, #moved)),
            &code! {
                #opened
                #before
                let both = #call;
                #closed
                both
            },
        )
    }

    /// What may be passed as the place where an adjoint is added, for each argument.
    fn sum_types(&self) -> Vec<TokenStream> {
        let krate = &self.context.krate;
        let sum = |param: &Param| {
            if self.flows_in(param) && param.ty.is_slice() {
                let element = self.element(&param.ty);
                return code!(impl #krate::__private::Sum<#element>);
            }
            if self.flows_in(param) {
                let ty = self.context.ty(&param.ty);
                return code!(impl #krate::__private::Spot<#ty>);
            }
            // What is returned is not added anywhere.
            if param.active { code!(impl ::core::marker::Sized) } else { code!(impl #krate::__private::NoTangent) }
        };
        self.function.params.iter().filter(|param| !param.is_receiver()).map(sum).collect()
    }

    /// What may be passed as a tangent, for each argument.
    fn lent_tangent_types(&self) -> Vec<TokenStream> {
        let krate = &self.context.krate;
        let tangent = |param: &Param| {
            let moving = self.context.moving(&param.ty);
            let (element, ty) = (self.element(&moving), self.context.ty(&moving));
            match (param.active, param.ty.is_slice()) {
                (true, true) if param.mutable => code!(impl #krate::__private::Sum<#element>),
                (true, false) if param.mutable => code!(impl #krate::__private::Spot<#ty>),
                (true, true) => code!(impl #krate::__private::SliceTangent<#element>),
                (true, false) => code!(impl #krate::__private::Tangent<#ty>),
                (false, _) => code!(impl #krate::__private::NoTangent),
            }
        };
        self.function.params.iter().filter(|param| !param.is_receiver()).map(tangent).collect()
    }

    /// The arguments whose adjoints flow in, with their positions.
    fn places_summed(&self) -> Vec<(usize, &Param)> {
        self.function.params.iter().enumerate().filter(|(_, param)| self.flows_in(param)).collect()
    }

    /// A name for each of these.
    fn named(&self, prefix: &str) -> Vec<Ident> {
        let count = self.places_summed().len();
        (0..count).each(|at| format_ident!("{prefix}_{at}", span = Span::mixed_site()))
    }

    /// A buffer for every slice: the caller's, or one whose contents nobody wants.
    fn open(&self, what: &str, spare: &[Ident], names: &[Ident], tangents: bool) -> TokenStream {
        let (krate, what) = (&self.context.krate, format_ident!("{what}", span = Span::mixed_site()));
        let opened = |((at, param), (spare, name)): ((usize, &Param), (&Ident, &Ident))| {
            let (at, argument) = (Literal::usize_unsuffixed(at), &param.name);
            let ty = self.context.moving(&param.ty);
            if !ty.is_slice() {
                let zero = self.context.zero_like(&ty, &code!(#argument));
                return code! {
                    let mut #spare = #zero;
                    let #name = #krate::__private::Spot::open(#what.#at, &mut #spare);
                };
            }
            let zeros = if ty.holds_slices() {
                let zeros = self.context.zero_like(&ty, &code!(#argument));
                code!(|spare| *spare = #zeros)
            } else {
                let zero = self.context.zero(&element_of(&ty));
                code!(|spare| spare.resize(#argument.len(), #zero))
            };
            let place = if tangents && !param.mutable {
                code!(#krate::__private::SliceTangent)
            } else {
                code!(#krate::__private::Sum)
            };
            code! {
                let mut #spare = #place::spare(&#what.#at, scratch);
                let #name = #place::open(#what.#at, &mut #spare, #zeros);
            }
        };
        self.places_summed().into_iter().zip(spare.iter().zip(names)).map(opened).collect()
    }

    /// Gives back what nobody wanted.
    fn close(&self, spare: &[Ident]) -> TokenStream {
        let summed = self.places_summed();
        let slices = summed.iter().zip(spare).filter(|((_, param), _)| param.ty.is_slice());
        slices.map(|(_, spare)| code!(scratch.recycle(#spare);)).collect()
    }

    /// The tangents of the active arguments: those that were opened, and the others as they come.
    fn tangents_opened(&self, directions: &[Ident]) -> Vec<TokenStream> {
        let mut next = directions.iter();
        let tangent = |(at, param): (usize, &Param)| {
            if self.flows_in(param) {
                let name = next.next().expect("it has a direction");
                return code!(#name);
            }
            self.context.read_tangent(at, param)
        };
        self.function.params.iter().enumerate().filter(|(_, param)| param.active).map(tangent).collect()
    }

    /// What a caller finds that passes an array where this function takes a slice: an error that says so.
    pub(super) fn convention_without_scratch(&self) -> TokenStream {
        let (krate, params, effects) = (&self.context.krate, &self.params, self.effects_param());
        let never = code!(impl #krate::__private::PassSlices);
        let functions = [
            (Pass::Reverse, code!(_: #never, #effects)),
            (Pass::Forward, code!(_: #never, #effects)),
            (Pass::Second, code!(_: #never, _: #never, _: #never, #effects)),
        ];
        functions
            .into_iter()
            .map(|(pass, extra)| {
                self.hidden_function(
                    Hidden::Called(pass),
                    &code!(#params #extra),
                    &code!(::core::convert::Infallible),
                    &code!(::core::unreachable!()),
                )
            })
            .collect()
    }
}
