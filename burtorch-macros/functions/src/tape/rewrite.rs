//! Tokens of a function on `f64` → tokens of the same function on recorded numbers.
//!
//! In the block where they come to stand, `f64` is another name of the recorded number. So types need no change, and what is
//! rewritten is what only a float can be: literals, constants of the language, casts, and calls of functions of other modules.

use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use super::operand::{behind_path, is_behind, is_field, is_punct, is_start, operand, path_start, pop_path};
use crate::ast::IntType;

/// What is known of names when tokens are rewritten.
pub(super) struct Rewriter {
    /// Where the recorded number and what belongs to it are.
    pub recorded: TokenStream,
    pub krate: TokenStream,
    /// Functions that come from other modules, by the names that they have here.
    pub foreign: Vec<String>,
    /// Enums that have twins.
    pub enums: Vec<String>,
}

/// The name of the twin of an enum; the name of the enum is another one for it.
pub(super) fn twin_of_enum(name: &str) -> Ident {
    format_ident!("__Twin{name}")
}

/// Whether a literal is a float, `f64` or not said.
pub(super) fn is_float(literal: &Literal) -> bool {
    let text = literal.to_string();
    let starts = text.starts_with(|sign: char| sign.is_ascii_digit());
    if !starts || text.ends_with("f32") || text.starts_with("0x") || text.starts_with("0b") || text.starts_with("0o") {
        return false;
    }
    text.ends_with("f64")
        || !text.ends_with(|sign: char| sign.is_alphabetic()) && text.contains(['.', 'e', 'E'])
        || text.trim_end_matches("f64").contains('.')
}

