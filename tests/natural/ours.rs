//! Which diagnostics are burtorch's own.
//!
//! rustc does not say who asked for a `compile_error!`. But burtorch can only say what is written in it: a message is its own
//! if one of the string literals in its sources is that message, with anything where the literal has `{…}`. The same holds for
//! the texts of `#[diagnostic::on_unimplemented]` and of assertions in constants, which have codes of rustc's.

use crate::compiler::{Diagnostic, ROOT};
use std::path::Path;
use std::sync::OnceLock;

const MACROS: [&str; 4] = [
    "burtorch-macros/src",
    "burtorch-macros/functions/src",
    "burtorch-macros/models/src",
    "burtorch-macros/syntax/src",
];

/// A literal with fewer characters besides `{…}` would be found in anybody's message.
const LEAST: usize = 12;

pub fn is_ours(diagnostic: &Diagnostic) -> bool {
    let said = |text: &str| templates().iter().any(|template| matches(template, text));
    match diagnostic.code.as_deref() {
        None => said(&diagnostic.message) || is_of_the_parser(&diagnostic.message),
        Some("E0277") => said(&diagnostic.message),
        Some("E0080") => diagnostic.message.strip_prefix("evaluation panicked: ").is_some_and(said),
        // A function that is deprecated is so in its derivatives.
        Some("deprecated") => true,
        Some(_) => false,
    }
}

/// What the macros' parser, syn, says of attributes. rustc's own goes on with what it found instead.
fn is_of_the_parser(message: &str) -> bool {
    message.starts_with("expected ") && !message.contains(", found ")
}

/// The pieces of each literal between its `{…}`.
fn templates() -> &'static Vec<Vec<String>> {
    static TEMPLATES: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let mut found = Vec::new();
        let mut add = |text: &str| found.extend(literals(text).map(|literal| pieces(&literal)));
        for folder in MACROS {
            for_each_file(&Path::new(ROOT).join(folder), &mut add);
        }
        // What the runtime says when it runs is not for rustc.
        let mut add_if_of_types = |text: &str| {
            if text.contains("diagnostic::on_unimplemented") {
                add(text);
            }
        };
        for_each_file(&Path::new(ROOT).join("burtorch-runtime/src"), &mut add_if_of_types);
        found.retain(|pieces: &Vec<String>| pieces.iter().map(String::len).sum::<usize>() >= LEAST);
        found
    })
}

fn for_each_file(folder: &Path, visit: &mut impl FnMut(&str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            for_each_file(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            visit(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// The string literals of Rust source text. Comments are not told from code: one with an odd number of quotes hides the
/// literals of the next line only, as no message goes on over a line without a `\` at its end.
fn literals(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace("'\"'", "' '");
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('"') {
        let (literal, length) = literal(&rest[start + 1..]);
        found.extend(literal);
        rest = &rest[start + 1 + length..];
    }
    found.into_iter()
}

/// The literal whose first quote was read, and how much text it is.
fn literal(text: &str) -> (Option<String>, usize) {
    let mut value = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (Some(value), at + 1),
            '\n' => return (None, at + 1),
            '\\' => match characters.next() {
                Some((_, '\n')) => while characters.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some((_, 'n')) => value.push('\n'),
                Some((_, escaped)) => value.push(escaped),
                None => break,
            },
            _ => value.push(character),
        }
    }
    (None, text.len())
}

/// `a {b} c` is `a ` and ` c`; `{{` is a brace.
fn pieces(literal: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut characters = literal.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '{' | '}' if characters.next_if_eq(&character).is_some() => pieces.last_mut().unwrap().push(character),
            '{' => {
                characters.by_ref().find(|c| *c == '}');
                pieces.push(String::new());
            }
            _ => pieces.last_mut().unwrap().push(character),
        }
    }
    pieces
}

fn matches(pieces: &[String], text: &str) -> bool {
    let [first, between @ .., last] = pieces else { return pieces[0] == text };
    let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
    for piece in between {
        match rest.find(piece.as_str()) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

#[test]
fn a_message_is_ours_if_the_sources_say_it() {
    let diagnostic = |code: Option<&str>, message: &str| Diagnostic {
        error: true,
        code: code.map(String::from),
        message: message.to_string(),
        line: None,
        rendered: String::new(),
    };
    assert!(is_ours(&diagnostic(None, "`let … else` cannot be differentiated: use `if` or `match`")));
    assert!(is_ours(&diagnostic(Some("E0277"), "`Point` cannot be differentiated with respect to")));
    assert!(!is_ours(&diagnostic(Some("E0277"), "the trait bound `Point: Copy` is not satisfied")));
    assert!(!is_ours(&diagnostic(Some("E0308"), "mismatched types")));
    assert!(!is_ours(&diagnostic(None, "cannot find macro `Point` in this scope")));
    assert!(!is_ours(&diagnostic(None, "lifetime may not live long enough")));
    assert!(!is_ours(&diagnostic(None, "custom attribute panicked")));
    assert!(!is_ours(&diagnostic(None, "expected one of `;` or `else`, found `.`")));
}
