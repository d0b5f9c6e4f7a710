//! 784-512-256-10 with ReLU.

use std::array;

burtorch::graph! {
    pub struct Net {
        first: Linear<784, 512>,
        second: Linear<512, 256>,
        last: Linear<256, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<784>, class: u8) -> f32 {
            let x = relu(self.second.forward(relu(self.first.forward(x))));
            cross_entropy(self.last.forward(x), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([f32; 784], u8),
    |rng| (array::from_fn(|_| burtorch_zoo::uniform(rng)), burtorch_zoo::below(rng, 10)),
    |y| *y
);
