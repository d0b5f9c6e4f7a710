//! Sixteen residual layers of width 32 with RMS norms and SiLU.

use std::array;

burtorch::graph! {
    struct Floor {
        norm: RmsNorm<32>,
        linear: Linear<32, 32>,
    }

    impl Floor {
        fn forward(&self, x: Tensor<32>) -> Tensor<32> {
            x + silu(self.linear.forward(self.norm.forward(x)))
        }
    }

    pub struct Net {
        floors: [Floor; 16],
        last: Linear<32, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<32>, class: u8) -> f32 {
            let mut x = x;
            for floor in &self.floors {
                x = floor.forward(x);
            }
            cross_entropy(self.last.forward(x), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([f32; 32], u8),
    |rng| (array::from_fn(|_| burtorch_zoo::uniform(rng)), burtorch_zoo::below(rng, 10)),
    |y| *y
);
