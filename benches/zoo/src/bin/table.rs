//! 13-64-64-1 with tanh: a regression on a small table.

use std::array;

burtorch::graph! {
    pub struct Net {
        net: Mlp<13, 64, 1, tanh, 2>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<13>, y: f32) -> f32 {
            mse(self.net.forward(x)[0], y)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([f32; 13], f32),
    |rng| (array::from_fn(|_| burtorch_zoo::uniform(rng)), burtorch_zoo::uniform(rng)),
    |y| *y
);
