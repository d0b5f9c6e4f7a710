//! Rust code of the user's inside of a graph: tokens, and the values that they mention.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use super::Id;
use super::call::{Call, Callee};

/// Tokens with holes, each standing for a node.
#[derive(Clone, Debug, Default)]
pub struct Template {
    pub tokens: TokenStream,
    /// The identifiers in `tokens` that stand for nodes.
    pub holes: Vec<(Ident, Id)>,
    /// It may change state, or see state that changes: it runs exactly as often as in the function, in the same order.
    pub effects: bool,
    /// It makes a variable that is changed in place from values, without effects of its own: a second pass makes its own.
    pub fresh: bool,
    /// It yields a value of a type of the standard library, so that methods are that type's own.
    pub known: bool,
    /// Whether it yields an integer, a truth value or another plain number.
    pub number: Number,
}

/// Whether code yields a plain number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Number {
    /// That is not known.
    #[default]
    Unknown,
    /// If all values in its holes are numbers.
    IfItsValuesAre,
    Yes,
}

impl Template {
    /// Whether it lends a place to be changed: `&mut place`. Such code is written wherever it is used.
    pub fn is_loan(&self) -> bool {
        let mut tokens = self.tokens.clone().into_iter();
        matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
            && matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "mut")
    }

    /// What is borrowed, if it borrows what a call yields: `&f(x)`.
    pub fn borrowed_call(&self) -> Option<Self> {
        let mut tokens = self.tokens.clone().into_iter();
        let borrow = tokens.next()?;
        let rest: Vec<TokenTree> = tokens.collect();
        let is_sign = |token: &TokenTree, signs: &[char]| matches!(token, TokenTree::Punct(sign) if signs.contains(&sign.as_char()));
        let is_call = matches!(rest.last(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
            && rest.iter().all(|token| !matches!(token, TokenTree::Punct(_)) || is_sign(token, &['.', ':']));
        (is_sign(&borrow, &['&']) && rest.len() > 1 && is_call)
            .then(|| Template { tokens: rest.into_iter().collect(), ..self.clone() })
    }

    /// The position in what is recorded of effects.
    pub fn position() -> Self {
        Self::about_position(quote!(__burtorch_effects.position()))
    }

    /// The position from which on a call that comes next is recorded.
    pub fn position_before(call: &Call) -> Self {
        let (one, of_callee) = if call.kept {
            (quote!(position_inside_call), quote!(position_inside_call_of))
        } else {
            (quote!(position), quote!(position_in))
        };
        Self::about_position(match &call.callee {
            Callee::Path { companion: Some(companion), .. } => quote!(__burtorch_effects.#of_callee::<#companion>()),
            Callee::Path { path, known: true, .. } | Callee::Derivative { path, .. } => {
                quote!(__burtorch_effects.#of_callee::<#path>())
            }
            // The call itself is the only place that says so if there is no companion type.
            _ => quote!(__burtorch_effects.#one()),
        })
    }

    fn about_position(tokens: TokenStream) -> Self {
        Template { tokens, effects: true, known: true, number: Number::Yes, ..Template::default() }
    }

    /// Whether it is about how effects are recorded, and not code of the user's.
    pub fn is_about_effects(&self) -> bool {
        self.tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(word) if word == "__burtorch_effects"))
    }

    /// Whether it names a constant and does nothing else.
    pub fn is_path(&self) -> bool {
        // `N as f64` is made of names too: between two names of a path stands a colon.
        let mut after_name = false;
        self.holes.is_empty()
            && self.tokens.clone().into_iter().all(|token| match token {
                TokenTree::Ident(_) => !std::mem::replace(&mut after_name, true),
                TokenTree::Punct(punct) => {
                    after_name = false;
                    punct.as_char() == ':'
                }
                TokenTree::Literal(_) | TokenTree::Group(_) => false,
            })
    }
}
