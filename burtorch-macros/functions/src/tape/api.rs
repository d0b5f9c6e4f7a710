//! What users call of a recorded function: the same as of a compiled one.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::Function;
use super::arguments::Passing;

/// Code whose variables are its own: arguments may have the same names.
macro_rules! local {
    ($($tokens:tt)*) => {
        quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

impl Function<'_> {
    /// The type of a gradient.
    pub(super) fn gradient(&self) -> TokenStream {
        gathered(&self.active().map(super::Argument::owned).collect::<Vec<_>>())
    }

    /// The type of a direction, as the hidden function takes it.
    pub(super) fn lent_directions(&self) -> TokenStream {
        let types = self.active().map(|argument| {
            let ty = &argument.ty;
            local!(&#ty)
        });
        local!((#(#types,)*))
    }

    /// All functions; matrices of derivatives only if the function may run several times.
    pub(super) fn api(&self, runs_again: bool) -> TokenStream {
        let (result, gradient, krate) = (&self.result, self.gradient(), self.krate);
        let recorded = local!(#krate::__private::recorded);
        let is_number = result.to_string() == "f64";
        let none = local!(::core::option::Option::None);
        let name = &self.item.sig.ident;
        let mut functions = TokenStream::new();
        let params = self.params();
        if is_number {
            let run = self.run(&local!(#recorded::Wanted::Gradient), &none, &none);
            functions.extend(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument."),
                "value_and_grad",
                &params,
                &local!((#result, #gradient)),
                &self.each(&run, &local!(outcome.value_and_gradient())),
            ));
            functions.extend(self.function(
                &format!("The derivative of `{name}` with respect to each differentiated argument."),
                "grad",
                &params,
                &gradient,
                &self.each(&run, &local!(outcome.value_and_gradient().1)),
            ));
        }
        let (point, point_ty, this) = self.point();
        let (direction, direction_ty, lent) = self.directions();
        let along = local!(::core::option::Option::Some(#lent));
        let open = local!(let #point = point;);
        let open_both = local!(let #point = point; let #direction = direction;);
        let is_list = result.to_string().starts_with("Vec <");
        let (seed_ty, seed) = if is_list {
            let element: TokenStream = self
                .result
                .clone()
                .into_iter()
                .skip(2)
                .collect::<Vec<_>>()
                .split_last()
                .map(|(_, of)| of.iter().cloned().collect())
                .unwrap_or_default();
            (local!(&[#element]), local!(::core::option::Option::Some(&seed.to_vec())))
        } else {
            (result.clone(), local!(::core::option::Option::Some(&seed)))
        };
        let run = self.run(&local!(#recorded::Wanted::Gradient), &none, &seed);
        let block = self.each(&run, &local!(outcome.value_and_gradient()));
        functions.extend(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative: the vector–Jacobian product."),
            "vjp",
            &local!(#this point: #point_ty, seed: #seed_ty),
            &local!((#result, #gradient)),
            &local!(#open #block),
        ));
        let run = self.run(&local!(#recorded::Wanted::Tangent), &along, &none);
        let block = self.each(&run, &local!(outcome.value_and_tangent()));
        functions.extend(self.function(
            &format!("The value of `{name}`, and its derivative in a direction: the Jacobian–vector product."),
            "jvp",
            &local!(#this point: #point_ty, direction: #direction_ty),
            &local!((#result, #result)),
            &local!(#open_both #block),
        ));
        if is_number {
            let run = self.run(&local!(#recorded::Wanted::Both), &along, &none);
            let block = self.each(&run, &local!(outcome.all()));
            functions.extend(self.function(
                &format!(
                    "The value of `{name}`, its gradient, and the derivative of that in a direction, by one pass."
                ),
                "value_grad_hvp",
                &local!(#this point: #point_ty, direction: #direction_ty),
                &local!((#result, #gradient, #gradient)),
                &local!(#open_both #block),
            ));
            let block = self.each(&run, &local!(outcome.all().2));
            functions.extend(self.function(
                &format!("The derivative of the gradient of `{name}` in a direction: the Hessian–vector product."),
                "hvp",
                &local!(#this point: #point_ty, direction: #direction_ty),
                &gradient,
                &local!(#open_both #block),
            ));
        }
        if runs_again {
            functions.extend(if is_number { self.hessian(&recorded) } else { self.jacobian(&recorded) });
        }
        functions
    }

    /// `x: f64, y: &[f64],`, without a receiver.
    pub(super) fn params(&self) -> TokenStream {
        let params = self.arguments.iter().filter(|argument| !argument.is_receiver).map(|argument| {
            let (name, written) = (&argument.name, &argument.written);
            local!(#name: #written)
        });
        local!(#(#params,)*)
    }

    /// The receiver, as it was written.
    fn receiver(&self) -> Option<TokenStream> {
        let this = self.arguments.iter().find(|argument| argument.is_receiver)?;
        Some(match this.passing {
            Passing::Value => quote!(self,),
            Passing::Shared => quote!(&self,),
            Passing::Unique => quote!(&mut self,),
        })
    }

    /// All arguments as one, but for a receiver: names and types. The receiver is named by itself.
    fn point(&self) -> (TokenStream, TokenStream, TokenStream) {
        let others = self.arguments.iter().filter(|argument| !argument.is_receiver);
        let (names, types): (Vec<_>, Vec<_>) = others
            .map(|argument| {
                let name = &argument.name;
                (local!(#name), argument.written.clone())
            })
            .unzip();
        (gathered(&names), gathered(&types), TokenStream::new())
    }

    /// The direction as users give it: names, types, and how it is lent.
    fn directions(&self) -> (TokenStream, TokenStream, TokenStream) {
        let (mut names, mut types, mut lent) = (Vec::new(), Vec::new(), Vec::new());
        for (at, argument) in self.active().enumerate() {
            let name = format_ident!("__along_{at}");
            let (ty, lend) = argument.direction(&name);
            names.push(local!(#name));
            types.push(ty);
            lent.push(lend);
        }
        (gathered(&names), gathered(&types), local!((#(#lent,)*)))
    }

    /// A call of the hidden function.
    pub(super) fn run(&self, wanted: &TokenStream, direction: &TokenStream, seed: &TokenStream) -> TokenStream {
        let hidden = &self.hidden;
        let args = self.arguments.iter().map(super::Argument::handed);
        let names = self.item.sig.generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Const(param) => Some(&param.ident),
            _ => None,
        });
        let names: Vec<_> = names.collect();
        let turbofish = (!names.is_empty()).then(|| local!(::<#(#names),*>));
        local!(Self::#hidden #turbofish (#(#args,)* #wanted, #direction, #seed))
    }

    /// What is made of an outcome, if there is one.
    fn each(&self, run: &TokenStream, made: &TokenStream) -> TokenStream {
        match self.around {
            None => local!(let outcome = #run; #made),
            Some(_) => local!((#run).map(|outcome| #made)),
        }
    }

    pub(super) fn function(
        &self,
        doc: &str,
        kind: &str,
        params: &TokenStream,
        result: &TokenStream,
        block: &TokenStream,
    ) -> TokenStream {
        let (generics, _, bounds) = self.item.sig.generics.split_for_impl();
        let (vis, receiver, doc) = (&self.item.vis, self.receiver(), format!(" {doc}"));
        let name = if self.is_method {
            format_ident!("{}_{kind}", self.item.sig.ident.unraw())
        } else {
            format_ident!("{kind}")
        };
        let result = self.around(result.clone());
        let deprecated =
            self.item.attrs.iter().find(|attribute| self.is_method && attribute.path().is_ident("deprecated"));
        let allowed = self.is_method.then(crate::emit::allowed);
        local! {
            #[doc = #doc]
            #deprecated
            #[must_use]
            #allowed
            #vis fn #name #generics (#receiver #params) -> #result #bounds { #block }
        }
    }
}

/// One value bare, several as a tuple.
fn gathered(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [part] => part.clone(),
        parts => local!((#(#parts),*)),
    }
}
