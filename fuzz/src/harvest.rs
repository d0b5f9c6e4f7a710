//! The programs of the repository: every item with one of our attributes, and every `graph!`.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::input::{Entry, Input};

/// Programs with more tokens are left out: they take long, and all that is in them is in smaller ones too.
const LONGEST: usize = 600;

/// All programs below `tests`, `examples`, `docs` and `burtorch-macros`, in the same order each time.
pub fn harvest() -> Vec<Input> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests", "examples", "docs", "benches"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut inputs = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        // Some files are broken on purpose.
        let Ok(tokens) = text.parse::<TokenStream>() else { continue };
        gather(tokens, &mut inputs);
    }
    inputs.retain(|input| count(&input.item) <= LONGEST);
    inputs
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn count(tokens: &TokenStream) -> usize {
    let inside = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(inside).sum()
}

fn gather(tokens: TokenStream, inputs: &mut Vec<Input>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            gather(group.stream(), inputs);
            if at >= 2 && is_word(&tokens[at - 2], "graph") && is_sign(&tokens[at - 1], '!') {
                inputs.push(Input { entry: Entry::Graph, options: TokenStream::new(), item: group.stream() });
            }
            if at >= 1
                && is_sign(&tokens[at - 1], '#')
                && group.delimiter() == Delimiter::Bracket
                && let Some((entry, options)) = attribute(group.stream())
            {
                let rest = &tokens[at + 1..];
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    token => is_sign(token, ';'),
                };
                let end = rest.iter().position(is_end).map_or(rest.len(), |end| end + 1);
                inputs.push(Input { entry, options, item: rest[..end].iter().cloned().collect() });
            }
        }
    }
}

/// Which of our attributes it is, and its options.
fn attribute(tokens: TokenStream) -> Option<(Entry, TokenStream)> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let options = match tokens.last()? {
        TokenTree::Group(group) => group.stream(),
        _ => TokenStream::new(),
    };
    let name = tokens.iter().rev().find_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    })?;
    match name.as_str() {
        "differentiable" => Some((Entry::Differentiable, options)),
        "derivative" => Some((Entry::Derivative, options)),
        "derive" if options.clone().into_iter().any(|token| is_word(&token, "Differentiable")) => {
            Some((Entry::Derive, TokenStream::new()))
        }
        _ => None,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
