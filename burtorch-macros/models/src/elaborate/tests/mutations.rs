//! Blocks with random mistakes: each becomes models or errors, and never anything worse.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Group, TokenStream, TokenTree};

use crate::elaborate::elaborate;
use crate::error::Errors;

/// A bit of everything, in small sizes.
const BLOCK: &str = "
    type Scalar = f64;
    const T: usize = 4; const C: usize = 6; const HEADS: usize = 2; const RATE: f64 = 0.5;
    struct Block<const N: usize, A = relu> { norm: LayerNorm<N>, attention: CausalAttention<T, N, HEADS>, up: Mlp<N, 3, N> }
    impl<const N: usize, A> Block<N, A> {
        const EVEN: () = assert!(N % 2 == 0, \"{N} is odd\");
        const HALF: usize = N / 2;
        fn forward(&self, x: Tensor<T, N>) -> Tensor<T, N> {
            let y = x + self.attention.forward(self.norm.forward(x));
            let (left, right) = (slice(y, 1, 0..Self::HALF), y[(.., Self::HALF..)]);
            A(self.up.forward(concat([left, right], 1))) * RATE
        }
    }
    fn scaled<const L: usize>(x: Tensor<L>, by: Scalar) -> Tensor<L> { if L > 3 { x * by } else { x } }
    pub struct Net {
        token: Embedding<5, C>,
        #[init(normal(0.0, 0.02))] position: Param<T, C>,
        #[frozen] scale: Param,
        blocks: [Block<C, gelu>; 3],
        conv: Conv1d<T, 2, 3>,
        cell: Gru<4, 2>,
        head: Linear<C, 5>,
    }
    impl Net {
        pub fn logits(&self, tokens: [usize; T]) -> Tensor<T, 5> {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks { x = block.forward(x); }
            self.head.forward(x)
        }
        pub fn loss(&self, tokens: [usize; T], targets: [u8; T], seed: u64) -> f64 {
            let logits = dropout(self.logits(tokens), 0.1, seed);
            mean(cross_entropy(logits, targets)) * self.scale + self.pooled(tokens)
        }
        pub fn pooled(&self, tokens: [usize; T]) -> f64 {
            let windows = max_pool1d(self.conv.forward(self.position), 2);
            let mut h = zeros([2]);
            for at in 0..2 { h = self.cell.forward(scaled(reshape(windows, [4]), 0.1), h); }
            let positive = (h > 0.0) & !(h >= 1.0) | (h == 0.5);
            sum(select(positive, h, h.tanh() - variance(h))) + sum(one_hot(tokens[0], 5))
        }
    }";

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound.max(1)
    }
}

/// All tokens, those inside of groups too.
fn all(tokens: TokenStream, list: &mut Vec<TokenTree>) {
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            all(group.stream(), list);
        }
        list.push(token);
    }
}

fn mutate(tokens: TokenStream, words: &[TokenTree], random: &mut Random) -> TokenStream {
    let mut tokens: Vec<_> = tokens.into_iter().collect();
    let groups: Vec<usize> = (0..tokens.len()).filter(|&at| matches!(tokens[at], TokenTree::Group(_))).collect();
    if !groups.is_empty() && random.below(4) > 0 {
        let at = groups[random.below(groups.len())];
        if let TokenTree::Group(group) = &tokens[at] {
            let inner = mutate(group.stream(), words, random);
            tokens[at] = TokenTree::Group(Group::new(group.delimiter(), inner));
        }
        return tokens.into_iter().collect();
    }
    let at = random.below(tokens.len());
    let word = words[random.below(words.len())].clone();
    match random.below(5) {
        _ if tokens.is_empty() => tokens.push(word),
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => tokens.insert(at, word),
        _ => tokens[at] = word,
    }
    tokens.into_iter().collect()
}

#[test]
fn mutated_models_give_models_or_errors() {
    let block: TokenStream = BLOCK.parse().expect("tokens");
    let mut words = Vec::new();
    all(block.clone(), &mut words);
    let mut random = Random(1);
    let mut accepted = 0;
    for _ in 0..1000 {
        let mut tokens = block.clone();
        for _ in 0..=random.below(2) {
            tokens = mutate(tokens, &words, &mut random);
        }
        let work = || {
            let mut errors = Errors::default();
            elaborate(tokens.clone(), &mut errors);
            errors.count() == 0
        };
        let fine = catch_unwind(AssertUnwindSafe(work));
        assert!(fine.is_ok(), "{tokens}");
        accepted += usize::from(fine.unwrap_or_default());
    }
    // Some mutations change nothing that matters.
    assert!((10..500).contains(&accepted), "{accepted}");
}
