//! Whether a function of the file, with all that it calls, has no effects outside of itself.
//!
//! What it changes is its own: local variables, and what is passed to it by value. So it may run once more, and nobody sees it.
//! Only what stands in the file is read. Of types, only those of the standard library without interior mutability and those of
//! the file are trusted; of methods, those of the file and those of the standard library that are known.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::fields::enum_beside;
use super::items::{function_beside, functions_of, struct_beside};
use super::{SourceFunction, in_file, words};

/// Types of the standard library whose methods change nothing but themselves.
const TYPES: [&str; 16] = [
    "Option", "Result", "Some", "None", "Ok", "Err", "Vec", "VecDeque", "String", "Box", "HashMap", "HashSet",
    "BTreeMap", "BTreeSet", "Self", "Ordering",
];

/// Words of the language, and of the library, for what is seen from outside or changes behind a shared reference.
const SEEN_OUTSIDE: [&str; 22] = [
    "static",
    "thread_local",
    "unsafe",
    "extern",
    "async",
    "dyn",
    "impl",
    "Cell",
    "RefCell",
    "OnceCell",
    "Mutex",
    "RwLock",
    "Atomic",
    "println",
    "print",
    "eprintln",
    "eprint",
    "dbg",
    "write",
    "writeln",
    "Rc",
    "Arc",
];

/// Macros that only compute, or stop the program.
const MACROS: [&str; 14] = [
    "vec",
    "format",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "matches",
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "concat",
];

/// Methods of collections that change what they are called on, which is a local variable.
const CHANGING: &str = "\
    and_then append as_mut as_mut_slice chunks_exact_mut chunks_mut clear copy_from_slice dedup default drain entry extend \
    extend_from_slice fill first_mut for_each from get_mut get_or_insert get_or_insert_with insert into inspect iter_mut \
    keys last_mut map_err map_or_else next next_back next_if or_default or_else or_insert or_insert_with peek pop pop_back \
    pop_front push push_back push_front push_str remove replace resize retain reverse rotate_left rotate_right scan \
    select_nth_unstable_by sort sort_by sort_by_key sort_unstable sort_unstable_by sort_unstable_by_key split_at_mut \
    split_first split_last swap swap_remove then then_some to_uppercase truncate try_fold try_from try_into unwrap_or_else \
    with_capacity filter_map map_while checked_neg rem_euclid signum";

/// Whether it has no effects outside of itself. `is_pure_method` knows the methods of the standard library that only compute.
pub fn is_pure(of: &Ident, source: &SourceFunction, is_pure_method: &dyn Fn(&str) -> bool) -> bool {
    Purity { of, is_pure_method, visited: Vec::new(), closures: Vec::new() }.function(source)
}

struct Purity<'a> {
    of: &'a Ident,
    is_pure_method: &'a dyn Fn(&str) -> bool,
    /// The functions that were looked at, by their places, and types by their names.
    visited: Vec<String>,
    /// The closures of the function that is read.
    closures: Vec<String>,
}

