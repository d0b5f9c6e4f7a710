//! A GRU of 64 units over 16 steps of 32 numbers, then ten classes.

use std::array;

burtorch::graph! {
    pub struct Net {
        cell: Gru<32, 64>,
        last: Linear<64, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<16, 32>, class: u8) -> f32 {
            let mut h = zeros([64]);
            for t in 0..16 {
                h = self.cell.forward(x[t], h);
            }
            cross_entropy(self.last.forward(h), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([[f32; 32]; 16], u8),
    |rng| (array::from_fn(|_| array::from_fn(|_| burtorch_zoo::uniform(rng))), burtorch_zoo::below(rng, 10)),
    |y| *y
);
