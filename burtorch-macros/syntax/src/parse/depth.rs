//! How deep tokens nest, before anybody reads them.
//!
//! syn, the passes after it and rustc walk nested code by functions that call themselves, and a stack that overflows ends rustc
//! without a word. So what nests too deep is refused here, by a walk that does not.

use burtorch_runtime::rules::Op;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree, token_stream};

/// How deep code may nest. What this needs of rustc's stack is less than half of what there is.
pub const DEEPEST: usize = 128;

/// An error if the tokens nest deeper than [`DEEPEST`].
pub fn too_deep(tokens: &TokenStream) -> Option<syn::Error> {
    if most(tokens) <= DEEPEST {
        return None;
    }
    let (depth, span) = depth(tokens);
    (depth > DEEPEST).then(|| {
        let message = format!(
            "this code nests {depth} levels deep, and at most {DEEPEST} can be read: bind inner parts to names with `let`, or move them into functions of their own; an `else if` is a level as well: use `match`, or halve the cases by an outer `if`"
        );
        syn::Error::new(span, message)
    })
}

/// A bound of the depth that needs no word to be read: a token adds one level at most, and what it adds ends with the statement.
/// Most code has short statements.
fn most(tokens: &TokenStream) -> usize {
    let mut most = 0;
    let mut open = vec![(tokens.clone().into_iter(), 0, 0)];
    while let Some((rest, around, here)) = open.last_mut() {
        let Some(token) = rest.next() else {
            open.pop();
            continue;
        };
        *here += 1;
        most = most.max(*around + *here);
        if most > DEEPEST {
            break;
        }
        match token {
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => *here = 0,
            TokenTree::Group(group) => {
                let around = *around + *here + 1;
                open.push((group.stream().into_iter(), around, 0));
            }
            _ => {}
        }
    }
    most
}

/// The depth of the deepest place, and where that is.
fn depth(tokens: &TokenStream) -> (usize, Span) {
    let mut deepest = (0, Span::call_site());
    let mut open = vec![Sequence::new(tokens.clone(), 0)];
    while let Some(sequence) = open.last_mut() {
        let Some(token) = sequence.tokens.next() else {
            open.pop();
            continue;
        };
        let depth = sequence.note(&token);
        if depth > deepest.0 {
            deepest = (depth, token.span());
        }
        if let TokenTree::Group(group) = token {
            open.push(Sequence::new(group.stream(), depth + 1));
        }
    }
    deepest
}

/// Tokens between two delimiters.
struct Sequence {
    tokens: token_stream::IntoIter,
    /// How deep the first token is.
    depth: usize,
    /// `else` and `=`, of which each has all that follows inside of it, since the statement began.
    chained: usize,
    /// Signs and words before an operand, one after the other: `--x`, `return return`, `|a| |b|`.
    prefixed: usize,
    /// Casts, fields, indices and methods after an operand. Methods that are rows of the table are not counted: a chain of them
    /// is walked.
    suffixed: usize,
    last: Last,
}

/// What the last token was, as far as that matters.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Dot,
    Word,
    Block,
    /// A `|` by itself.
    Bar,
    /// A sign that goes on.
    Joint,
    Other,
}

impl Sequence {
    fn new(tokens: TokenStream, depth: usize) -> Self {
        let tokens = tokens.into_iter();
        Sequence { tokens, depth, chained: 0, prefixed: 0, suffixed: 0, last: Last::Other }
    }

