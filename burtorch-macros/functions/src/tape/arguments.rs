//! What becomes of each argument: recorded and differentiated, recorded as a constant, or passed as it is.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use super::rewrite::each_word;
use super::twin::Module;
use crate::ast::IntType;
use crate::error::Errors;
use crate::parse;
use crate::surroundings::receiver_type;

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    Value,
    Shared,
    Unique,
}

/// An argument of a recorded function.
pub(super) struct Argument {
    /// Its name in generated functions; for a receiver, not `self`.
    pub name: Ident,
    pub is_receiver: bool,
    /// Its type, as it was written.
    pub written: TokenStream,
    /// The type behind a reference.
    pub ty: TokenStream,
    /// The elements, if that is a slice.
    pub element: Option<TokenStream>,
    pub passing: Passing,
    pub recorded: bool,
    pub active: bool,
}

impl Argument {
    /// Its name in the hidden function, which no twin of the module hides.
    pub(super) fn given(&self) -> Ident {
        format_ident!("__given_{}", self.name.unraw())
    }

    /// In the hidden function. What is recorded is only looked at.
    pub(super) fn hidden_param(&self) -> TokenStream {
        let Argument { written, ty, .. } = self;
        let name = self.given();
        match self.passing {
            _ if !self.recorded => quote!(#name: #written),
            Passing::Unique => quote!(#name: &mut #ty),
            Passing::Value | Passing::Shared => quote!(#name: &#ty),
        }
    }

    /// How a public function hands it on.
    pub(super) fn handed(&self) -> TokenStream {
        let name = if self.is_receiver { quote!(self) } else { self.name.to_token_stream() };
        match self.passing {
            Passing::Value if self.recorded => quote!(&#name),
            _ => name,
        }
    }

    /// The type of its adjoint.
    pub(super) fn owned(&self) -> TokenStream {
        match &self.element {
            Some(element) => quote!(::std::vec::Vec<#element>),
            None => self.ty.clone(),
        }
    }

    /// The type of a direction, as users give it, and how that is lent.
    pub(super) fn direction(&self, name: &Ident) -> (TokenStream, TokenStream) {
        let ty = &self.ty;
        match self.passing {
            Passing::Value => (ty.clone(), quote!(&#name)),
            Passing::Shared | Passing::Unique => (quote!(&#ty), name.to_token_stream()),
        }
    }
}

/// The arguments of a function.
pub(super) fn arguments(
    item: &syn::ItemFn,
    options: &parse::Options,
    module: &Module,
    errors: &mut Errors,
) -> Vec<Argument> {
    for param in &item.sig.generics.params {
        if let syn::GenericParam::Type(param) = param {
            errors.push(syn::Error::new_spanned(
                &param.ident,
                "`tape` is for functions on `f64`, without generic types: write the types out",
            ));
        }
    }
    let mut all = Vec::new();
    let mut named: Vec<Ident> = Vec::new();
    for (at, input) in item.sig.inputs.iter().enumerate() {
        let is_constant = parse::is_marked_constant(input);
        let (name, said, ty, is_receiver) = match input {
            syn::FnArg::Receiver(this) => {
                let Some(ty) = receiver_type(&item.sig.ident) else {
                    errors.push(syn::Error::new_spanned(
                        this,
                        "`tape` reads the source file for methods, and this one does not stand in a file: make it a function",
                    ));
                    continue;
                };
                let ty = match &this.kind {
                    syn::ReceiverKind::Value => ty,
                    syn::ReceiverKind::Reference(_, _, Some(_)) => syn::parse_quote!(&mut #ty),
                    syn::ReceiverKind::Reference(..) => syn::parse_quote!(&#ty),
                    _ => {
                        errors.push(syn::Error::new_spanned(this, "`tape` is for `self`, `&self` and `&mut self`"));
                        continue;
                    }
                };
                (format_ident!("__this"), format_ident!("self"), ty, true)
            }
            syn::FnArg::Typed(typed) => {
                let syn::Pat::Ident(pattern) = &*typed.pat else {
                    errors.push(syn::Error::new_spanned(
                        &typed.pat,
                        "give the argument a name, and take it apart in the body",
                    ));
                    continue;
                };
                (pattern.ident.clone(), pattern.ident.clone(), (*typed.ty).clone(), false)
            }
        };
        let _ = at;
        named.push(said.clone());
        let is_left_out = match &options.wrt {
            Some(wrt) => !wrt.contains(&said),
            None => is_constant,
        };
        if let Some(argument) = argument(name, is_receiver, &ty, is_left_out, module, errors) {
            all.push(argument);
        }
    }
    for name in options.wrt.iter().flatten() {
        if !named.contains(name) {
            errors.report(name.span(), format_args!("there is no argument `{name}`"));
        }
    }
    for (argument, said) in all.iter().zip(&named) {
        let is_named = options.wrt.as_ref().is_some_and(|wrt| wrt.contains(said));
        if is_named && !argument.active {
            errors
                .report(said.span(), format_args!("`{said}` holds no `f64` that `tape` can see: take it out of `wrt`"));
        }
    }
    all
}

fn argument(
    name: Ident,
    is_receiver: bool,
    written: &syn::Type,
    is_left_out: bool,
    module: &Module,
    errors: &mut Errors,
) -> Option<Argument> {
    let mut inner = written;
    let mut passing = Passing::Value;
    while let syn::Type::Paren(syn::TypeParen { elem, .. }) | syn::Type::Group(syn::TypeGroup { elem, .. }) = inner {
        inner = elem;
    }
    if let syn::Type::Reference(reference) = inner {
        passing = if reference.mutability.is_some() { Passing::Unique } else { Passing::Shared };
        inner = &reference.elem;
    }
    let element = match inner {
        syn::Type::Slice(slice) => Some(slice.elem.to_token_stream()),
        _ => None,
    };
    let recorded = module.has_twin_type(inner);
    if (recorded || !is_left_out) && has_code(inner.to_token_stream()) {
        errors.push(syn::Error::new_spanned(
            written,
            "a function or trait object that comes as an argument computes on `f64`, and nothing of it is recorded: make it in the body, or take a value from which the body can make it",
        ));
        return None;
    }
    let active = recorded && !is_left_out && module.holds_floats(inner);
    if active && borrows_namelessly(inner.to_token_stream()) {
        errors.push(syn::Error::new_spanned(
            written,
            "a gradient is of this type, too: name the lifetime of what is borrowed inside, or mark the argument with `#[constant]`",
        ));
        return None;
    }
    if active && passing == Passing::Unique {
        errors.push(syn::Error::new_spanned(
            written,
            "`tape` differentiates no argument that the function changes: take it by value and return it, or mark it with `#[constant]`",
        ));
        return None;
    }
    if !recorded && !is_left_out {
        let mut unknown = None;
        each_word(inner.to_token_stream(), &mut |word| {
            if unknown.is_none() && !is_known_constant(&word.to_string()) && !module.knows(&word.to_string()) {
                unknown = Some(word.clone());
            }
        });
        if let Some(word) = unknown {
            let message = if word == "f32" {
                "`tape` is for functions on `f64`: compute in `f64`, or mark the argument with `#[constant]`".to_owned()
            } else {
                format!(
                    "`{word}` does not stand in this module and file, so `tape` does not know whether it holds floats: mark the argument with `#[constant]` if it is not differentiated, or move the type here"
                )
            };
            errors.push(syn::Error::new_spanned(written, message));
            return None;
        }
    }
    let (ty, written) = (inner.to_token_stream(), written.to_token_stream());
    Some(Argument { name, is_receiver, written, ty, element, passing, recorded, active })
}

/// Whether there is a reference without a lifetime in a type.
fn borrows_namelessly(ty: TokenStream) -> bool {
    let mut behind_sign = false;
    for token in ty {
        let is_named = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        if behind_sign && !is_named {
            return true;
        }
        behind_sign = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '&');
        if let TokenTree::Group(group) = token
            && borrows_namelessly(group.stream())
        {
            return true;
        }
    }
    false
}

/// Whether functions or trait objects occur in a type.
fn has_code(ty: TokenStream) -> bool {
    let mut found = false;
    each_word(ty, &mut |word| {
        found |= ["dyn", "impl", "fn", "Fn", "FnMut", "FnOnce"].contains(&word.to_string().as_str());
    });
    found
}

/// Words in types that hold no floats.
fn is_known_constant(word: &str) -> bool {
    const KNOWN: [&str; 24] = [
        "str",
        "String",
        "bool",
        "char",
        "Vec",
        "VecDeque",
        "Option",
        "Box",
        "Rc",
        "Arc",
        "HashMap",
        "HashSet",
        "BTreeMap",
        "BTreeSet",
        "Range",
        "std",
        "core",
        "alloc",
        "collections",
        "Cell",
        "RefCell",
        "mut",
        "static",
        "const",
    ];
    KNOWN.contains(&word) || IntType::named(word).is_some()
}
