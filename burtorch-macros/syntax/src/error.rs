//! The collector: every mistake of a function is reported, not only the first.

use proc_macro2::{Span, TokenStream};

/// What went wrong so far, each with the token it is about.
#[derive(Default)]
pub struct Errors {
    found: Option<syn::Error>,
    count: usize,
}

impl Errors {
    /// Records `message` for the token at `span`.
    pub fn report(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Records an error that syn made.
    pub fn push(&mut self, error: syn::Error) {
        self.count += 1;
        match &mut self.found {
            Some(all) => all.combine(error),
            None => self.found = Some(error),
        }
    }

    /// Records the mistakes of another part of the work.
    pub fn append(&mut self, other: Errors) {
        other.found.into_iter().flatten().for_each(|error| self.push(error));
    }

    /// The same with other words; mistakes without words are dropped.
    pub fn append_reworded(&mut self, other: Errors, words: impl Fn(&str) -> Option<String>) {
        for error in other.found.into_iter().flatten() {
            if let Some(message) = words(&error.to_string()) {
                self.report(error.span(), message);
            }
        }
    }

    /// The mistakes one by one.
    pub fn into_list(self) -> Vec<syn::Error> {
        self.found.into_iter().flatten().collect()
    }

    /// How many mistakes were recorded.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Forgets the mistakes recorded since there were `count`: the work they came from is done again.
    pub fn truncate(&mut self, count: usize) {
        let kept = self.found.take().into_iter().flatten().take(count);
        self.found = kept.reduce(|mut all, error| {
            all.combine(error);
            all
        });
        self.count = count;
    }

    /// The barrier between phases: `compile_error!`s for all mistakes, or nothing.
    pub fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_none() { Ok(()) } else { Err(self.into_tokens()) }
    }

    /// `compile_error!`s for all mistakes.
    pub fn into_tokens(self) -> TokenStream {
        self.found.map(syn::Error::into_compile_error).unwrap_or_default()
    }
}
