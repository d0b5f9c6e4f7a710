//! What users call of a function that yields an `Option` or a `Result`: derivatives that do, too.

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::api::Emitter;
use super::pass::Pass;
use crate::ast::Type;

impl Emitter<'_> {
    /// `grad` and `value_and_grad`. The error of a `Result` is that of the function itself, which is called once more for it.
    pub(super) fn choice_api(&self) -> TokenStream {
        let Some(Type::Float) = self.function.result.payload() else { return TokenStream::new() };
        let Ok(syn::Type::Path(written)) = syn::parse2(self.signature.written.clone()) else {
            return TokenStream::new();
        };
        let (params, args, name, scalar) = (&self.params, &self.args, &self.function.name, &self.context.scalar.tokens);
        let (zero, one, half) = (self.context.constant(0.0), self.context.constant(1.0), self.context.constant(0.5));
        let (krate, gradient_ty) = (&self.context.krate, Self::gathered(&self.types()));
        let is_option = written.path.segments.last().is_some_and(|last| last.ident == "Option");
        let some = if is_option { code!(::core::option::Option::Some) } else { code!(::core::result::Result::Ok) };
        let none = if is_option {
            code!(::core::option::Option::None)
        } else {
            code! {
                match #name(#args) {
                    ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                    ::core::result::Result::Ok(_) => ::core::unreachable!(),
                }
            }
        };
        let yields = |ty: &TokenStream| {
            let mut path = written.path.clone();
            if let Some(syn::PathArguments::AngleBracketed(arguments)) =
                path.segments.last_mut().map(|last| &mut last.arguments)
                && let (Some(first), Ok(ty)) = (arguments.args.first_mut(), syn::parse2(ty.clone()))
            {
                *first = syn::GenericArgument::Type(ty);
            }
            path.into_token_stream()
        };
        let seed = code!(#krate::__private::Choice { tag: #zero, value: #one });
        let mut functions = TokenStream::new();
        let block = if self.dynamic {
            let (into, computed) = self.swept(&seed);
            functions.extend(into);
            computed
        } else {
            self.ungathered(&self.body_call(Pass::Reverse, &code!(#args #seed)))
        };
        let both = yields(&code!((#scalar, #gradient_ty)));
        functions.extend(self.function(
            &format!("The value of `{name}` and its derivative with respect to each differentiated argument, if there is a value."),
            "value_and_grad",
            &params,
            &both,
            &code! {
                let (value, gradient) = { #block };
                if value.tag > #half { #some((value.value, gradient)) } else { #none }
            },
        ));
        let call = self.sibling("value_and_grad", &args);
        functions.extend(self.function(
            &format!("The derivative of `{name}` with respect to each differentiated argument, if there is a value."),
            "grad",
            &params,
            &yields(&gradient_ty),
            &code!(#call.map(|(_, gradient)| gradient)),
        ));
        functions
    }
}
