//! `#[differentiable(tape)]`: a function runs on numbers that record themselves.
//!
//! In: a function as it was written. Out: the same `grad`, `jvp` and others as the compiler makes, for whatever Rust the body is
//! made of. One hidden function holds all: in a block of its own, `f64` is the recorded number, and what the function uses of
//! its module stands there once more. rustc checks the twins, so a number that would lose its derivative has the wrong type.

mod api;
mod arguments;
mod convention;
mod conversion;
mod hidden;
mod operand;
mod rewrite;
mod twin;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use crate::definitions;
use crate::dump::dump;
use crate::emit::allowed;
use crate::error::Errors;
use crate::format::formatted;
use crate::parse;
use crate::surroundings::{Surroundings, surroundings};
use arguments::{Argument, arguments};
use twin::Module;

/// A function with its arguments, as they are differentiated.
struct Function<'a> {
    item: &'a syn::ItemFn,
    krate: &'a TokenStream,
    arguments: Vec<Argument>,
    /// What it returns, and `Option` or `Result` around that.
    result: TokenStream,
    around: Option<Around>,
    is_method: bool,
    /// The hidden function.
    hidden: Ident,
}

/// What stands around a result that need not be there.
enum Around {
    Option,
    Result(TokenStream),
}

impl Around {
    fn of(&self, ty: &TokenStream) -> TokenStream {
        match self {
            Around::Option => quote!(::core::option::Option<#ty>),
            Around::Result(error) => quote!(::core::result::Result<#ty, #error>),
        }
    }
}

impl Function<'_> {
    fn active(&self) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().filter(|argument| argument.active)
    }

    /// The type of the result, with what stands around it.
    fn around(&self, ty: TokenStream) -> TokenStream {
        match &self.around {
            Some(around) => around.of(&ty),
            None => ty,
        }
    }
}

/// `#[differentiable(tape)] fn …`
pub fn recorded(item: &syn::ItemFn, tokens: &TokenStream, options: &parse::Options, mut errors: Errors) -> TokenStream {
    let own = parse::without_marks(tokens, &item.sig);
    if let (Some(span), true) = (options.tape, options.of_the_compiler()) {
        errors.report(span, "`tape` records what runs: of the other options it takes `wrt`, `method` and `crate`");
    }
    let around = surroundings(&item.sig.ident);
    let is_method = options.method || around == Surroundings::Impl || item.sig.receiver().is_some();
    let module = Module::around(&item.sig.ident);
    let arguments = arguments(item, options, &module, &mut errors);
    if errors.count() == 0 && !arguments.iter().any(|argument| argument.active) {
        errors.report(item.sig.ident.span(), "nothing to differentiate: no argument is a float, or holds one");
    }
    let (result, around) = result(item, &mut errors);
    if let Err(errors) = errors.finish() {
        return quote!(#[allow(dead_code)] #own #errors);
    }
    let name = item.sig.ident.unraw();
    let hidden = if is_method { format_ident!("__{name}_recorded") } else { format_ident!("__recorded") };
    let function = Function { item, krate: &options.krate, arguments, result, around, is_method, hidden };
    let (body, pure) = function.hidden(&module);
    let (api, convention) = (function.api(), function.convention(pure));
    let (name, vis, allowed) = (&item.sig.ident, &item.vis, allowed());
    let krate = &options.krate;
    let told = (!is_method).then(|| definitions::tell_signature(&item.sig, &item.vis, krate));
    let title = format!(" The derivatives of [`{name}()`], by a record.");
    let generated = if is_method {
        quote!(#allowed #body #api)
    } else {
        quote! {
            #[doc = #title]
            #[allow(non_camel_case_types, dead_code)]
            #vis enum #name {}
            #[automatically_derived]
            #allowed
            impl #name { #body #api #convention }

            #[automatically_derived]
            #[allow(deprecated)]
            impl #krate::__private::Callee for #name { type Position = #krate::__private::Nowhere; }
            #told
        }
    };
    dump(&item.sig.ident, "code", || formatted(&generated));
    quote!(#[allow(dead_code)] #own #generated)
}

/// The type that is differentiated, and what stands around it.
fn result(item: &syn::ItemFn, errors: &mut Errors) -> (TokenStream, Option<Around>) {
    let syn::ReturnType::Type(_, ty) = &item.sig.output else {
        errors.report(item.sig.ident.span(), "nothing to differentiate: return what is computed");
        return (TokenStream::new(), None);
    };
    if let syn::Type::Reference(_) | syn::Type::ImplTrait(_) = &**ty {
        errors
            .push(syn::Error::new_spanned(ty, "`tape` is for functions that return values: return a copy, or a `Vec`"));
    }
    if let syn::Type::Path(path) = &**ty
        && let Some(last) = path.path.segments.last()
        && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
    {
        let mut types = arguments.args.iter().map(ToTokens::to_token_stream);
        match (last.ident.to_string().as_str(), types.next(), types.next()) {
            ("Option", Some(of), None) => return (of, Some(Around::Option)),
            ("Result", Some(of), Some(error)) => return (of, Some(Around::Result(error))),
            ("Result", Some(_), None) => {
                errors.push(syn::Error::new_spanned(ty, "write the type of the error: `Result<f64, Error>`"));
            }
            _ => {}
        }
    }
    (ty.to_token_stream(), None)
}
