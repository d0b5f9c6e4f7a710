//! `#[derivative(of = path)]`: a rule that the user writes for a function without `#[differentiable]`.

use proc_macro2::TokenStream;
use quote::quote;

use super::compile_asked;
use super::refuse::not_a_function;
use crate::definitions::{self, Question};
use crate::emit::{self, Style};
use crate::error::Errors;
use crate::parse;
use crate::proofs::proofs;
use crate::surroundings::{definition, has_earlier_rule, is_unknown_function};

/// `#[derivative(of = path)] fn …`
pub fn derivative(options: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = parse::DerivativeOptions::parse(options, &mut errors);
    let rule = match parse::item(item.clone()) {
        Ok(rule) => rule,
        Err(error) => return not_a_function("derivative", &error, item),
    };
    let generated = match compile_rule(&rule, item, &options, errors) {
        Ok(generated) | Err(generated) => generated,
    };
    let item = parse::without_marks(item, &rule.sig);
    quote!(#[allow(dead_code)] #item #generated)
}

fn compile_rule(
    item: &syn::ItemFn,
    tokens: &TokenStream,
    options: &parse::DerivativeOptions,
    mut errors: Errors,
) -> Result<TokenStream, TokenStream> {
    let inner = parse::Options::new(options.krate.clone());
    // What a rule of first order computes is not looked into.
    let (function, _) = parse::function(item, &inner, &mut errors);
    if let Some(receiver) = function.receiver {
        errors.report(receiver, "a rule is a free function: take the receiver as an argument");
    }
    if errors.count() == 0 && emit::expected_result(&function) != function.result {
        errors.report(
            function.result_span,
            "a rule returns the partial derivatives: one of the same type per float argument, several as a tuple",
        );
    }
    if let Some(name) = options.of.as_ref().and_then(syn::Path::get_ident) {
        check_ruled(name, &item.sig, &mut errors);
    }
    errors.finish()?;
    let Some(of) = &options.of else { return Ok(TokenStream::new()) };
    let companion = emit::rule(&function, of, &item.vis, &item.sig.generics, !options.first_order);
    // The function has the arguments of its rule.
    let name = of.segments.last().map_or(&item.sig.ident, |last| &last.ident);
    let (scalar, sig) = (&function.scalar.tokens, item.sig.clone());
    let told = syn::Signature { ident: name.clone(), output: syn::parse_quote!(-> #scalar), ..sig };
    let told = definitions::tell_signature(&told, &item.vis, &options.krate);
    if options.first_order {
        let asked = proofs(&function, &[], &[], &item.sig.generics, &Style::Companion).beside(&item.sig.generics);
        return Ok(quote!(#companion #told #asked));
    }
    let krate = &options.krate;
    let question = Question { krate, options: &quote!(crate = #krate), item: tokens, known: &[] };
    let own = compile_asked(item, &inner, Errors::default(), &question);
    let own_told = definitions::tell_signature(&item.sig, &item.vis, &options.krate);
    Ok(quote!(#companion #told #own #own_told))
}

/// What the file of a rule says against it: it has no such function, or one with other arguments, or another rule.
fn check_ruled(of: &proc_macro2::Ident, rule: &syn::Signature, errors: &mut Errors) {
    if has_earlier_rule(&rule.ident, of) {
        errors.report(of.span(), format_args!("`{of}` has a rule already: remove one of the two"));
    } else if is_unknown_function(of) {
        errors.report(
            of.span(),
            format_args!("there is no function `{of}` here: a rule is for one that can be called by this path"),
        );
    } else if let Some(count) = definition(of, false).and_then(|found| found.arguments())
        && count != rule.inputs.len()
    {
        let message =
            format!("a rule takes the arguments of its function: `{of}` has {count}, this has {}", rule.inputs.len());
        errors.report(of.span(), message);
    }
}
