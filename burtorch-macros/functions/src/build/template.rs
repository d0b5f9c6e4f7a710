//! Code over values that are not differentiated: the user's tokens with holes for local values.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::capture::substitute;
use super::state::may_have_effects_beside;
use super::{Builder, Value, same_name};
use crate::ast::{Member, int_literal};
use crate::each::Each;
use crate::graph::{Id, Kind, Number, Template};

impl Template {
    pub(super) fn verbatim(tokens: TokenStream) -> Self {
        Template { tokens, ..Template::default() }
    }

    /// An integer or a truth value.
    pub(super) fn number(tokens: TokenStream) -> Self {
        Template { tokens, known: true, number: Number::Yes, ..Template::default() }
    }

    /// This code, marked as code that is known to yield a number.
    pub(super) fn yielding_number(self) -> Self {
        Template { known: true, number: Number::Yes, ..self }
    }

    /// This code, marked as code that calls something that is not known to be pure.
    pub(super) fn impure(self) -> Self {
        Template { effects: true, known: false, number: Number::Unknown, ..self }
    }

    /// `prefix template`
    pub(super) fn prefixed(self, prefix: &str) -> Self {
        let (inner, symbol) = (self.atom(), punctuation(prefix));
        let number = if prefix == "&" { Number::Unknown } else { self.number };
        Template { tokens: quote!(#symbol #inner), number, ..self }
    }

    /// The call of what has the name of a constructor, which is pure. That it is one, its pattern proves.
    pub(super) fn constructor(self, path: &TokenStream) -> Self {
        let call = &self.tokens;
        let tokens = quote! {
            match #call {
                value @ #path(..) => value,
                #[allow(unreachable_patterns)]
                _ => ::core::unreachable!(),
            }
        };
        Template { tokens, ..self }
    }

    /// `&mut template`
    pub(super) fn lent(self) -> Self {
        let inner = self.atom();
        Template { tokens: quote!(&mut #inner), effects: false, number: Number::Unknown, ..self }
    }

    /// `left op right`
    pub(super) fn binary(self, op: &str, right: Self) -> Self {
        let (left, right_tokens, symbol) = (self.atom(), right.atom(), punctuation(op));
        let compares = matches!(op, "<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||");
        let number = match op {
            _ if compares => Number::Yes,
            ".." | "..=" => Number::Unknown,
            _ => self.number.min(right.number),
        };
        Template {
            tokens: quote!(#left #symbol #right_tokens),
            holes: [self.holes, right.holes].concat(),
            effects: self.effects || right.effects,
            known: compares || self.known && right.known,
            number,
            fresh: false,
        }
    }

    pub(super) fn index(self, at: Self) -> Self {
        let (base, index) = (self.atom(), &at.tokens);
        let (tokens, effects) = (quote!(#base[#index]), self.effects || at.effects);
        Template {
            tokens,
            holes: [self.holes, at.holes].concat(),
            effects,
            fresh: false,
            number: Number::Unknown,
            ..self
        }
    }

    /// Part `at` of so many, as a pattern without names for the others binds it: of a reference, a reference.
    pub(super) fn part(self, at: usize, count: usize) -> Self {
        let base = &self.tokens;
        let places = (0..count).map(|place| if place == at { quote!(__burtorch_part) } else { quote!(_) });
        let tokens = quote!(match #base { (#(#places,)*) => __burtorch_part });
        Template { tokens, number: Number::Unknown, ..self }
    }

    pub(super) fn field(self, member: &Member) -> Self {
        let base = self.atom();
        let member = match member {
            Member::Index(at) => proc_macro2::Literal::usize_unsuffixed(*at).to_token_stream(),
            Member::Name(name) => name.to_token_stream(),
        };
        Template { tokens: quote!(#base.#member), number: Number::Unknown, ..self }
    }

    pub(super) fn cast(self, ty: &TokenStream) -> Self {
        let inner = self.atom();
        Template { tokens: quote!(#inner as #ty), ..self.yielding_number() }
    }

    /// `path(args)`, `receiver.name(args)`: `before` and the arguments in parentheses. What is called is taken to be pure.
    pub(super) fn call(before: &TokenStream, receiver: Option<Self>, args: Vec<Self>) -> Self {
        let mut call = Template::default();
        let receiver = receiver.map(|receiver| {
            let atom = receiver.atom();
            call.holes.extend(receiver.holes);
            call.effects |= receiver.effects;
            quote!(#atom.)
        });
        let tokens: Vec<_> = args.each(|arg| &arg.tokens);
        call.tokens = quote!(#receiver #before(#(#tokens),*));
        for arg in args {
            call.effects |= arg.effects;
            call.holes.extend(arg.holes);
        }
        call
    }

    /// The tokens, in parentheses unless they are one token or one path.
    fn atom(&self) -> TokenStream {
        let tokens = &self.tokens;
        let mut count = 0;
        let simple = tokens.clone().into_iter().all(|token| {
            count += 1;
            match token {
                TokenTree::Ident(_) => true,
                TokenTree::Literal(_) => count == 1,
                TokenTree::Punct(punct) => matches!(punct.as_char(), ':' | '.'),
                TokenTree::Group(group) => count > 1 && group.delimiter() != Delimiter::Brace,
            }
        });
        let text = tokens.to_string();
        if simple && !text.contains(" as ") && !text.contains("..") { tokens.clone() } else { quote!((#tokens)) }
    }
}

impl Builder<'_> {
    /// A value as code: what is a node becomes a hole.
    pub(super) fn template(&mut self, value: Value) -> Template {
        match value {
            Value::Code(template) => template,
            Value::Node(id) if matches!(self.w.graph.kind(id), Kind::Int(..) | Kind::Bool(_)) => {
                Template::number(self.literal(id))
            }
            other => {
                let (id, hole) = (self.node(other), self.hole());
                let (tokens, known) = (hole.to_token_stream(), self.is_known_node(id));
                Template {
                    tokens,
                    holes: vec![(hole, id)],
                    known,
                    number: Number::IfItsValuesAre,
                    ..Template::default()
                }
            }
        }
    }

    /// A known integer or truth value, as the user could have written it.
    fn literal(&self, id: Id) -> TokenStream {
        let text = match self.w.graph.kind(id) {
            Kind::Int(value, ty) => int_literal(*value, *ty),
            Kind::Bool(value) => value.to_string(),
            kind => unreachable!("{kind:?} is not a literal"),
        };
        text.parse().expect("a literal is written as Rust")
    }

    fn hole(&mut self) -> Ident {
        self.holes += 1;
        Ident::new(&format!("__burtorch_hole_{}", self.holes), Span::mixed_site())
    }

    /// Tokens that were not parsed: the local names in them become holes.
    pub(super) fn capture(&mut self, tokens: &TokenStream) -> Template {
        let holds_standard = |name: &Ident| self.lookup(name).is_some_and(|at| self.is_known_node(self.vars[at].id));
        let effects = may_have_effects_beside(tokens, &holds_standard);
        let mut template = Template { effects, ..Template::default() };
        let mut known: Vec<(Ident, Ident)> = Vec::new();
        template.tokens = substitute(tokens.clone(), &mut |name| {
            if let Some((_, hole)) = known.iter().find(|(known, _)| same_name(known, name)) {
                return Some(hole.clone());
            }
            let at = self.lookup(name)?;
            let (id, hole) = (self.vars[at].id, self.hole());
            template.effects |= self.vars[at].state;
            template.holes.push((hole.clone(), id));
            known.push((name.clone(), hole.clone()));
            Some(hole)
        });
        template
    }

    pub(super) fn hole_for(&mut self, id: Id) -> Template {
        self.template(Value::Node(id))
    }
}

/// Whether a block stands in the tokens.
pub(super) fn has_block(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace || has_block(&group.stream()),
        _ => false,
    })
}

/// Whether control may leave the tokens: `return`, `break`, `continue` or `?`.
pub(super) fn jumps(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => jumps(&group.stream()),
        TokenTree::Ident(word) => word == "return" || word == "break" || word == "continue",
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Literal(_) => false,
    })
}

/// Whether the tokens may change something: an assignment, or `&mut`.
pub(super) fn assigns(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let punct = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing())),
        _ => None,
    };
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => assigns(&group.stream()),
        TokenTree::Punct(sign) if sign.as_char() == '&' => {
            matches!(tokens.get(at + 1), Some(TokenTree::Ident(name)) if name == "mut")
        }
        TokenTree::Punct(sign) if sign.as_char() == '=' => {
            let compares = |c| matches!(c, '=' | '<' | '>' | '!' | '.');
            let before = at.checked_sub(1).and_then(punct);
            let joined = before.is_some_and(|(c, spacing)| spacing == Spacing::Joint && compares(c));
            // `==` and `=>` start here, `<=`, `>=`, `!=` and `..=` end here.
            let starts = sign.spacing() == Spacing::Joint && punct(at + 1).is_some_and(|(c, _)| matches!(c, '=' | '>'));
            // `let pattern = …` introduces a name and changes nothing.
            let declares = tokens[..at]
                .iter()
                .rev()
                .take_while(|token| !matches!(token, TokenTree::Punct(p) if p.as_char() == ';'))
                .any(|token| matches!(token, TokenTree::Ident(name) if name == "let"));
            !joined && !starts && !declares
        }
        _ => false,
    })
}

/// An operator as tokens.
fn punctuation(symbol: &str) -> TokenStream {
    let last = symbol.chars().count().saturating_sub(1);
    let punct = |(at, char)| Punct::new(char, if at == last { Spacing::Alone } else { Spacing::Joint });
    symbol.chars().enumerate().map(|pair| TokenTree::from(punct(pair))).collect()
}
