//! The collector: every mistake of a function is reported, not only the first.

use proc_macro2::{Span, TokenStream};

/// What went wrong so far, each with the token it is about.
#[derive(Default)]
pub struct Errors {
    found: Vec<Mistake>,
    /// The user's own code does not come out beside the errors, so rustc says nothing of it.
    alone: bool,
}

struct Mistake {
    error: syn::Error,
    /// rustc says it of the user's own code.
    said_by_rustc: bool,
}

impl Errors {
    /// For what the user's code does not stay beside.
    pub fn alone() -> Self {
        Errors { found: Vec::new(), alone: true }
    }

    /// Records `message` for the token at `span`.
    pub fn report(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Records a mistake that rustc reports in the user's own code: `message` is said only where that does not come out.
    pub fn leave_to_rustc(&mut self, span: Span, message: impl std::fmt::Display) {
        let said_by_rustc = !self.alone;
        self.found.push(Mistake { error: syn::Error::new(span, message), said_by_rustc });
    }

    /// Records an error that syn made.
    pub fn push(&mut self, error: syn::Error) {
        self.found.push(Mistake { error, said_by_rustc: false });
    }

    /// Records the mistakes of another part of the work.
    pub fn append(&mut self, other: Errors) {
        self.found.extend(other.found);
    }

    /// Records the mistakes of another part of the work in other words; those for which there are none are dropped.
    pub fn append_reworded(&mut self, other: Errors, words: impl Fn(&str) -> Option<String>) {
        for error in other.into_list() {
            if let Some(message) = words(&error.to_string()) {
                self.report(error.span(), message);
            }
        }
    }

    /// Says the mistakes recorded since there were `count` in other words.
    pub fn reword(&mut self, count: usize, words: impl Fn(&str) -> String) {
        for mistake in self.found.iter_mut().skip(count) {
            let message = words(&mistake.error.to_string());
            mistake.error = syn::Error::new(mistake.error.span(), message);
        }
    }

    /// The mistakes one by one.
    pub fn into_list(self) -> Vec<syn::Error> {
        let all = self.found.into_iter().filter(|mistake| !mistake.said_by_rustc);
        all.flat_map(|mistake| mistake.error).collect()
    }

    /// Whether there are mistakes, and each is such; but for those that are left to rustc.
    pub fn are_all(&self, is_such: impl Fn(&str) -> bool) -> bool {
        self.first().is_some() && self.told().all(|error| is_such(&error.to_string()))
    }

    /// The first mistake that is not left to rustc.
    pub fn first(&self) -> Option<&syn::Error> {
        self.told().next()
    }

    fn told(&self) -> impl Iterator<Item = &syn::Error> {
        self.found.iter().filter(|mistake| !mistake.said_by_rustc).map(|mistake| &mistake.error)
    }

    /// How many mistakes were recorded.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Forgets the mistakes recorded since there were `count`: the work they came from is done again.
    pub fn truncate(&mut self, count: usize) {
        self.found.truncate(count);
    }

    /// The barrier between phases: `compile_error!`s for all mistakes, or nothing.
    pub fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() { Ok(()) } else { Err(self.into_tokens()) }
    }

    /// `compile_error!`s for all mistakes.
    pub fn into_tokens(self) -> TokenStream {
        let mut tokens = TokenStream::new();
        for error in self.into_list() {
            tokens.extend(error.into_compile_error());
        }
        tokens
    }
}
