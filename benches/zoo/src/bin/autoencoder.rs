//! 256-64-8-64-256 with GELU and a layer norm before each of them.

use std::array;

burtorch::graph! {
    struct Layer<const IN: usize, const OUT: usize> {
        linear: Linear<IN, OUT>,
        norm: LayerNorm<OUT>,
    }

    impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
        fn forward(&self, x: Tensor<IN>) -> Tensor<OUT> {
            gelu(self.norm.forward(self.linear.forward(x)))
        }
    }

    pub struct Net {
        first: Layer<256, 64>,
        second: Layer<64, 8>,
        third: Layer<8, 64>,
        last: Linear<64, 256>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<256>, y: Tensor<256>) -> f32 {
            mse(self.last.forward(self.third.forward(self.second.forward(self.first.forward(x)))), y)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([f32; 256], [f32; 256]),
    |rng| {
        let x = array::from_fn(|_| burtorch_zoo::uniform(rng));
        (x, x)
    },
    |y| y
);
