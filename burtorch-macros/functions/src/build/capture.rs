//! Tokens that were not parsed: the local names in them become holes.
//!
//! In: Rust code of the user's, as tokens. Out: the same code, in which every name that means a variable of the function
//! is a hole. Names that the code binds itself, as parameters of closures, by `let`, `for` and `match`, stay.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::quote;

/// Macros of the standard library whose texts may name variables: `"{n}"`.
const FORMATTING: [&str; 17] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "write",
];

/// Words after which an expression starts, so that `|` there opens a closure.
const STARTERS: [&str; 8] = ["move", "return", "in", "if", "while", "match", "else", "break"];

/// Replaces the names for which `hole` has one.
pub(super) fn substitute(tokens: TokenStream, hole: &mut dyn FnMut(&Ident) -> Option<Ident>) -> TokenStream {
    Scopes { hole, bound: Vec::new() }.sequence(tokens, ListKind::Block)
}

/// What kind of list tokens stand in.
#[derive(Clone, Copy, PartialEq)]
enum ListKind {
    Block,
    /// `Point { x, y: 1.0 }`
    Literal,
    /// The arms of a `match`.
    Arms,
}

struct Scopes<'h> {
    hole: &'h mut dyn FnMut(&Ident) -> Option<Ident>,
    /// The names that the code binds itself, innermost last.
    bound: Vec<String>,
}

