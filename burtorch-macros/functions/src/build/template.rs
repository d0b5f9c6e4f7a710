//! Code over values that are not differentiated: the user's tokens with holes for local values.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::{Builder, Value, same_name};
use crate::ast::{Member, int_literal};
use crate::each::Each;
use crate::graph::{Id, Kind, Template};

impl Template {
    pub(super) fn verbatim(tokens: TokenStream) -> Self {
        Template { tokens, holes: Vec::new() }
    }

    /// `prefix template`
    pub(super) fn prefixed(self, prefix: &str) -> Self {
        let (inner, prefix) = (self.atom(), punctuation(prefix));
        Template { tokens: quote!(#prefix #inner), holes: self.holes }
    }

    /// `left op right`
    pub(super) fn binary(self, op: &str, right: Self) -> Self {
        let (left, right_tokens, op) = (self.atom(), right.atom(), punctuation(op));
        Template { tokens: quote!(#left #op #right_tokens), holes: [self.holes, right.holes].concat() }
    }

    pub(super) fn index(self, at: Self) -> Self {
        let (base, index) = (self.atom(), &at.tokens);
        Template { tokens: quote!(#base[#index]), holes: [self.holes, at.holes].concat() }
    }

    pub(super) fn field(self, member: &Member) -> Self {
        let base = self.atom();
        let member = match member {
            Member::Index(at) => proc_macro2::Literal::usize_unsuffixed(*at).to_token_stream(),
            Member::Name(name) => name.to_token_stream(),
        };
        Template { tokens: quote!(#base.#member), holes: self.holes }
    }

    pub(super) fn cast(self, ty: &TokenStream) -> Self {
        let inner = self.atom();
        Template { tokens: quote!(#inner as #ty), holes: self.holes }
    }

    /// `path(args)`, `receiver.name(args)`: `before` and the arguments in parentheses.
    pub(super) fn call(before: &TokenStream, receiver: Option<Self>, args: Vec<Self>) -> Self {
        let mut holes = Vec::new();
        let receiver = receiver.map(|receiver| {
            let atom = receiver.atom();
            holes.extend(receiver.holes);
            quote!(#atom.)
        });
        let tokens: Vec<_> = args.each(|arg| &arg.tokens);
        let tokens = quote!(#receiver #before(#(#tokens),*));
        holes.extend(args.into_iter().flat_map(|arg| arg.holes));
        Template { tokens, holes }
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
        if simple && !tokens.to_string().contains(" as ") { tokens.clone() } else { quote!((#tokens)) }
    }
}

impl Builder<'_> {
    /// A value as code: what is a node becomes a hole.
    pub(super) fn template(&mut self, value: Value) -> Template {
        match value {
            Value::Code(template) => template,
            Value::Node(id) if matches!(self.w.graph.kind(id), Kind::Int(..) | Kind::Bool(_)) => {
                Template::verbatim(self.literal(id))
            }
            other => {
                let (id, hole) = (self.node(other), self.hole());
                Template { tokens: hole.to_token_stream(), holes: vec![(hole, id)] }
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

    /// Tokens that were not parsed: the local names in them are bound to their values.
    pub(super) fn capture(&mut self, tokens: &TokenStream) -> Template {
        let mut names = Vec::new();
        collect_names(tokens, &mut names);
        let mut holes = Vec::new();
        let mut lets = TokenStream::new();
        for name in names {
            let Some(at) = self.lookup(&name) else { continue };
            let (id, hole) = (self.vars[at].id, self.hole());
            let variable = &self.vars[at].name;
            lets.extend(quote!(let #variable = #hole;));
            holes.push((hole, id));
        }
        let tokens = if lets.is_empty() { tokens.clone() } else { quote!({ #lets #tokens }) };
        Template { tokens, holes }
    }

    pub(super) fn hole_for(&mut self, id: Id) -> Template {
        self.template(Value::Node(id))
    }
}

/// Every identifier in `tokens`, those inside format strings included, each once.
fn collect_names(tokens: &TokenStream, names: &mut Vec<Ident>) {
    let mut add = |name: Ident| {
        if !names.iter().any(|known| same_name(known, &name)) {
            names.push(name);
        }
    };
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => add(name),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                for piece in text.split('{').skip(1) {
                    let name: String = piece.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if let Ok(mut name) = syn::parse_str::<Ident>(&name) {
                        name.set_span(literal.span());
                        add(name);
                    }
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Vec::new();
                collect_names(&Group::stream(&group), &mut inner);
                inner.into_iter().for_each(&mut add);
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// Whether a block stands in the tokens.
pub(super) fn has_block(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace || has_block(&group.stream()),
        _ => false,
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