impl Purity<'_> {
    fn is_new(&mut self, name: String) -> bool {
        let is_new = !self.visited.contains(&name);
        if is_new {
            self.visited.push(name);
        }
        is_new
    }

    fn function(&mut self, source: &SourceFunction) -> bool {
        if !self.is_new(source.place.to_string()) {
            return true;
        }
        let header = source.header.as_deref().unwrap_or_default();
        let changes_arguments = {
            let signature = source.signature.replace("&mut self", "self");
            words(&signature).any(|word| word == "mut") && signature.contains("&mut") || signature.contains("& mut")
        };
        let (Ok(signature), Ok(body)) = (source.signature.parse(), source.body.parse()) else { return false };
        let mut closures = Vec::new();
        closures_in(&body, &mut closures);
        let outer = std::mem::replace(&mut self.closures, closures);
        let is_pure = !changes_arguments
            && !words(header).any(|word| SEEN_OUTSIDE.contains(&word) && word != "impl")
            && self.types_of(&source.signature)
            && self.types_of(header.split_once("for").map_or(header, |(_, ty)| ty))
            && self.tokens(&signature)
            && self.tokens(&body);
        self.closures = outer;
        is_pure
    }

    /// Whether all types that are named are known.
    fn types_of(&mut self, text: &str) -> bool {
        words(text).filter(|word| word.starts_with(char::is_uppercase)).all(|word| self.is_known(word))
    }

    fn is_known(&mut self, name: &str) -> bool {
        // `N` of `const N: usize`.
        if TYPES.contains(&name) || name.len() == 1 || !self.is_new(format!("type {name}")) {
            return true;
        }
        if let Some(alias) = in_file(self.of, |file| file.definition(name, true)?.alias()) {
            let ty = alias.ty;
            return self.types_of(&quote::quote!(#ty).to_string());
        }
        if let Some((item, _)) = struct_beside(self.of, name) {
            return self.fields(&item.fields);
        }
        enum_beside(self.of, name).is_some_and(|item| item.variants.iter().all(|variant| self.fields(&variant.fields)))
    }

    fn fields(&mut self, fields: &syn::Fields) -> bool {
        fields.iter().all(|field| {
            let ty = &field.ty;
            let text = quote::quote!(#ty).to_string();
            !words(&text).any(|word| SEEN_OUTSIDE.contains(&word)) && !text.contains("fn (") && self.types_of(&text)
        })
    }

    fn tokens(&mut self, tokens: &TokenStream) -> bool {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let is =
            |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
        let word = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
            Some(TokenTree::Ident(name)) => Some(name.to_string()),
            _ => None,
        };
        for (at, token) in tokens.iter().enumerate() {
            let is_fine = match token {
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    // A name of upper case is a type, a variant or a constant; of a `static`, that word stands in the file.
                    !SEEN_OUTSIDE.contains(&name.as_str()) && !name.starts_with("Atomic")
                }
                TokenTree::Group(group) => {
                    let called = match word(at.checked_sub(1)) {
                        Some(name) if group.delimiter() == Delimiter::Parenthesis => {
                            let is_method = at >= 2 && is(at - 2, '.');
                            let prefix = (at >= 4 && is(at - 2, ':')).then(|| word(at.checked_sub(4)));
                            let is_definition = word(at.checked_sub(2)).is_some_and(|before| before == "fn");
                            is_definition || self.call(&name, is_method, prefix)
                        }
                        // `f::<T>(x)`, `(self.f)(x)`
                        None if at >= 1 && group.delimiter() == Delimiter::Parenthesis => {
                            let after_generics = is(at - 1, '>');
                            let after_group =
                                matches!(&tokens[at - 1], TokenTree::Group(of) if of.delimiter() != Delimiter::Brace);
                            let name = generic_call(&tokens[..at]);
                            !after_group
                                && (!after_generics
                                    || name.is_none_or(|(name, is_method)| self.call(&name, is_method, None)))
                        }
                        None if at >= 2 && is(at - 1, '!') => {
                            word(at.checked_sub(2)).is_none_or(|name| MACROS.contains(&name.as_str()))
                        }
                        _ => true,
                    };
                    called && self.tokens(&group.stream())
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => true,
            };
            if !is_fine {
                return false;
            }
        }
        true
    }

    #[allow(clippy::option_option, reason = "whether there is a prefix, and whether it is a name")]
    fn call(&mut self, name: &str, is_method: bool, prefix: Option<Option<String>>) -> bool {
        const WORDS: [&str; 13] =
            ["if", "in", "match", "return", "while", "move", "else", "let", "for", "mut", "ref", "as", "break"];
        if WORDS.contains(&name) || name.starts_with(char::is_uppercase) {
            return true;
        }
        if is_method {
            let own = functions_of(self.of, None, name);
            return if own.is_empty() {
                (self.is_pure_method)(name) || CHANGING.split(' ').any(|known| known == name)
            } else {
                own.iter().all(|source| self.function(source))
            };
        }
        match prefix {
            Some(Some(of)) if ["f64", "f32", "usize", "i32", "u32", "i64", "u64"].contains(&of.as_str()) => {
                (self.is_pure_method)(name) || name == "from" || name == "try_from"
            }
            Some(Some(of))
                if ["Vec", "String", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque"]
                    .contains(&of.as_str()) =>
            {
                ["new", "with_capacity", "from"].contains(&name)
            }
            Some(Some(of)) if ["mem", "iter", "array"].contains(&of.as_str()) => {
                ["swap", "replace", "take", "once", "repeat", "from_fn", "zip"].contains(&name)
            }
            Some(Some(of)) => {
                let of = (of != "Self").then_some(of);
                let own = functions_of(self.of, of.as_deref(), name);
                !own.is_empty() && own.iter().all(|source| self.function(source))
            }
            Some(None) => false,
            None => {
                // A closure of this body is read with it.
                self.closures.iter().any(|known| known == name)
                    || function_beside(self.of, name).is_some_and(|source| self.function(&source))
            }
        }
    }
}

/// The names in `let name = |…| …`.
fn closures_in(tokens: &TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            closures_in(&group.stream(), found);
        }
        let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.to_string() == text);
        if is(at, "let") && is(at + 2, "=") && (is(at + 3, "|") || is(at + 3, "move")) {
            found.extend(tokens.get(at + 1).map(ToString::to_string));
        }
    }
}

/// The name in front of `::<T>`, and whether it is that of a method.
fn generic_call(before: &[TokenTree]) -> Option<(String, bool)> {
    let sign = |at: usize, sign: char| matches!(&before[at], TokenTree::Punct(punct) if punct.as_char() == sign);
    let start = (0..before.len()).rev().find(|&at| sign(at, '<'))?;
    let name = start.checked_sub(3)?;
    match &before[name] {
        TokenTree::Ident(word) => Some((word.to_string(), name >= 1 && sign(name - 1, '.'))),
        _ => None,
    }
}