    /// How deep the token is that comes next.
    fn note(&mut self, token: &TokenTree) -> usize {
        let last = match token {
            TokenTree::Punct(punct) if punct.as_char() == '.' => {
                self.suffixed += 1;
                Last::Dot
            }
            TokenTree::Punct(punct) => {
                self.suffixed = 0;
                let alone = punct.spacing() == Spacing::Alone;
                match punct.as_char() {
                    ';' | ',' => (self.chained, self.prefixed) = (0, 0),
                    '=' if alone && self.last != Last::Joint => self.chained += 1,
                    '-' | '!' | '*' | '&' => self.prefixed += 1,
                    '|' => self.chained += usize::from(self.last == Last::Bar),
                    _ => {}
                }
                match punct.as_char() {
                    _ if !alone => Last::Joint,
                    '|' => Last::Bar,
                    _ => Last::Other,
                }
            }
            TokenTree::Ident(word) => {
                // As text once: to compare a name of rustc's is to ask rustc for it.
                let word = word.to_string();
                match self.last {
                    Last::Dot => self.suffixed -= usize::from(Op::ALL.iter().any(|op| word == op.name())),
                    _ if word == "as" => self.suffixed += 1,
                    Last::Word => {}
                    _ => self.suffixed = 0,
                }
                if word == "else" {
                    self.chained += 1;
                } else if self.last == Last::Block {
                    // Another statement.
                    self.chained = 0;
                }
                if matches!(word.as_str(), "return" | "break" | "move" | "mut") {
                    self.prefixed += 1;
                } else {
                    self.prefixed = 0;
                }
                Last::Word
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                self.suffixed = 0;
                Last::Block
            }
            TokenTree::Group(_) => Last::Other,
            TokenTree::Literal(_) => {
                self.prefixed = 0;
                self.suffixed = if self.last == Last::Dot { self.suffixed } else { 0 };
                Last::Other
            }
        };
        self.last = last;
        let depth = self.depth + self.chained + self.prefixed + self.suffixed;
        if let TokenTree::Group(group) = token {
            self.prefixed = 0;
            // What stands inside of an index is not after it.
            self.suffixed += usize::from(group.delimiter() == Delimiter::Bracket);
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth_of(source: &str) -> usize {
        depth(&source.parse().expect("tokens")).0
    }

    #[test]
    fn what_nests_is_counted() {
        assert_eq!(depth_of("x + y * z.sin(1.0)"), 1);
        assert_eq!(depth_of("x.a.b[c].d() + x.a"), 4);
        assert_eq!(depth_of("x as a as b as c"), 3);
        assert_eq!(depth_of("((x))"), 2);
        assert_eq!(depth_of("f(g(h[x]))"), 3);
        assert_eq!(depth_of("---x"), 3);
        assert_eq!(depth_of("&*&*x + -y"), 4);
        assert_eq!(depth_of("a = b = c; d = e"), 2);
        assert_eq!(depth_of("if a { } else if b { } else if c { } else { x } if d { } else { }"), 4);
        assert_eq!(depth_of("|a| |b| |c| (x)"), 3);
        assert_eq!(depth_of("return return break x"), 3);
    }

    #[test]
    fn what_stands_side_by_side_is_not() {
        let many = |text: &str| text.repeat(1000);
        let chain = format!("x{}", many(".sin().max(y)"));
        assert!(depth_of(&many("x + ")) < 3);
        assert!(depth_of(&chain) < 3);
        assert!(depth_of(&many("let x = y; ")) < 3);
        assert!(depth_of(&many("if a { x = y } else { y = x } ")) < 5);
        assert!(depth_of(&many("a == b && c <= d || e | f >= g && ")) < 5);
        assert!(depth_of(&many("match a { b => c, d => -e } ")) < 5);
        assert!(depth_of(&many("-x * -y - ")) < 3);
        assert!(depth_of(&many("x as f64 * ")) < 3);
        assert!(depth_of(&many("self.x[1].abs() * ")) < 4);
        assert!(depth_of(&many("[1, 2], ")) < 4);
    }

    #[test]
    fn depth_costs_no_stack() {
        // Built from the inside: text of that depth would overflow the lexer's stack.
        let mut tokens = quote::quote!(x);
        for _ in 0..100_000 {
            tokens = TokenTree::Group(proc_macro2::Group::new(Delimiter::Parenthesis, tokens)).into();
        }
        assert_eq!(depth(&tokens).0, 100_000);
        let message = too_deep(&tokens).expect("it is too deep").to_string();
        assert!(message.starts_with("this code nests 100000 levels deep, and at most 128 can be read"), "{message}");
    }
}
