//! What comes to the macros, whether the answer is as it should be, and a smaller input where it is not.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::expand;

/// How an input comes to the compilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Differentiable,
    Derivative,
    /// `graph!` of a closure or of items.
    Graph,
    /// `#[derive(Differentiable)]`
    Derive,
}

/// What the macros get: the options of an attribute (others have none), and the item.
#[derive(Clone)]
pub struct Input {
    pub entry: Entry,
    pub options: TokenStream,
    pub item: TokenStream,
}

impl Input {
    /// The answer of the macro.
    pub fn expand(&self) -> TokenStream {
        let (options, item) = (self.options.clone(), self.item.clone());
        match self.entry {
            Entry::Differentiable => expand::differentiable(options, &item),
            Entry::Derivative => expand::derivative(options, &item),
            Entry::Graph => expand::graph(item),
            Entry::Derive => expand::derive(item),
        }
    }

    /// What is wrong with the answer to this input, if anything is.
    pub fn fault(&self) -> Option<String> {
        let output = match catch_unwind(AssertUnwindSafe(|| self.expand())) {
            Ok(output) => output,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                return Some(format!("panics: {}", text.unwrap_or_default()));
            }
        };
        if has_errors(&output) {
            return None;
        }
        let is_closure = self.entry == Entry::Graph && expand::is_closure(&self.item);
        let parsed = if is_closure {
            syn::parse2::<syn::Expr>(output).map(drop)
        } else {
            syn::parse2::<syn::File>(output).map(drop)
        };
        parsed.err().map(|error| format!("is accepted, and what comes out is no Rust: {error}"))
    }
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Input { options, item, .. } = self;
        match self.entry {
            Entry::Differentiable => write!(f, "#[differentiable({options})] {item}"),
            Entry::Derivative => write!(f, "#[derivative({options})] {item}"),
            Entry::Graph => write!(f, "graph!({item})"),
            Entry::Derive => write!(f, "#[derive(Differentiable)] {item}"),
        }
    }
}

pub fn has_errors(output: &TokenStream) -> bool {
    output.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "compile_error",
        TokenTree::Group(group) => has_errors(&group.stream()),
        _ => false,
    })
}

/// Every stream that is `tokens` with a run of `run` tokens less, or, of single tokens, with what stands in a group in place of
/// the group.
fn smaller(tokens: &TokenStream, run: usize) -> Vec<TokenStream> {
    let all: Vec<_> = tokens.clone().into_iter().collect();
    let with = |at: usize, end: usize, new: TokenStream| -> TokenStream {
        all[..at].iter().cloned().chain(new).chain(all[end..].iter().cloned()).collect()
    };
    let mut found = Vec::new();
    for at in (0..all.len()).step_by(run) {
        found.push(with(at, (at + run).min(all.len()), TokenStream::new()));
    }
    for (at, token) in all.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            if run == 1 {
                found.push(with(at, at + 1, group.stream()));
            }
            let inside = smaller(&group.stream(), run);
            found.extend(
                inside
                    .into_iter()
                    .map(|inner| with(at, at + 1, TokenTree::Group(Group::new(group.delimiter(), inner)).into())),
            );
        }
    }
    found
}

/// What went wrong, without the particulars.
pub fn kind(fault: &str) -> String {
    fault.chars().filter(|c| !c.is_ascii_digit()).take(50).collect()
}

/// A small input of which `is_same` holds, as it does of `input`.
pub fn shrink(mut input: Input, is_same: &mut dyn FnMut(&Input) -> bool) -> Input {
    let mut run = 16;
    loop {
        let items = smaller(&input.item, run).into_iter().map(|item| Input { item, ..input.clone() });
        let options = smaller(&input.options, run).into_iter().map(|options| Input { options, ..input.clone() });
        match items.chain(options).find(|input| is_same(input)) {
            Some(found) => input = found,
            None if run > 1 => run /= 2,
            None => return input,
        }
    }
}

/// Stands before a group without delimiters, which has no text.
const UNSEEN: &str = "__unseen_group";

/// The tokens as text that [`decoded`] reads.
#[allow(dead_code, reason = "only inputs that go to another process need text")]
pub fn encoded(tokens: &TokenStream) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => vec![
                TokenTree::Ident(Ident::new(UNSEEN, Span::call_site())),
                TokenTree::Group(Group::new(Delimiter::Parenthesis, encoded(&group.stream()))),
            ],
            TokenTree::Group(group) => {
                vec![TokenTree::Group(Group::new(group.delimiter(), encoded(&group.stream())))]
            }
            other => vec![other],
        })
        .collect()
}

#[allow(dead_code, reason = "only inputs that come from another process are text")]
pub fn decoded(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let mut all = Vec::new();
    while let Some(token) = tokens.next() {
        all.push(match token {
            TokenTree::Ident(name) if name == UNSEEN => match tokens.next() {
                Some(TokenTree::Group(group)) => TokenTree::Group(Group::new(Delimiter::None, decoded(group.stream()))),
                _ => TokenTree::Ident(name),
            },
            TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), decoded(group.stream()))),
            other => other,
        });
    }
    all.into_iter().collect()
}
