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
mod matrices;
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
use crate::surroundings::{Surroundings, note_callable, surroundings};
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
    /// Whether `tape` was asked for.
    is_meant: bool,
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
    let module = Module::around(&item.sig.ident);
    let function = match Function::new(item, options, &module, errors) {
        Ok(function) => function,
        Err(errors) => {
            let errors = errors.into_tokens();
            return quote!(#[allow(dead_code)] #own #errors);
        }
    };
    let told = (!function.is_method).then(|| definitions::tell_signature(&item.sig, &item.vis, &options.krate));
    let generated = function.derivatives(&module);
    quote!(#[allow(dead_code)] #own #generated #told)
}

/// The derivatives of a function that was to be compiled and is refused; these are the reasons, of which the first becomes a
/// warning. Nothing if recorded numbers would not do either, as far as can be seen, or if there are none without the standard library.
pub fn recorded_instead(item: &syn::ItemFn, options: &parse::Options, refused: &Errors) -> Option<TokenStream> {
    if !cfg!(feature = "std") {
        return None;
    }
    let module = Module::around(&item.sig.ident);
    let function = Function::new(item, options, &module, Errors::default()).ok()?;
    let types = function.arguments.iter().filter(|argument| argument.recorded).map(|argument| &argument.ty);
    let are_lifted = types.chain([&function.result]).all(|ty| module.can_be_lifted(ty.clone(), &item.sig.generics));
    if !are_lifted || !module.is_all_there_is(item, function.is_method) {
        return None;
    }
    let warning = warning(item, function.is_method, refused.first()?);
    let derivatives = function.derivatives(&module);
    Some(quote!(#derivatives #warning))
}

/// Code that rustc warns of, since it calls what is deprecated: the one way for a macro to warn of anything.
fn warning(item: &syn::ItemFn, is_method: bool, refused: &syn::Error) -> TokenStream {
    let function = item.sig.ident.unraw();
    let text = format!(
        "{refused}; so `{function}` records itself while it runs, which takes longer: `#[differentiable(tape)]` says that this is meant, `#[differentiable(compiled)]` that it is an error"
    );
    let call = Ident::new("runs_on_a_tape", refused.span());
    let lints = item.attrs.iter().filter(|attribute| attribute.path().is_ident("allow"));
    let warned = quote! {
        #[deprecated(note = #text)]
        const fn runs_on_a_tape() {}
        #call();
    };
    if is_method {
        let name = format_ident!("__{function}_runs_on_a_tape");
        return quote!(#[doc(hidden)] #[allow(dead_code)] #(#lints)* const fn #name() { #warned });
    }
    quote!(#(#lints)* const _: () = { #warned };)
}

impl<'a> Function<'a> {
    fn new(
        item: &'a syn::ItemFn,
        options: &'a parse::Options,
        module: &Module,
        mut errors: Errors,
    ) -> Result<Self, Errors> {
        let around = surroundings(&item.sig.ident);
        let is_method = options.method || around == Surroundings::Impl || item.sig.receiver().is_some();
        let arguments = arguments(item, options, module, &mut errors);
        if errors.count() == 0 && !arguments.iter().any(|argument| argument.active) {
            errors.report(item.sig.ident.span(), "nothing to differentiate: no argument is a float, or holds one");
        }
        let (result, around) = result(item, &mut errors);
        if errors.count() > 0 {
            return Err(errors);
        }
        let name = item.sig.ident.unraw();
        let hidden = if is_method { format_ident!("__{name}_recorded") } else { format_ident!("__recorded") };
        let is_meant = options.tape.is_some();
        Ok(Function { item, krate: &options.krate, arguments, result, around, is_method, is_meant, hidden })
    }

    /// All that is generated.
    fn derivatives(&self, module: &Module) -> TokenStream {
        let (item, krate) = (self.item, self.krate);
        let (body, pure) = self.hidden(module);
        // Effects happen once in every derivative, but where somebody said that this is a record.
        let (api, convention) = (self.api(pure || self.is_meant), self.convention(pure));
        note_callable(&item.sig.ident, self.is_method, pure && !convention.is_empty());
        let (name, vis, allowed) = (&item.sig.ident, &item.vis, allowed());
        let title = format!(" The derivatives of [`{name}()`], by a record.");
        let generated = if self.is_method {
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
            }
        };
        dump(&item.sig.ident, "code", || formatted(&generated));
        generated
    }
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
