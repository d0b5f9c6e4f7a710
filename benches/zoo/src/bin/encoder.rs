//! Two layers of attention in both directions, width 32, over 16 patches of 48 numbers, their mean, then ten classes.

use std::array;

burtorch::graph! {
    struct Block {
        norm1: LayerNorm<32>,
        attention: Attention<16, 32, 4>,
        norm2: LayerNorm<32>,
        think: FeedForward<32, 128, gelu>,
    }

    impl Block {
        fn forward(&self, x: Tensor<16, 32>) -> Tensor<16, 32> {
            let x = x + self.attention.forward(self.norm1.forward(x));
            x + self.think.forward(self.norm2.forward(x))
        }
    }

    pub struct Net {
        patch: Linear<48, 32>,
        position: Param<16, 32>,
        blocks: [Block; 2],
        last: Linear<32, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<16, 48>, class: u8) -> f32 {
            let mut x = self.patch.forward(x) + self.position;
            for block in &self.blocks {
                x = block.forward(x);
            }
            cross_entropy(self.last.forward(mean(x, 0)), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([[f32; 48]; 16], u8),
    |rng| (array::from_fn(|_| array::from_fn(|_| burtorch_zoo::uniform(rng))), burtorch_zoo::below(rng, 10)),
    |y| *y
);