impl Scopes<'_> {
    fn replaced(&mut self, name: &Ident) -> Option<Ident> {
        let text = name.to_string();
        if self.bound.contains(&text) { None } else { (self.hole)(name) }
    }

    /// A list of tokens; what it binds ends with it.
    fn sequence(&mut self, tokens: TokenStream, inside: ListKind) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let depth = self.bound.len();
        let out = match inside {
            ListKind::Arms => self.arms(&tokens),
            _ => self.run(&tokens, inside),
        };
        self.bound.truncate(depth);
        out
    }

    fn run(&mut self, tokens: &[TokenTree], inside: ListKind) -> TokenStream {
        let mut out = TokenStream::new();
        let mut at = 0;
        // After `if`, `while`, `for` and `match`, the next braces are a block.
        let mut heads_block = false;
        // Names of `if let`, which end with the block.
        let mut until_block = None;
        while at < tokens.len() {
            let word = word_at(tokens, at);
            match &tokens[at] {
                TokenTree::Ident(_) if word.as_deref() == Some("let") => {
                    let end = (at + 1..tokens.len()).find(|&k| is_sign(tokens, k, '=')).unwrap_or(tokens.len());
                    out.extend(tokens[at..end].iter().cloned());
                    let names = pattern_names(&tokens[at + 1..end]);
                    if heads_block {
                        until_block.get_or_insert(self.bound.len());
                        let block = (end..tokens.len()).find(|&k| is_block(tokens, k)).unwrap_or(tokens.len());
                        out.extend(self.run(&tokens[end..block], ListKind::Block));
                        self.bound.extend(names);
                        at = block;
                        continue;
                    }
                    let stop = (end..tokens.len()).find(|&k| is_char(tokens, k, ';')).unwrap_or(tokens.len());
                    out.extend(self.run(&tokens[end..stop], ListKind::Block));
                    self.bound.extend(names);
                    at = stop;
                }
                TokenTree::Ident(_) if word.as_deref() == Some("for") => {
                    let end = (at + 1..tokens.len()).find(|&k| word_at(tokens, k).as_deref() == Some("in"));
                    let end = end.unwrap_or(tokens.len());
                    let block = (end..tokens.len()).find(|&k| is_block(tokens, k)).unwrap_or(tokens.len());
                    out.extend(tokens[at..end].iter().cloned());
                    out.extend(self.run(&tokens[end..block], ListKind::Block));
                    until_block = Some(self.bound.len());
                    self.bound.extend(pattern_names(&tokens[at + 1..end]));
                    (at, heads_block) = (block, true);
                }
                TokenTree::Ident(_) if word.as_deref() == Some("match") => {
                    let block = (at + 1..tokens.len()).find(|&k| is_block(tokens, k)).unwrap_or(tokens.len());
                    out.extend([tokens[at].clone()]);
                    out.extend(self.run(&tokens[at + 1..block], ListKind::Block));
                    if let Some(TokenTree::Group(group)) = tokens.get(block) {
                        out.extend([regrouped(group, self.sequence(group.stream(), ListKind::Arms))]);
                    }
                    at = block + 1;
                }
                TokenTree::Ident(_) if matches!(word.as_deref(), Some("fn" | "struct" | "use" | "impl")) => {
                    let end = (at..tokens.len()).find(|&k| is_block(tokens, k) || is_char(tokens, k, ';'));
                    let end = end.map_or(tokens.len(), |end| end + 1);
                    out.extend(tokens[at..end].iter().cloned());
                    at = end;
                }
                TokenTree::Ident(name) => {
                    heads_block |= matches!(word.as_deref(), Some("if" | "while"));
                    out.extend(self.name(tokens, at, name, inside));
                    at += 1;
                }
                TokenTree::Punct(sign) if sign.as_char() == '|' && opens_closure(tokens, at) => {
                    let params = (at + 1..tokens.len()).find(|&k| is_char(tokens, k, '|')).unwrap_or(tokens.len() - 1);
                    let end = (params + 1..tokens.len()).find(|&k| is_char(tokens, k, ',') || is_char(tokens, k, ';'));
                    let end = end.unwrap_or(tokens.len());
                    out.extend(tokens[at..=params].iter().cloned());
                    let depth = self.bound.len();
                    self.bound.extend(pattern_names(&tokens[(at + 1).min(params)..params]));
                    out.extend(self.run(&tokens[params + 1..end], ListKind::Block));
                    self.bound.truncate(depth);
                    at = end;
                }
                TokenTree::Group(group) => {
                    let braces = group.delimiter() == Delimiter::Brace;
                    let literal = braces && !heads_block && at > 0 && names_a_struct(&tokens[at - 1]);
                    let formatted = self.formatted(tokens, at, group);
                    let inner = formatted.unwrap_or_else(|| {
                        self.sequence(group.stream(), if literal { ListKind::Literal } else { ListKind::Block })
                    });
                    out.extend([regrouped(group, inner)]);
                    if braces && heads_block {
                        heads_block = false;
                        if let Some(depth) = until_block.take() {
                            self.bound.truncate(depth);
                        }
                    }
                    at += 1;
                }
                other => {
                    out.extend([other.clone()]);
                    at += 1;
                }
            }
        }
        out
    }

    /// A name that may mean a variable.
    fn name(&mut self, tokens: &[TokenTree], at: usize, name: &Ident, inside: ListKind) -> TokenStream {
        let after = |k: usize, char| is_char(tokens, at + k, char);
        let before = |k: usize, char| at.checked_sub(k).is_some_and(|k| is_char(tokens, k, char));
        let member = before(1, '.') && !before(2, '.');
        let path = after(1, ':') && after(2, ':') || before(1, ':') && before(2, ':');
        let called = after(1, '!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
        let field = inside == ListKind::Literal && after(1, ':') && !after(2, ':');
        let label = before(1, '\'');
        let plain = || TokenStream::from(TokenTree::Ident(name.clone()));
        if member || path || called || field || label {
            return plain();
        }
        let Some(hole) = self.replaced(name) else { return plain() };
        let starts = at == 0 || before(1, ',');
        let ends = at + 1 == tokens.len() || after(1, ',');
        if inside == ListKind::Literal && starts && ends { quote!(#name: #hole) } else { quote!(#hole) }
    }

    /// The arguments of a macro that formats text: what the text names becomes an argument.
    fn formatted(&mut self, tokens: &[TokenTree], at: usize, group: &Group) -> Option<TokenStream> {
        let is_macro = at >= 2 && is_char(tokens, at - 1, '!');
        let name = is_macro.then(|| word_at(tokens, at - 2)).flatten()?;
        if !FORMATTING.iter().any(|known| name == *known || name == format!("{known}ln")) {
            return None;
        }
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        // `n = …` names an argument.
        let depth = self.bound.len();
        let explicit = (1..inner.len()).filter(|&k| is_sign(&inner, k, '=') && k >= 2 && is_char(&inner, k - 2, ','));
        self.bound.extend(explicit.filter_map(|k| word_at(&inner, k - 1)));
        let mut named: Vec<(Ident, Ident)> = Vec::new();
        for token in &inner {
            let TokenTree::Literal(literal) = token else { continue };
            for mut found in names_in_text(&literal.to_string()) {
                found.set_span(literal.span());
                if !named.iter().any(|(known, _)| *known == found)
                    && let Some(hole) = self.replaced(&found)
                {
                    named.push((found, hole));
                }
            }
        }
        let comma = inner.last().is_some_and(|last| matches!(last, TokenTree::Punct(p) if p.as_char() == ','));
        let mut out = self.sequence(group.stream(), ListKind::Block);
        for (at, (name, hole)) in named.into_iter().enumerate() {
            let comma = (at > 0 || !comma).then(|| Punct::new(',', Spacing::Alone));
            out.extend(quote!(#comma #name = #hole));
        }
        self.bound.truncate(depth);
        Some(out)
    }

    /// The arms of a `match`: each binds the names of its pattern.
    fn arms(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < tokens.len() {
            let arrow = (at..tokens.len()).find(|&k| is_char(tokens, k, '=') && is_char(tokens, k + 1, '>'));
            let Some(arrow) = arrow else {
                out.extend(tokens[at..].iter().cloned());
                break;
            };
            let guard = (at..arrow).find(|&k| word_at(tokens, k).as_deref() == Some("if")).unwrap_or(arrow);
            let depth = self.bound.len();
            self.bound.extend(pattern_names(&tokens[at..guard]));
            out.extend(tokens[at..guard].iter().cloned());
            out.extend(self.run(&tokens[guard..arrow], ListKind::Block));
            out.extend(tokens[arrow..arrow + 2].iter().cloned());
            let body = arrow + 2;
            let end = if is_block(tokens, body) {
                body + 1 + usize::from(is_char(tokens, body + 1, ','))
            } else {
                (body..tokens.len()).find(|&k| is_char(tokens, k, ',')).map_or(tokens.len(), |end| end + 1)
            };
            out.extend(self.run(&tokens[body..end], ListKind::Block));
            self.bound.truncate(depth);
            at = end;
        }
        out
    }
}

fn regrouped(group: &Group, inner: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), inner);
    new.set_span(group.span());
    new.into()
}

fn word_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_char(tokens: &[TokenTree], at: usize, char: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

/// Whether a sign stands here that is no part of a longer one, as of `==`.
fn is_sign(tokens: &[TokenTree], at: usize, char: char) -> bool {
    let joint =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint);
    is_char(tokens, at, char) && !joint(at) && !at.checked_sub(1).is_some_and(joint)
}

fn is_block(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
}

/// Whether `|` stands where an expression starts.
fn opens_closure(tokens: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).map(|before| &tokens[before]) {
        None => true,
        Some(TokenTree::Ident(word)) => STARTERS.iter().any(|starter| word == starter),
        Some(TokenTree::Punct(punct)) => punct.as_char() != '?',
        Some(TokenTree::Literal(_) | TokenTree::Group(_)) => false,
    }
}

fn names_a_struct(before: &TokenTree) -> bool {
    match before {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_uppercase),
        TokenTree::Punct(punct) => punct.as_char() == '>',
        _ => false,
    }
}

