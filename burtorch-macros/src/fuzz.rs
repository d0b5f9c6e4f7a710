//! Broken input: whatever tokens come in, code or errors come out, and never a panic.
//!
//! Programs that use every part of the language are mutated token by token, with fixed seeds. What comes
//! out without an error must at least be Rust. In debug builds the graph is verified after every pass, so
//! a program that is accepted and should not be is often found here.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::expand;

/// How an input comes to the compiler.
#[derive(Clone, Copy)]
enum Entry {
    Differentiable,
    Derivative,
    Graph,
}

/// What the macros get: the options of an attribute (none for `graph!`), and the item.
#[derive(Clone)]
struct Input {
    entry: Entry,
    options: TokenStream,
    item: TokenStream,
}

impl Input {
    fn expand(&self) -> TokenStream {
        let (options, item) = (self.options.clone(), self.item.clone());
        match self.entry {
            Entry::Differentiable => expand::differentiable(options, &item),
            Entry::Derivative => expand::derivative(options, &item),
            Entry::Graph => expand::graph(item),
        }
    }

    /// What is wrong with the answer to this input, if anything is.
    fn fault(&self) -> Option<String> {
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
        let parsed = match self.entry {
            Entry::Graph => syn::parse2::<syn::Expr>(output.clone()).map(drop),
            _ => syn::parse2::<syn::File>(output.clone()).map(drop),
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
        }
    }
}

fn has_errors(output: &TokenStream) -> bool {
    output.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "compile_error",
        TokenTree::Group(group) => has_errors(&group.stream()),
        _ => false,
    })
}

/// Valid programs, one feature or two each.
const FUNCTIONS: [(&str, &str); 30] = [
    ("", "fn f(x: f64, y: f64) -> f64 { (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2) }"),
    ("wrt(x)", "pub(crate) fn f(x: f32, y: f32, n: i32) -> f32 { x.powi(n) * y.sin() + x.max(0.5) }"),
    ("", "fn f(x: f64) -> f64 { if x > 0.0 { x * x } else if x < -1.0 { -x } else { x.exp() } }"),
    ("", "fn f(x: f64, n: usize) -> f64 { if n == 0 { return x; } if n > 3 && x > 0.0 { return x * x; } x.ln() }"),
    ("", "fn f(x: f64, n: usize) -> f64 { match n { 0 => x, 1 | 2 => x * x, 3..=5 => x.cos(), k => k as f64 * x } }"),
    ("", "fn f(x: f64, on: bool) -> f64 { match on { true => x, false => { let y = -x; y.tanh() } } }"),
    ("", "fn f(x: &[f64; 4]) -> f64 { let mut sum = 0.0; for i in 0..4 { sum += x[i] * x[3 - i]; } sum }"),
    (
        "",
        "fn f(x: &[f64; 4]) -> f64 { let mut sum = 0.0; for (i, v) in x.iter().enumerate() { sum += v * i as f64; } sum }",
    ),
    ("", "fn f(x: [[f64; 2]; 3]) -> f64 { let mut p = 1.0; for row in &x { for v in row { p *= *v; } } p }"),
    (
        "unroll = 10",
        "fn f(x: f64) -> f64 { let mut y = x; for i in 0..50 { if i % 2 == 0 { y = y.sin(); } else { y += x; } } y }",
    ),
    ("", "fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut y = 0.0; for i in 0..N { y += x[i] * x[i]; } y }"),
    ("", "fn f<T: Float>(x: T, y: T) -> T { let two = T::from(2.0).unwrap(); (x * two + T::one()).sqrt() / y }"),
    ("", "fn f<T>(x: T) -> [T; 2] where T: burtorch::Real { [x.sin(), x.cos()] }"),
    ("", "fn f(x: (f64, [f64; 2])) -> (f64, f64) { let (a, [b, c]) = x; (a * b, x.1[0] - c) }"),
    ("", "fn f(x: f64) -> f64 { let mut a = [0.0; 8]; a[0] = x; for i in 1..8 { a[i] = a[i - 1] * x; } a[7] + a[3] }"),
    (
        "unroll = 4",
        "fn f(x: f64) -> f64 { let mut a = [0.0; 20]; a[0] = x; for i in (1..20).rev() { a[i] = a[i - 1] + x; } a[7] }",
    ),
    (
        "",
        "fn f(x: f64) -> f64 { let y: f64; if x > 1.0 { y = x } else { y = 2.0 * x } let z = { let y = y + 1.0; y * y }; y * z }",
    ),
    ("", "fn f(x: f64, y: f64) -> f64 { g(x) + inner::h::<3>(&[x, y], 2.0).abs() }"),
    ("", "fn energy(&self, x: f64) -> f64 { 0.5 * self.k[2] * x * x + self.shift(x) }"),
    ("method", "fn energy(x: f64) -> f64 { f64::max(x, 0.0) + f64::from(3) * x }"),
    ("", "fn f(x: f64, n: i32) -> f64 { assert!(x > 0.0, \"got {x}\"); if n < 0 { panic!(\"{n}\") } x.recip() }"),
    ("", "fn f(x: f64, table: &Table) -> f64 { let k = table.rows[3].k as f64; let (s, c) = x.sin_cos(); k * s + c }"),
    ("", "fn f(x: f64) -> f64 { const K: f64 = 2.0; fn twice(n: i32) -> i32 { 2 * n } K * x + twice(3) as f64 }"),
    ("", "fn f(x: f64) -> f64 { let n = vec![1, 2, 3].len(); let g = |k: usize| k + 1; x * g(n) as f64 % 3.0 }"),
    ("", "fn f(r#type: f64, mut größe: f64) -> f64 { größe *= r#type; größe -= 1e-3; größe /= 7f64; -größe }"),
    (
        "unroll = 2",
        "fn f(x: &[f64; 9]) -> f64 { let mut y = 0.0; for i in 0..9 { for j in 0..=i { y += x[i] * x[j]; } } y }",
    ),
    ("", "fn f(x: [f64; 3]) -> f64 { x.mean() + x.dot(&[1.0, 2.0, 3.0]) * x.len() as f64 }"),
    (
        "crate = other::name",
        "fn f<'a>(x: &'a f64) -> f64 { let y = (*x).clone(); if y.is_nan() || !(y > 0.0) { 0.0 * y } else { y } }",
    ),
    ("", "fn f(x: f64) -> f64 { let mut n = 0; let mut y = x; for i in 0..3 { n += i; y *= n as f64 + x; } (((y))) }"),
    (
        "unroll = 1",
        "fn f(x: f64) -> f64 { let mut y = x; let mut n = 1; for _ in 0..9 { let z = y; if n < 4 { y = z * x; } n += 1; } y }",
    ),
];

