//! What errors hold, and what `expect` says: code that derivatives run as often as the function does, and do not keep.
//!
//! An `Option` or `Result` of the graph has no place for an error. So what an error is made of is run where it is made, if it may
//! have effects, and forgotten.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::state::{changes_or_calls, is_conversion};
use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Type};
use crate::graph::{Kind, Template};

impl Builder<'_> {
    /// Runs what `ok_or`, `ok_or_else` or `map_err` makes an error of, where the function does.
    pub(super) fn run_error(&mut self, is_some: Value, name: &Ident, message: &Expr) {
        if name == "ok_or" {
            return self.run_message(message, name);
        }
        let tokens = match &message.kind {
            ExprKind::Closure(closure) if !changes_or_calls(&closure.tokens) => return,
            ExprKind::Closure(closure) => closure.tokens.clone(),
            ExprKind::Name(function) if is_conversion(&function.to_string()) => return,
            ExprKind::Name(function) => quote!(#function),
            ExprKind::Verbatim(path) => match path.clone().into_iter().last() {
                Some(TokenTree::Ident(last)) if is_conversion(&last.to_string()) => return,
                _ => path.clone(),
            },
            _ => TokenStream::new(),
        };
        if tokens.is_empty() || name == "map_err" || self.mentions_a_closure(&tokens) {
            self.errors.report(
                name.span(),
                format_args!("what `{name}` calls may have effects, and derivatives do not keep what an error holds: call it where the error is made, `Err(…)`"),
            );
            return;
        }
        let mut run = |builder: &mut Builder| {
            let code = builder.capture(&tokens);
            let tokens = &code.tokens;
            let tokens = quote!({ let _ = (#tokens)(); });
            builder.w.push(Kind::Observe(Template { tokens, ..code }.impure()), Type::Tuple(Vec::new()));
        };
        self.when(is_some, &mut |_| {}, &mut run);
    }

    /// Runs what an error is made of, if that may have effects.
    pub(super) fn run_message(&mut self, message: &Expr, name: &Ident) {
        let tokens = match &message.kind {
            ExprKind::Foreign { tokens, .. } | ExprKind::Other { tokens, .. } => without_conversion(tokens),
            _ => return,
        };
        if !changes_or_calls(&tokens) {
            return;
        }
        if self.mentions_a_closure(&tokens) {
            self.errors.report(
                name.span(),
                "what an error is made of calls a closure of the function, which derivatives cannot run: call it before, with `let`",
            );
            return;
        }
        let code = self.capture(&tokens);
        let tokens = &code.tokens;
        let tokens = quote!({ let _ = #tokens; });
        self.w.push(Kind::Observe(Template { tokens, ..code }.impure()), Type::Tuple(Vec::new()));
    }

    /// The panic of `unwrap` and `expect` where there is no value: with the words of `Option`.
    pub(super) fn panic_of(&mut self, name: &Ident, args: &[Expr]) -> TokenStream {
        match args.first().map(|arg| &arg.kind) {
            Some(ExprKind::Foreign { tokens, .. } | ExprKind::Verbatim(tokens) | ExprKind::Other { tokens, .. }) => {
                if let [message] = args {
                    self.run_message(message, name);
                }
                quote!(::core::panic!("{}", #tokens))
            }
            Some(ExprKind::Name(text)) => quote!(::core::panic!("{}", #text)),
            _ => {
                let text = format!("called `Option::{name}()` on a `None` value");
                quote!(::core::panic!(#text))
            }
        }
    }
}

/// The tokens without a conversion at the end, whose result is not kept, so that nothing says what type it is of.
fn without_conversion(tokens: &TokenStream) -> TokenStream {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match &all[..] {
        [before @ .., TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(_)]
            if dot.as_char() == '.' && name == "into" =>
        {
            before.iter().cloned().collect()
        }
        _ => tokens.clone(),
    }
}
