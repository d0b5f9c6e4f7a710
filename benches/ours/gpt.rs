//! The transformer of the paper: 46,289 parameters.

burtorch::graph! {
    pub const VOCAB: usize = 65;
    pub const T: usize = 8;
    const C: usize = 24;
    const HEADS: usize = 6;
    const LAYERS: usize = 6;

    /// Attention, then feed-forward, each after a layer norm and added to what came in.
    struct Block {
        norm1: LayerNorm<C>,
        attention: CausalAttention<T, C, HEADS>,
        norm2: LayerNorm<C>,
        think: FeedForward<C, { 4 * C }>,
    }

    impl Block {
        fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
            let x = x + self.attention.forward(self.norm1.forward(x));
            x + self.think.forward(self.norm2.forward(x))
        }
    }

    /// The transformer.
    pub struct Gpt {
        token: Embedding<VOCAB, C>,
        position: Param<T, C>,
        blocks: [Block; LAYERS],
        head: Linear<C, VOCAB>,
    }

    impl Gpt {
        pub fn loss(&self, tokens: [u8; T], targets: [u8; T]) -> f32 {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks {
                x = block.forward(x);
            }
            mean(cross_entropy(self.head.forward(x), targets))
        }
    }
}