const RULES: [(&str, &str); 4] = [
    ("of = cube", "fn slope(x: f64) -> f64 { 3.0 * x * x }"),
    ("of = inner::product, first_order", "pub fn slopes(x: f64, y: f64, n: usize) -> (f64, f64) { (y, x) }"),
    (
        "of = norm",
        "fn slope<const N: usize>(x: &[f64; N]) -> [f64; N] { let mut y = [0.0; N]; for i in 0..N { y[i] = 2.0 * x[i]; } y }",
    ),
    ("crate = other, of = id", "fn slope<T: Float>(x: T) -> T { x / x }"),
];

const CLOSURES: [&str; 4] = [
    "|a: f64, b: f64| { let c = a + b; let d = a * b + b.powi(3); let e = c - d; e * e / 2.0 }",
    "move |x: f32| x * k",
    "|x: &[f64; 3], n: usize| -> f64 { let mut y = 0.0; for v in x { y += v; } if n > 2 { y } else { -y } }",
    "|x: f64| -> (f64, f64) { (x, x.sin()) }",
];

/// Statements and expressions that the language does not have, or not everywhere.
const FRAGMENTS: [&str; 24] = [
    "let n = 3; if let 3 = n { return x; }",
    "let Some(k) = n else { return x };",
    "while let Some(k) = n { }",
    "#[cfg(any())] let y = x;",
    "#[allow(unused)] { }",
    "macro_rules! twice { () => { 2.0 * x } }",
    "for i in -3..=3 { y += x; }",
    "for i in (0..n).rev() { }",
    "for (i, (a, b)) in x.iter().zip(y).enumerate() { }",
    "match (n, 1) { (0, k) => x, (_, 1..) => y, k @ 2 => x, _ if n > 1 => y, 0.5 => x, r#type => x }",
    "match x { }",
    "if n > 0 { return x }",
    "let (a, ref b, [c, .., d], Point { e }) = (x, y, [x; 3], n);",
    "let (a, b);",
    "(a, b) = (b, a);",
    "*(&mut x) += 1.0;",
    "x.r#match(y.r#type)",
    "a[n][0].1 -= x",
    "[x; 3][2] * [[x, y], [y, x]][1][0]",
    "(x as f32) as i64 as f64",
    "!(x < y) ^ (x != 1e308 * 10.0)",
    "<f64 as Float>::max(x, y) + S::<3>::g::<f64>(&x, 1)",
    "(|x: f64| x)(x) + async { x }.await + unsafe { x } + x?",
    "-(-170141183460469231731687303715884105727 - 1)",
];

/// Tokens that the programs do not have, and that their neighbours may not expect.
const ODDITIES: &str = "while loop break continue 'a : async await unsafe ? & mut ref box static dyn impl where Self self \
    => .. ..= ... :: -> <- @ # ! $ _ , ; | || && ^ << >> <<= %= |= ~ \
    0 1 2 18446744073709551615 18446744073709551616 170141183460469231731687303715884105727 \
    340282366920938463463374607431768211455 0xff 1_000 3usize 5u8 -1 1e999 1e400f32 0.0 1e-999 0.1f32 2f64 1.0e3 \
    \"{x}\" 'c' b'c' b\"x\" c\"x\" r#\"x\"# r#fn r#x f f32 f64 bool str String Option Some None Vec Box usize \
    fn let if else match for in return const struct enum use mod type trait macro_rules \
    powi sin_cos unwrap from iter rev enumerate len mean dot clone into x y n i";

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The programs, and what mutations take tokens from.
struct Corpus {
    inputs: Vec<Input>,
    tokens: Vec<TokenTree>,
    /// Runs of tokens: what stands in the groups of the programs.
    runs: Vec<Vec<TokenTree>>,
    fragments: Vec<Vec<TokenTree>>,
}

