//! Two convolutions of 5 over 128 steps of 8 numbers, 32 channels, their mean, then ten classes.

use std::array;

burtorch::graph! {
    pub struct Net {
        first: Conv1d<8, 32, 5>,
        second: Conv1d<32, 32, 5>,
        last: Linear<32, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8, 128>, class: u8) -> f32 {
            let x = max_pool1d(relu(self.first.forward(x)), 2);
            let x = relu(self.second.forward(x));
            cross_entropy(self.last.forward(mean(x, 1)), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([[f32; 128]; 8], u8),
    |rng| (array::from_fn(|_| array::from_fn(|_| burtorch_zoo::uniform(rng))), burtorch_zoo::below(rng, 10)),
    |y| *y
);
