//! Six residual blocks of 3x3 convolutions, 16 channels, 16x16.

use std::array;

burtorch::graph! {
    struct Same<const IN: usize, const OUT: usize> {
        conv: Conv2d<IN, OUT, 3>,
    }

    impl<const IN: usize, const OUT: usize> Same<IN, OUT> {
        fn forward(&self, x: Tensor<IN, 16, 16>) -> Tensor<OUT, 16, 16> {
            self.conv.forward(pad(pad(x, 1, 1, 1), 2, 1, 1))
        }
    }

    struct Block {
        first: Same<16, 16>,
        second: Same<16, 16>,
    }

    impl Block {
        fn forward(&self, x: Tensor<16, 16, 16>) -> Tensor<16, 16, 16> {
            relu(x + self.second.forward(relu(self.first.forward(x))))
        }
    }

    pub struct Net {
        stem: Same<3, 16>,
        blocks: [Block; 6],
        last: Linear<16, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3, 16, 16>, class: u8) -> f32 {
            let mut x = relu(self.stem.forward(x));
            for block in &self.blocks {
                x = block.forward(x);
            }
            cross_entropy(self.last.forward(mean(x, [1, 2])), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([[[f32; 16]; 16]; 3], u8),
    |rng| (
        array::from_fn(|_| array::from_fn(|_| array::from_fn(|_| burtorch_zoo::uniform(rng)))),
        burtorch_zoo::below(rng, 10)
    ),
    |y| *y
);