impl Corpus {
    fn new() -> Self {
        let tokens = |text: &str| text.parse::<TokenStream>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let input =
            |entry, (options, item): (&str, &str)| Input { entry, options: tokens(options), item: tokens(item) };
        let inputs: Vec<_> = FUNCTIONS
            .iter()
            .map(|&source| input(Entry::Differentiable, source))
            .chain(RULES.iter().map(|&source| input(Entry::Derivative, source)))
            .chain(CLOSURES.iter().map(|&source| input(Entry::Graph, ("", source))))
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

    fn mutate(&self, input: &mut Input, random: &mut Random) {
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
    fn soup(&self, random: &mut Random, depth: usize) -> TokenStream {
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
}

/// Every stream that is `tokens` with one token less, or with what stands in a group in place of the group.
fn smaller(tokens: &TokenStream) -> Vec<TokenStream> {
    let all: Vec<_> = tokens.clone().into_iter().collect();
    let with = |at: usize, new: TokenStream| -> TokenStream {
        all[..at].iter().cloned().chain(new).chain(all[at + 1..].iter().cloned()).collect()
    };
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate() {
        found.push(with(at, TokenStream::new()));
        if let TokenTree::Group(group) = token {
            found.push(with(at, group.stream()));
            let inside = smaller(&group.stream());
            found.extend(
                inside.into_iter().map(|inner| with(at, TokenTree::Group(Group::new(group.delimiter(), inner)).into())),
            );
        }
    }
    found
}

/// What went wrong, without the particulars.
fn kind(fault: &str) -> String {
    fault.chars().filter(|c| !c.is_ascii_digit()).take(50).collect()
}

/// A small input with the same fault.
fn shrink(mut input: Input, fault: &str) -> Input {
    let same = |input: &Input| input.fault().is_some_and(|other| kind(&other) == kind(fault));
    loop {
        let items = smaller(&input.item).into_iter().map(|item| Input { item, ..input.clone() });
        let options = smaller(&input.options).into_iter().map(|options| Input { options, ..input.clone() });
        match items.chain(options).find(same) {
            Some(found) => input = found,
            None => return input,
        }
    }
}

/// Panics with one small input for every kind of wrong answer.
fn none_fails(inputs: impl Iterator<Item = Input>) {
    let mut report = String::new();
    let mut kinds = BTreeSet::new();
    for input in inputs {
        if let Some(fault) = input.fault()
            && kinds.insert(kind(&fault))
        {
            let _ = write!(report, "\n\n{}\n    {fault}", shrink(input, &fault));
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn the_programs_are_valid() {
    for input in Corpus::new().inputs {
        let output = input.expand();
        assert!(!has_errors(&output), "{input}\n{output}");
    }
}

#[test]
fn mutated_programs_give_code_or_errors() {
    let corpus = Corpus::new();
    let mut random = Random(1);
    none_fails((0..3000).map(|_| {
        let mut input = random.pick(&corpus.inputs).clone();
        for _ in 0..=random.below(3) {
            corpus.mutate(&mut input, &mut random);
        }
        input
    }));
}

#[test]
fn random_tokens_give_errors_or_code() {
    let corpus = Corpus::new();
    let mut random = Random(2);
    none_fails((0..2000).map(|case| {
        let entry = [Entry::Differentiable, Entry::Derivative, Entry::Graph][case % 3];
        let options = if random.below(3) == 0 { corpus.soup(&mut random, 2) } else { TokenStream::new() };
        let soup = corpus.soup(&mut random, 3);
        // Half of it inside of a body, since few soups are functions.
        let item = match (entry, random.below(2)) {
            (_, 0) => soup,
            (Entry::Graph, _) => quote!(|x: f64, n: usize| { #soup }),
            _ => quote!(fn f(x: f64, n: usize) -> f64 { #soup }),
        };
        Input { entry, options, item }
    }));
}

#[test]
fn the_same_input_gives_the_same_output() {
    let corpus = Corpus::new();
    let mut random = Random(3);
    for case in 0..300 {
        let mut input = corpus.inputs[case % corpus.inputs.len()].clone();
        if case >= corpus.inputs.len() {
            corpus.mutate(&mut input, &mut random);
        }
        let [first, second] = [(); 2].map(|()| catch_unwind(AssertUnwindSafe(|| input.expand().to_string())).ok());
        assert_eq!(first, second, "{input}");
    }
}
