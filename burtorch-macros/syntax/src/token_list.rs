//! Tokens that are written many times.

use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};

/// A few tokens that generated code repeats. To write a `TokenStream` into another one is to ask rustc several times; the
/// tokens of a list are copied without that.
#[derive(Clone, Debug)]
pub struct TokenList(Rc<[TokenTree]>);

impl TokenList {
    /// The tokens as a stream of their own.
    #[must_use]
    pub fn stream(&self) -> TokenStream {
        self.to_token_stream()
    }
}

impl From<TokenStream> for TokenList {
    fn from(tokens: TokenStream) -> Self {
        TokenList(tokens.into_iter().collect())
    }
}

impl ToTokens for TokenList {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for token in &*self.0 {
            tokens.append(token.clone());
        }
    }
}

impl Display for TokenList {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.stream().fmt(f)
    }
}