impl Rewriter {
    /// An item. What has the name of a function of another module in it, but is not called there, may be a variable.
    pub(super) fn item(&self, tokens: TokenStream) -> TokenStream {
        let mut variables = Vec::new();
        uncalled(tokens.clone(), &mut variables);
        let foreign = self.foreign.iter().filter(|name| !variables.contains(name)).cloned().collect();
        let (recorded, krate, enums) = (self.recorded.clone(), self.krate.clone(), self.enums.clone());
        Rewriter { recorded, krate, foreign, enums }.tokens(tokens)
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            at = self.one(&tokens, at, &mut out);
        }
        out.into_iter().collect()
    }

    /// Rewrites the token at a position and what belongs to it; yields the position behind.
    fn one(&self, tokens: &[TokenTree], at: usize, out: &mut Vec<TokenTree>) -> usize {
        match &tokens[at] {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.get(at + 1)
                    && group.delimiter() == Delimiter::Bracket
                {
                    out.extend(attribute(group));
                    return at + 2;
                }
            }
            TokenTree::Literal(literal) if is_float(literal) && !is_field(out) => {
                self.literal(literal, tokens.get(at + 1), out);
                return at + 1;
            }
            TokenTree::Ident(name) if name == "as" => {
                if let Some(next) = self.cast(tokens, at, out) {
                    return next;
                }
            }
            TokenTree::Ident(name) if name == "f64" => return self.float(name, tokens, at, out),
            TokenTree::Ident(name) if name == "consts" => {
                if let Some((constant, behind)) = behind_path(tokens, at + 1) {
                    pop_path(out);
                    self.wrapped(&quote!(::core::f64::consts::#constant), name.span(), out);
                    return behind;
                }
            }
            TokenTree::Ident(name) if name == "use" && !is_behind(out, '.') => {
                let end = (at..tokens.len()).find(|&at| is_punct(tokens.get(at), ';')).unwrap_or(tokens.len() - 1);
                let import: TokenStream = tokens[at..=end].iter().cloned().collect();
                out.extend(self.import(import));
                return end + 1;
            }
            TokenTree::Ident(name) if name == "const" => {
                if let Some(behind) = self.constant(tokens, at, out) {
                    return behind;
                }
            }
            TokenTree::Group(group) => {
                let call = (group.delimiter() == Delimiter::Parenthesis).then(|| self.call(group, out)).flatten();
                if let Some((start, call)) = call {
                    out.truncate(start);
                    out.extend(call);
                    return at + 1;
                }
                let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                inner.set_span(group.span());
                out.push(inner.into());
                return at + 1;
            }
            _ => {}
        }
        out.push(tokens[at].clone());
        at + 1
    }

    /// A constant in the place of an expression.
    fn wrapped(&self, value: &TokenStream, span: Span, out: &mut Vec<TokenTree>) {
        let recorded = respanned(self.recorded.clone(), span);
        out.extend(quote_spanned!(span=> #recorded::RecordedNumber::__of(#value)));
    }

    /// `2.0`, and its sign, which is part of it where nothing binds closer.
    fn literal(&self, literal: &Literal, next: Option<&TokenTree>, out: &mut Vec<TokenTree>) {
        let binds_closer =
            is_punct(next, '.') || is_punct(next, '?') || matches!(next, Some(TokenTree::Ident(name)) if name == "as");
        let is_range = matches!(next, Some(TokenTree::Punct(punct)) if punct.as_char() == '.' && punct.spacing() == Spacing::Joint);
        if is_punct(out.last(), '-') && is_start(&out[..out.len() - 1]) && (!binds_closer || is_range) {
            let sign = out.pop();
            self.wrapped(&quote!(#sign #literal), literal.span(), out);
        } else {
            self.wrapped(&quote!(#literal), literal.span(), out);
        }
    }

    /// `f64`, `std::f64::EPSILON`, `f64::consts::PI`
    fn float(&self, name: &Ident, tokens: &[TokenTree], at: usize, out: &mut Vec<TokenTree>) -> usize {
        pop_path(out);
        if let Some((TokenTree::Ident(consts), behind)) = behind_path(tokens, at + 1)
            && consts == "consts"
            && let Some((constant, behind)) = behind_path(tokens, behind)
        {
            self.wrapped(&quote!(::core::f64::consts::#constant), name.span(), out);
            return behind;
        }
        out.push(name.clone().into());
        at + 1
    }

    /// `x as f64`, `x as usize`: the position behind.
    fn cast(&self, tokens: &[TokenTree], at: usize, out: &mut Vec<TokenTree>) -> Option<usize> {
        let TokenTree::Ident(ty) = tokens.get(at + 1)? else { return None };
        let (name, is_path) = (ty.to_string(), is_punct(tokens.get(at + 2), ':') && is_punct(tokens.get(at + 3), ':'));
        if is_path && name != "f64" {
            return None;
        }
        let span = ty.span();
        let recorded = respanned(self.recorded.clone(), span);
        let start = operand(out);
        let value: TokenStream = out[start..].iter().cloned().collect();
        let cast = match name.as_str() {
            "f64" => quote_spanned!(span=> #recorded::cast(#value)),
            "f32" => quote_spanned!(span=> #recorded::cast_single(#value)),
            // An integer literal has the type that it is cast to.
            _ if IntType::named(&name).is_some() && !matches!(&out[start..], [TokenTree::Literal(_)]) => {
                quote_spanned!(span=> (#recorded::Plain(#value).plain() as #ty))
            }
            _ => return None,
        };
        out.truncate(start);
        out.extend(cast);
        Some(at + 2)
    }

    /// `use std::f64::consts::PI;` becomes a constant.
    pub(super) fn import(&self, import: TokenStream) -> TokenStream {
        let constants = float_constants(&import);
        if constants.is_empty() {
            return self.variants(&import).unwrap_or(import);
        }
        let recorded = &self.recorded;
        let each = constants.iter().map(|(name, constant)| {
            quote! {
                #[allow(dead_code)]
                const #name: #recorded::RecordedNumber = #recorded::RecordedNumber::__of(::core::f64::consts::#constant);
            }
        });
        quote!(#(#each)*)
    }

    /// `use Shape::*;`, if `Shape` has a twin.
    pub(super) fn variants(&self, import: &TokenStream) -> Option<TokenStream> {
        let mut tokens: Vec<TokenTree> = import.clone().into_iter().collect();
        let at = tokens.iter().position(|token| matches!(token, TokenTree::Ident(name) if name == "use"))?;
        while let Some((TokenTree::Ident(_), _)) = behind_path(&tokens, at + 2)
            && matches!(&tokens[at + 1], TokenTree::Ident(name) if name == "self" || name == "super")
        {
            tokens.drain(at + 1..at + 4);
        }
        let TokenTree::Ident(root) = tokens.get(at + 1)? else { return None };
        let twin = self.enums.iter().any(|name| root == name).then(|| twin_of_enum(&root.to_string()))?;
        is_punct(tokens.get(at + 2), ':').then_some(())?;
        tokens[at + 1] = twin.into();
        // Whatever it was visible for.
        Some(tokens.drain(at..).collect())
    }

    /// `const H: f64 = 1.0 / 3.0;` in a body: its value is computed by floats.
    fn constant(&self, tokens: &[TokenTree], at: usize, out: &mut Vec<TokenTree>) -> Option<usize> {
        if let TokenTree::Group(block) = tokens.get(at + 1)?
            && block.delimiter() == Delimiter::Brace
            && has_floats(block.stream())
        {
            let (recorded, value) = (&self.recorded, self.constant_value(block.stream()));
            out.extend(quote!(#recorded::lifted(const { #value })));
            return Some(at + 2);
        }
        let TokenTree::Ident(name) = tokens.get(at + 1)? else { return None };
        let is_it = is_punct(tokens.get(at + 2), ':')
            && matches!(tokens.get(at + 3)?, TokenTree::Ident(ty) if ty == "f64")
            && is_punct(tokens.get(at + 4), '=');
        if !is_it {
            return None;
        }
        let end = (at..tokens.len()).find(|&at| is_punct(tokens.get(at), ';'))?;
        let value = self.constant_value(tokens[at + 5..end].iter().cloned().collect());
        let recorded = &self.recorded;
        out.extend(quote!(const #name: f64 = #recorded::RecordedNumber::__of(#value);));
        Some(end + 1)
    }

    /// The value of a constant, in which others may occur, which are recorded numbers.
    fn constant_value(&self, value: TokenStream) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut behind_dots = false;
        for token in value {
            match token {
                TokenTree::Ident(name) if name == "f64" && !behind_dots => {
                    tokens.extend(quote!(::core::primitive::f64));
                }
                TokenTree::Ident(name) if !behind_dots && name.to_string().chars().all(|sign| !sign.is_lowercase()) => {
                    let recorded = &self.recorded;
                    tokens.extend(quote!(#recorded::Constant(#name).get()));
                    behind_dots = false;
                }
                TokenTree::Group(group) => {
                    tokens
                        .extend([TokenTree::from(Group::new(group.delimiter(), self.constant_value(group.stream())))]);
                    behind_dots = false;
                }
                other => {
                    behind_dots = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == ':');
                    tokens.extend([other]);
                }
            }
        }
        tokens
    }

    /// A call of a function of another module: where its path starts, and what stands there instead.
    fn call(&self, arguments: &Group, out: &[TokenTree]) -> Option<(usize, TokenStream)> {
        let start = path_start(out)?;
        let path: TokenStream = out[start..].iter().cloned().collect();
        let words: Vec<String> =
            out[start..].iter().filter(|token| matches!(token, TokenTree::Ident(_))).map(ToString::to_string).collect();
        if is_behind(&out[..start], '.') || matches!(out[..start].last(), Some(TokenTree::Ident(word)) if word == "fn")
        {
            return None;
        }
        let is_lower = |word: &String| word.starts_with(|sign: char| sign.is_lowercase() || sign == '_');
        let is_foreign = match &words[..] {
            [name] => self.foreign.contains(name),
            [first, .., last] => {
                let known = ["std", "core", "alloc", "Self", "f64", "f32"].contains(&first.as_str());
                !known
                    && IntType::named(first).is_none()
                    && words.iter().all(is_lower)
                    && is_lower(last)
                    && first != "self"
            }
            [] => false,
        };
        if !is_foreign {
            return None;
        }
        let parser = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let parsed = parser.parse2(self.tokens(arguments.stream())).ok()?;
        if parsed.is_empty() {
            return None;
        }
        let span = out.last()?.span();
        let recorded = respanned(self.recorded.clone(), span);
        let mut call = Passing::default();
        for (at, value) in parsed.iter().enumerate() {
            // A literal takes the type of its parameter.
            if let syn::Expr::Lit(_) = value {
                call.lent.push(value.to_token_stream());
                call.tangents.push(quote!(#recorded::NotDifferentiated));
                continue;
            }
            let (name, plain) = (format_ident!("__argument_{at}"), format_ident!("__value_{at}"));
            call.lent.push(quote!(#recorded::lent(&#name, &#plain)));
            call.tangents.push(quote!(#recorded::Passed::tangent(&#name)));
            call.read.extend(quote! {
                let #plain = #recorded::Passed::value(&#name);
                counts.push(#recorded::numbers_of(&#name, &mut numbers));
            });
            call.places.push(syn::Index::from(at));
            call.names.push(name);
            call.values.push(value.to_token_stream());
        }
        let Passing { names, values, read, lent, tangents, places } = call;
        let krate = respanned(self.krate.clone(), span);
        // At the start of a statement, a block alone would end there.
        let called = quote_spanned! {span=> ({
            #krate::__private::a_called_function_needs_differentiable_or_a_rule! { { __Callee } { #path } }
            let (#(#names,)*) = (#(#values,)*);
            let mut numbers = ::std::vec::Vec::new();
            let mut counts: ::std::vec::Vec<::core::primitive::usize> = ::std::vec::Vec::new();
            #read
            let mut slopes = ::std::vec::Vec::new();
            let mut counts = counts.into_iter();
            if #recorded::moves(&numbers) {
                let mut moving = ::std::vec::Vec::new();
                let tangents = (#(#tangents,)*);
                let ((value, adjoints), (tangent, tangents)) =
                    __Callee::__vjp_jvp(#(#lent,)* 1.0, tangents, 0.0, &mut #recorded::Direct::new());
                #(
                    let count = counts.next().unwrap_or(0);
                    #recorded::Adjoint::put(&adjoints.#places, count, &mut slopes);
                    #recorded::Adjoint::put(&tangents.#places, count, &mut moving);
                )*
                #recorded::called(&numbers, value, &slopes, ::core::option::Option::Some((tangent, moving)))
            } else {
                let (value, adjoints) = __Callee::__vjp(#(#lent,)* 1.0, &mut #recorded::Direct::new());
                #(#recorded::Adjoint::put(&adjoints.#places, counts.next().unwrap_or(0), &mut slopes);)*
                #recorded::called(&numbers, value, &slopes, ::core::option::Option::None)
            }
        })};
        Some((start, called))
    }
}

/// The arguments of a call of a compiled function.
#[derive(Default)]
struct Passing {
    names: Vec<Ident>,
    values: Vec<TokenStream>,
    /// Statements that take the plain values, and count the numbers in each.
    read: TokenStream,
    lent: Vec<TokenStream>,
    tangents: Vec<TokenStream>,
    /// Where the adjoints of those are that are no literals.
    places: Vec<syn::Index>,
}

/// Attributes of the language stay; those of macros belong to the original.
fn attribute(group: &Group) -> TokenStream {
    const DERIVED: [&str; 9] = ["Clone", "Copy", "Debug", "PartialEq", "PartialOrd", "Default", "Eq", "Ord", "Hash"];
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let Some(TokenTree::Ident(name)) = tokens.first() else { return TokenStream::new() };
    match (name.to_string().as_str(), tokens.get(1)) {
        ("default" | "inline" | "allow" | "cfg" | "must_use" | "rustfmt", _) => {
            quote!(#group).into_iter().fold(quote!(#), |mut all, token| {
                all.extend([token]);
                all
            })
        }
        ("derive", Some(TokenTree::Group(derives))) => {
            let kept = derives.stream().into_iter().filter_map(|token| match token {
                TokenTree::Ident(name) if DERIVED.contains(&name.to_string().as_str()) => Some(name),
                _ => None,
            });
            quote!(#[derive(#(#kept),*)])
        }
        _ => TokenStream::new(),
    }
}

/// The constants of floats that an import brings: their names here, and their own.
pub(super) fn float_constants(import: &TokenStream) -> Vec<(Ident, Ident)> {
    fn leaves(tokens: &[TokenTree], all: &mut Vec<(Ident, Ident)>) {
        match tokens {
            [TokenTree::Group(group), ..] => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                inner.split(|token| is_punct(Some(token), ',')).for_each(|part| leaves(part, all));
            }
            [TokenTree::Ident(own), TokenTree::Ident(word), TokenTree::Ident(name), ..] if word == "as" => {
                all.push((name.clone(), own.clone()));
            }
            [TokenTree::Ident(own), ..] => all.push((own.clone(), own.clone())),
            _ => {}
        }
    }
    let tokens: Vec<TokenTree> = import.clone().into_iter().collect();
    let is = |at: usize, word: &str| matches!(tokens.get(at), Some(TokenTree::Ident(name)) if name == word);
    let Some(at) = (0..tokens.len()).find(|&at| is(at, "f64") && is(at + 3, "consts")) else { return Vec::new() };
    let mut all = Vec::new();
    if is_punct(tokens.get(at + 4), ':') {
        leaves(&tokens[at + 6..], &mut all);
    }
    all
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let one = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.into_iter().map(one).collect()
}

/// The words of some tokens, each once for every time it stands there.
pub(super) fn each_word(tokens: TokenStream, each: &mut dyn FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => each(&name),
            TokenTree::Group(group) => each_word(group.stream(), each),
            _ => {}
        }
    }
}

/// The names that stand somewhere without parentheses or a path behind them, and not in a path or behind a point.
fn uncalled(tokens: TokenStream, names: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => uncalled(group.stream(), names),
            TokenTree::Ident(name) => {
                let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let is_part = is_behind(&tokens[..at], '.')
                    || is_behind(&tokens[..at], ':') && at >= 2 && is_punct(tokens.get(at - 2), ':');
                if !is_called && !is_part {
                    names.push(name.to_string());
                }
            }
            _ => {}
        }
    }
}

/// Whether there is a float in these tokens.
pub(super) fn has_floats(tokens: TokenStream) -> bool {
    let mut before: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let found = match &token {
            TokenTree::Ident(name) => name == "f64",
            TokenTree::Literal(literal) => is_float(literal) && !is_field(&before),
            TokenTree::Group(group) => has_floats(group.stream()),
            TokenTree::Punct(_) => false,
        };
        if found {
            return true;
        }
        before.push(token);
    }
    false
}
