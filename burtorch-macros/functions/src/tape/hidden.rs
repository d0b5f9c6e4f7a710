//! The hidden function, which makes twins of the arguments, runs the twin of the function, and reads derivatives off the record.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::arguments::{Argument, Passing};
use super::convention::is_pure;
use super::rewrite::{Rewriter, each_word};
use super::twin::Module;
use super::{Around, Function};
use crate::parse;
use crate::surroundings::receiver_type;

impl Function<'_> {
    /// The function that runs the twin, and whether that has no effects.
    pub(super) fn hidden(&self, module: &Module) -> (TokenStream, bool) {
        let (item, krate) = (self.item, self.krate);
        let recorded = quote!(#krate::__private::recorded);
        let mut mentioned = item.to_token_stream();
        let this = self.is_method.then(|| receiver_type(&item.sig.ident)).flatten();
        mentioned.extend(this.to_token_stream());
        let reached = module.reach(&item.sig.ident, mentioned, self.is_method);
        let rewriter = Rewriter { enums: module.enums(&reached), ..module.rewriter(krate) };
        let (outside, inside) = module.twins(&reached, &rewriter);
        let mut signature = item.sig.to_token_stream();
        signature.extend(this.to_token_stream());
        let conversions = module.conversions(&reached, signature, &recorded);

        // A function that is no method stands among the twins; a method is one of them.
        let (own, path) = match &this {
            Some(this) => {
                let name = &item.sig.ident;
                (TokenStream::new(), quote!(<#this>::#name))
            }
            None => {
                let mut own = parse::without_marks(&item.to_token_stream(), &item.sig);
                own = rewriter.item(own);
                let name = &item.sig.ident;
                (own, quote!(#name))
            }
        };
        let (generics, _, bounds) = item.sig.generics.split_for_impl();
        let params = self.arguments.iter().map(Argument::hidden_param);
        let Steps { lift, call, write_back, flatten, gather } = self.steps(&recorded);
        let directions = self.arguments.iter().enumerate().filter(|(_, argument)| argument.active);
        let directions = directions.map(|(at, _)| format_ident!("__direction_{at}"));
        let (result, gradient, lent) = (&self.result, self.gradient(), self.lent_directions());
        let outcome = quote!(#recorded::Outcome<#result, #gradient>);
        let returned = self.around(outcome);
        let (opened, closed) = self.opened(&write_back);
        let pure = is_pure(quote!(#inside #own)) && !module.mentions_statics(&reached);
        let name = &self.hidden;
        // Rows that floats lack are methods where `Real` is imported, of this module or of all that this one imports.
        let mut root = String::new();
        each_word(krate.clone(), &mut |word| root = word.to_string());
        let real = module.imports(&root, "Real").then(|| quote!(use #recorded::RealOfARecord as _;));
        let hidden = quote! {
            #[doc(hidden)]
            #[allow(non_local_definitions, non_snake_case, non_camel_case_types, unused, private_interfaces, clippy::all, clippy::pedantic)]
            fn #name #generics (
                #(#params,)*
                __wanted: #recorded::Wanted,
                __direction: ::core::option::Option<#lent>,
                __seed: ::core::option::Option<&#result>,
            ) -> #returned #bounds {
                #outside
                {
                    #[allow(non_camel_case_types)]
                    type f64 = #recorded::RecordedNumber;
                    use #recorded::{AsItIs as _, Refused as _};
                    #real
                    struct __Marker;
                    #inside
                    #conversions
                    #own

                    let mut __directions = ::std::vec::Vec::new();
                    if let ::core::option::Option::Some((#(#directions,)*)) = __direction {
                        #flatten
                    }
                    let mut __run = #recorded::Run::new(__wanted, __directions);
                    #lift
                    let __result = #path(#(#call),*);
                    let __result = #opened;
                    let (__value, __tangent) = __run.result::<__Marker, _>(&__result);
                    #write_back
                    let __seeds = match __seed {
                        ::core::option::Option::Some(seed) => {
                            let mut numbers = ::std::vec::Vec::new();
                            #recorded::flat::<__Marker, _>(seed, &mut numbers);
                            numbers
                        }
                        ::core::option::Option::None => ::std::vec![1.0],
                    };
                    let __gather = |__numbers: ::std::vec::Vec<#recorded::Float>| {
                        let mut __numbers = __numbers.into_iter();
                        let mut __each = move |_| __numbers.next().unwrap_or(0.0);
                        (#(#gather),*)
                    };
                    let (__gradient, __product) = match __wanted {
                        #recorded::Wanted::Gradient => {
                            (::core::option::Option::Some(__gather(__run.adjoints(&__seeds))), ::core::option::Option::None)
                        }
                        #recorded::Wanted::Both => {
                            let (adjoints, tangents) = __run.adjoints_and_tangents(&__seeds);
                            (::core::option::Option::Some(__gather(adjoints)), ::core::option::Option::Some(__gather(tangents)))
                        }
                        _ => (::core::option::Option::None, ::core::option::Option::None),
                    };
                    let __outcome = #recorded::Outcome { value: __value, tangent: __tangent, gradient: __gradient, product: __product };
                    #closed
                }
            }
        };
        (hidden, pure)
    }

    /// What becomes of the arguments.
    fn steps(&self, recorded: &TokenStream) -> Steps {
        let (mut lift, mut call, mut write_back) = (TokenStream::new(), Vec::new(), TokenStream::new());
        let (mut flatten, mut gather) = (TokenStream::new(), Vec::new());
        for (at, argument) in self.arguments.iter().enumerate() {
            let (name, twin) = (argument.given(), format_ident!("__twin_{at}"));
            let active = argument.active;
            if !argument.recorded {
                call.push(quote!(#name));
                continue;
            }
            lift.extend(quote! {
                __run.differentiates(#active);
                #[allow(unused_mut)]
                let mut #twin = #recorded::Lift::<__Marker>::lift(&*#name, &mut __run);
            });
            call.push(match argument.passing {
                Passing::Value => quote!(#twin),
                Passing::Shared => quote!(&#twin),
                Passing::Unique => quote!(&mut #twin),
            });
            if argument.passing == Passing::Unique {
                let lowered = quote!(#recorded::lower::<__Marker, _>(&#twin, &mut __run));
                write_back.extend(if argument.element.is_some() {
                    quote!(#name.clone_from_slice(&#lowered);)
                } else {
                    quote!(*#name = #lowered;)
                });
            }
            if active {
                let direction = format_ident!("__direction_{at}");
                flatten.extend(quote!(#recorded::flat::<__Marker, _>(#direction, &mut __directions);));
                gather.push(quote!(#recorded::Lift::<__Marker>::map(&*#name, &mut __each)));
            }
        }
        Steps { lift, call, write_back, flatten, gather }
    }

    /// The result out of an `Option` or `Result`, and the outcome into one again.
    fn opened(&self, write_back: &TokenStream) -> (TokenStream, TokenStream) {
        match &self.around {
            None => (quote!(__result), quote!(__outcome)),
            Some(Around::Option) => (
                quote!(match __result {
                    ::core::option::Option::Some(value) => value,
                    ::core::option::Option::None => { #write_back return ::core::option::Option::None; }
                }),
                quote!(::core::option::Option::Some(__outcome)),
            ),
            Some(Around::Result(_)) => (
                quote!(match __result {
                    ::core::result::Result::Ok(value) => value,
                    ::core::result::Result::Err(__error) => { #write_back return ::core::result::Result::Err(__error); }
                }),
                quote!(::core::result::Result::Ok(__outcome)),
            ),
        }
    }
}

/// Statements about the arguments.
struct Steps {
    /// They become twins.
    lift: TokenStream,
    /// As they are passed.
    call: Vec<TokenStream>,
    /// What the function changed.
    write_back: TokenStream,
    /// Directions become a list.
    flatten: TokenStream,
    /// A list becomes adjoints.
    gather: Vec<TokenStream>,
}
