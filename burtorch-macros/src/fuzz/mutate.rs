//! Programs, broken token by token.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::input::{Entry, Input};
use super::programs::{CLOSURES, FRAGMENTS, FUNCTIONS, MODELS, ODDITIES, RULES, STRUCTS};

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The programs, and what mutations take tokens from.
pub struct Corpus {
    pub inputs: Vec<Input>,
    tokens: Vec<TokenTree>,
    /// Runs of tokens: what stands in the groups of the programs.
    runs: Vec<Vec<TokenTree>>,
    fragments: Vec<Vec<TokenTree>>,
}

impl Corpus {
    /// The programs of this folder, and others.
    pub fn new(others: Vec<Input>) -> Self {
        let tokens = |text: &str| text.parse::<TokenStream>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let input =
            |entry, (options, item): (&str, &str)| Input { entry, options: tokens(options), item: tokens(item) };
        let inputs: Vec<_> = FUNCTIONS
            .iter()
            .map(|&source| input(Entry::Differentiable, source))
            .chain(RULES.iter().map(|&source| input(Entry::Derivative, source)))
            .chain(CLOSURES.iter().chain(&MODELS).map(|&source| input(Entry::Graph, ("", source))))
            .chain(STRUCTS.iter().map(|&source| input(Entry::Derive, ("", source))))
            .chain(others)
            .collect();
        let mut corpus = Corpus {
            inputs: Vec::new(),
            tokens: tokens(ODDITIES).into_iter().collect(),
            runs: Vec::new(),
            fragments: FRAGMENTS.iter().map(|fragment| tokens(fragment).into_iter().collect()).collect(),
        };
        for input in &inputs {
            corpus.gather(&input.item);
            corpus.gather(&input.options);
        }
        // A token that stands in a hundred places is not a hundred times as interesting.
        let mut seen = BTreeSet::new();
        corpus.tokens.retain(|token| seen.insert(token.to_string()));
        // syn takes a lone `crate` for an expression in some places and not in others.
        corpus.tokens.retain(|token| token.to_string() != "crate");
        Corpus { inputs, ..corpus }
    }

    fn gather(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            if let TokenTree::Group(group) = &token {
                self.gather(&group.stream());
                self.runs.push(group.stream().into_iter().collect());
            }
            self.tokens.push(token);
        }
    }

    pub fn mutate(&self, input: &mut Input, random: &mut Random) {
        let place = if random.below(12) == 0 { &mut input.options } else { &mut input.item };
        let mut tokens: Vec<_> = std::mem::take(place).into_iter().collect();
        self.mutate_tokens(&mut tokens, random);
        *place = tokens.into_iter().collect();
    }

    fn mutate_tokens(&self, tokens: &mut Vec<TokenTree>, random: &mut Random) {
        let at = random.below(tokens.len());
        if tokens.is_empty() {
            tokens.push(random.pick(&self.tokens).clone());
            return;
        }
        // Mostly the body, which is where the language is.
        let groups: Vec<usize> = (0..tokens.len()).filter(|&at| matches!(tokens[at], TokenTree::Group(_))).collect();
        if !groups.is_empty() && random.below(5) > 0 {
            let at = if random.below(2) == 0 { groups[groups.len() - 1] } else { *random.pick(&groups) };
            if let TokenTree::Group(group) = &tokens[at] {
                let mut inner: Vec<_> = group.stream().into_iter().collect();
                self.mutate_tokens(&mut inner, random);
                tokens[at] = TokenTree::Group(Group::new(group.delimiter(), inner.into_iter().collect()));
            }
            return;
        }
        match random.below(11) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at].clone()),
            2 => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            3 | 4 => tokens[at] = random.pick(&self.tokens).clone(),
            5 => tokens.insert(at, random.pick(&self.tokens).clone()),
            6 => {
                let end = at + 1 + random.below(tokens.len() - at).min(5);
                let inner = tokens.drain(at..end).collect();
                let around =
                    [Delimiter::None, Delimiter::None, Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket];
                tokens.insert(at, TokenTree::Group(Group::new(*random.pick(&around), inner)));
            }
            7 => {
                if let TokenTree::Group(group) = tokens[at].clone() {
                    tokens.splice(at..=at, group.stream());
                }
            }
            kind @ (8 | 9) => {
                let run = random.pick(if kind == 8 { &self.runs } else { &self.fragments });
                let whole = random.below(3) > 0;
                let from = if whole { 0 } else { random.below(run.len()) };
                let to = if whole { run.len() } else { from + random.below(run.len() - from + 1) };
                // Mostly where a statement may begin.
                let starts: Vec<_> = (0..tokens.len())
                    .filter(|&at| {
                        at == 0 || matches!(&tokens[at - 1], TokenTree::Punct(punct) if punct.as_char() == ';')
                    })
                    .collect();
                let at = if random.below(4) == 0 { at } else { *random.pick(&starts) };
                tokens.splice(at..at, run[from..to].iter().cloned());
            }
            _ => {
                // A literal becomes an extreme one.
                let literals: Vec<_> =
                    (0..tokens.len()).filter(|&at| matches!(tokens[at], TokenTree::Literal(_))).collect();
                let extremes: Vec<_> =
                    self.tokens.iter().filter(|token| matches!(token, TokenTree::Literal(_))).cloned().collect();
                let at = if literals.is_empty() { at } else { *random.pick(&literals) };
                tokens[at] = random.pick(&extremes).clone();
            }
        }
    }

    /// Tokens that follow no grammar.
    pub fn soup(&self, random: &mut Random, depth: usize) -> TokenStream {
        (0..random.below(12))
            .map(|_| match random.below(6) {
                0 if depth > 0 => {
                    let around = [Delimiter::None, Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket];
                    TokenTree::Group(Group::new(*random.pick(&around), self.soup(random, depth - 1)))
                }
                _ => random.pick(&self.tokens).clone(),
            })
            .collect()
    }

    /// Tokens that follow no grammar, half of them inside of a body, since few soups are functions.
    pub fn random(&self, entry: Entry, random: &mut Random) -> Input {
        let options = if random.below(3) == 0 { self.soup(random, 2) } else { TokenStream::new() };
        let soup = self.soup(random, 3);
        let item = match (entry, random.below(2)) {
            (_, 0) => soup,
            (Entry::Graph, _) if random.below(2) == 0 => quote! {
                struct S { w: Param<3> }
                impl S { pub fn f(&self, x: Tensor<3>, n: usize) -> f32 { #soup } }
            },
            (Entry::Graph, _) => quote!(|x: f64, n: usize| { #soup }),
            (Entry::Derive, _) => quote!(struct S { #soup }),
            _ => quote!(fn f(x: f64, n: usize) -> f64 { #soup }),
        };
        Input { entry, options, item }
    }
}
