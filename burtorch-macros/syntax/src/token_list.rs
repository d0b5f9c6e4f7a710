//! Tokens that are written many times.

use std::fmt::{self, Display, Formatter};
use std::rc::Rc;
use std::str::FromStr;

use proc_macro2::{Literal, TokenStream, TokenTree};
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

/// Streams that grow by whole streams.
pub trait Join {
    /// Adds a stream at the end. `Extend` would take its tokens apart, one question to rustc for each.
    fn join(&mut self, next: TokenStream);
}

impl Join for TokenStream {
    fn join(&mut self, next: TokenStream) {
        self.extend([next]);
    }
}

/// Text as a literal. What has nothing to escape is read back, which is one question to rustc and no look at each character.
#[must_use]
pub fn text_literal(text: &str) -> Literal {
    let is_plain = !text.contains('"') && !text.contains('\\') && !text.contains('\r');
    let read = || Literal::from_str(&["\"", text, "\""].concat()).ok();
    is_plain.then(read).flatten().unwrap_or_else(|| Literal::string(text))
}
