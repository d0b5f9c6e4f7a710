//! The transformer of `examples/gpt.rs`, trained by several processes: the last part of `train!` is all that is new.
//!
//! ```sh
//! cargo build --release --example gpt
//! mpirun -n 4 target/release/examples/gpt --batch 256
//! ```

use burtorch::data::{Text, entropy};
use burtorch::graph;
use burtorch::train::Defaults;
use burtorch_mpi::Mpi;

graph! {
    const VOCAB: usize = 65;
    const T: usize = 8;
    const C: usize = 24;
    const HEADS: usize = 6;
    const LAYERS: usize = 6;

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

burtorch::train! {
    about: "Learns from a text to write like it, in several processes.",
    model: Gpt,
    data: |run| Text::new(&run.source("text.txt", include_bytes!("../../examples/data/text.txt"))?)?,
    split: |text| {
        let (training, validation) = text.split::<T>(0.1)?;
        (training, validation.apart())
    },
    defaults: Defaults { steps: 400, batch: 256, rate: Some(0.005), schedule: "cosine", ..Defaults::default() },
    measure: |_| vec![("letter frequencies alone".to_owned(), entropy(text.tokens()))],
    workers: Mpi::start()?,
}
