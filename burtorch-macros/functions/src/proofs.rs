//! Questions to rustc → tokens: what names mean where the function stands, and whether its constant arguments hold floats.
//!
//! A question is an expression of type `Yes` or `No` that is type-checked and never run. Where no type in it is generic
//! the answer is a constant, and the wrong one a panic in our own words. Elsewhere it is a bound with a message.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::ast::{Function, Param};
use crate::emit::Style;
use crate::{Join, TokenList, text_literal};

/// A question, and what to say if the answer is the wrong one.
pub struct Proof {
    /// Equal for equal questions.
    pub key: String,
    pub question: Question,
    /// The type of [`asked`], which `body` mentions.
    pub of: TokenStream,
    pub body: TokenStream,
    /// Types of the user's are in it, beside the function's float type.
    pub names_types: bool,
    pub span: Span,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether a name means what it is taken to mean.
    Ours,
    /// Whether a name means what it is taken to mean, of a method that floats have by the standard library.
    OursWithoutStd,
    /// Whether an argument holds no floats.
    Constant,
}

/// The value that a question is about.
pub fn asked() -> Ident {
    Ident::new("__x", Span::mixed_site())
}

/// What to say of an argument whose type is called `Vec` and is another one.
pub fn not_the_vec(name: &Ident) -> String {
    format!("the type of `{name}` is not the `Vec` of the standard library: take a slice")
}

/// The questions of a function, as items and statements.
pub struct Proofs {
    /// What can stand anywhere.
    pub items: TokenStream,
    /// What can stand in a function that has the generics of the differentiated one.
    pub statements: TokenStream,
}

impl Proofs {
    /// As items beside a function.
    pub fn beside(self, generics: &syn::Generics) -> TokenStream {
        let Proofs { mut items, statements } = self;
        if !statements.is_empty() {
            let hidden = Proofs { items: TokenStream::new(), statements }.inside(&format_ident!("proofs"), generics);
            items.join(quote!(const _: () = { #hidden };));
        }
        items
    }

    /// As a function of an impl.
    pub fn inside(self, name: &Ident, generics: &syn::Generics) -> TokenStream {
        let (Proofs { items, statements }, (params, _, bounds)) = (self, generics.split_for_impl());
        if items.is_empty() && statements.is_empty() {
            return TokenStream::new();
        }
        quote!(#[doc(hidden)] #[allow(dead_code)] fn #name #params() #bounds { #items #statements })
    }
}

/// Writes the questions of `in_body`, and asks for all arguments that may hold floats unseen.
pub fn proofs(
    function: &Function,
    in_body: &[Proof],
    items: &[TokenStream],
    generics: &syn::Generics,
    style: &Style,
) -> Proofs {
    let arguments = arguments(function);
    let generics = generic_names(generics);
    // The generics around a method or a closure cannot be seen, so types may mention them anywhere.
    let may_be_generic = |proof: &Proof| {
        let unseen = proof.names_types && !matches!(style, Style::Companion);
        unseen || [&proof.of, &proof.body].into_iter().any(|tokens| mentions(tokens, &generics))
    };
    let krate = &function.krate;
    let (mut constants, mut without_std, mut bounds) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for proof in in_body.iter().chain(&arguments) {
        match proof.question {
            Question::OursWithoutStd => without_std.join(constant(proof, krate)),
            _ if may_be_generic(proof) => bounds.join(bound(proof, krate)),
            _ => constants.join(constant(proof, krate)),
        }
    }
    let proof = quote!(#krate::__private::proof);
    let lints = quote!(#[allow(unused, clippy::all, clippy::pedantic, unstable_name_collisions)]);
    let scope = quote!(#(#items)* use #proof::{Differ as _, Fallback as _, HoldsNone as _};);
    let mut written = Proofs { items: TokenStream::new(), statements: TokenStream::new() };
    if !constants.is_empty() {
        written.items = quote!(#lints const _: () = { #scope #constants };);
    }
    if !without_std.is_empty() {
        let asked = quote!(#lints const _: () = if !#krate::__private::links_std!() { #scope #without_std };);
        written.items.join(quote!(#krate::__private::without_std! { #asked }));
    }
    if !bounds.is_empty() {
        written.statements = quote!(#lints { #scope #bounds });
    }
    written
}

/// A question whose answer is a constant.
fn constant(Proof { question, of, body, span, message, .. }: &Proof, krate: &TokenList) -> TokenStream {
    let message = text_literal(message);
    let panic = quote_spanned!(*span=> ::core::panic!(#message));
    let x = asked();
    let not = (*question != Question::Constant).then(|| quote!(!));
    quote!(if #not #krate::__private::proof::verdict(&|mut #x: #of| #body) { #panic })
}

/// A question about types that may be generic: its answer is a bound, which rustc checks before it knows the types.
fn bound(Proof { question, of, body, span, .. }: &Proof, krate: &TokenList) -> TokenStream {
    let able = if *question == Question::Constant { quote!(IsConstant) } else { quote!(IsOurs) };
    let able = quote_spanned!(*span=> <_ as #krate::__private::proof::#able>::__burtorch_is_so);
    // An error is shown where the group stands, whatever is in it.
    let mut shown = Group::new(Delimiter::Brace, body.clone());
    shown.set_span(*span);
    let x = asked();
    quote!(let _ = |mut #x: #of| #able(#shown);)
}

/// The questions about arguments.
fn arguments(function: &Function) -> Vec<Proof> {
    let krate = &function.krate;
    let ask = |name: String, ty: TokenStream, span: Span| {
        let body = quote_spanned!(span=> #krate::__private::proof::Ask::<#ty>::__burtorch_holds_floats());
        let message = format!(
            "`{name}` holds floats, but its type does not show them, so it would be constant: mark it with `#[constant]`, or write its type out to differentiate it (a struct is named in `structs(…)`)"
        );
        let key = format!("argument {name}");
        Proof { key, question: Question::Constant, of: quote!(()), body, names_types: true, span, message }
    };
    let doubtful = function.params.iter().filter(|param| param.is_doubtful());
    let params = doubtful.map(|Param { name, tokens, .. }| ask(name.to_string(), tokens.clone(), name.span()));
    let receiver = function.receiver.filter(|_| function.asks_receiver);
    receiver.into_iter().map(|span| ask("self".to_owned(), quote!(Self), span)).chain(params).collect()
}

fn generic_names(generics: &syn::Generics) -> Vec<String> {
    let name = |param: &syn::GenericParam| match param {
        syn::GenericParam::Type(param) => param.ident.to_string(),
        syn::GenericParam::Const(param) => param.ident.to_string(),
        syn::GenericParam::Lifetime(param) => param.lifetime.ident.to_string(),
    };
    generics.params.iter().map(name).chain(["Self".to_owned()]).collect()
}

fn mentions(tokens: &TokenStream, names: &[String]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => names.iter().any(|known| name == known),
        TokenTree::Group(group) => mentions(&group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