/// The names that a pattern binds, and perhaps some more.
fn pattern_names(tokens: &[TokenTree]) -> Vec<String> {
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) => {
                let text = name.to_string();
                let path = is_char(tokens, at + 1, ':') && is_char(tokens, at + 2, ':')
                    || at.checked_sub(1).is_some_and(|before| is_char(tokens, before, ':'));
                if text.starts_with(|c: char| c.is_lowercase() || c == '_') && !path {
                    names.push(text);
                }
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                // After a colon stands a type, or the pattern of a field.
                let field = group.delimiter() == Delimiter::Brace;
                names.extend(pattern_names(&inner));
                if field {
                    let after_colon = |k: usize| k > 0 && is_char(&inner, k - 1, ':');
                    let words = (0..inner.len()).filter(|&k| after_colon(k)).filter_map(|k| word_at(&inner, k));
                    names.extend(words);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    names
}

/// The names in the braces of a format string.
pub(super) fn names_in_text(text: &str) -> Vec<Ident> {
    let mut names = Vec::new();
    let text = text.replace("{{", "");
    for piece in text.split('{').skip(1) {
        let inside = piece.split('}').next().unwrap_or_default();
        // `{n}`, and the widths in `{:w$.p$}`.
        let (name, format) = inside.split_once(':').unwrap_or((inside, ""));
        let sizes = format
            .split('$')
            .rev()
            .skip(1)
            .map(|size| size.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default());
        for word in std::iter::once(name).chain(sizes) {
            if let Ok(name) = syn::parse_str::<Ident>(word.trim()) {
                names.push(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn check(source: &str, expected: &str) {
        let source: TokenStream = source.parse().expect("tokens");
        let out = substitute(source, &mut |name| {
            ["a", "b", "n"]
                .iter()
                .any(|known| name == known)
                .then(|| Ident::new(&format!("h_{name}"), Span::call_site()))
        });
        let expected: TokenStream = expected.parse().expect("tokens");
        assert_eq!(out.to_string(), expected.to_string());
    }

    #[test]
    fn names_become_holes_where_they_mean_variables() {
        check("a + b.a(n) * a::b(n)", "h_a + h_b.a(h_n) * a::b(h_n)");
        check("0..n", "0..h_n");
        check("Point { a, b: n, ..x }", "Point { a: h_a, b: h_n, ..x }");
        check("a![n]", "a![h_n]");
        check("if a { n } else { b }", "if h_a { h_n } else { h_b }");
    }

    #[test]
    fn names_that_the_code_binds_stay() {
        check("x.map(|a| a + n, a)", "x.map(|a| a + h_n, h_a)");
        check("|&(a, ref b)| a | b | n", "|&(a, ref b)| a | b | h_n");
        check("{ let a = a + 1; a } + a", "{ let a = h_a + 1; a } + h_a");
        check("if let Some(n) = a { n } else { b }", "if let Some(n) = h_a { n } else { h_b }");
        check("for a in a..b { a; } a", "for a in h_a..h_b { a; } h_a");
        check(
            "match n { a if a > b => a + n, b => { b } _ => a }",
            "match h_n { a if a > h_b => a + h_n, b => { b } _ => h_a }",
        );
        check("move |x: b| x", "move |x: b| x");
    }

    #[test]
    fn texts_name_variables() {
        check("println!(\"{n} {a:?} {x}\", a)", "println!(\"{n} {a:?} {x}\", h_a, n = h_n, a = h_a)");
        check("println!(\"{n}\", n = a)", "println!(\"{n}\", n = h_a)");
        check("format!(\"{{n}} {:b$}\", 1)", "format!(\"{{n}} {:b$}\", 1, b = h_b)");
    }
}
