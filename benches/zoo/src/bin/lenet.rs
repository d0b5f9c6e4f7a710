//! LeNet-5: two convolutions of 5x5 with pooling, then 400-120-84-10.

use std::array;

burtorch::graph! {
    pub struct Net {
        first: Conv2d<1, 6, 5>,
        second: Conv2d<6, 16, 5>,
        third: Linear<400, 120>,
        fourth: Linear<120, 84>,
        last: Linear<84, 10>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<28, 28>, class: u8) -> f32 {
            let x = unsqueeze(pad(pad(x, 0, 2, 2), 1, 2, 2), 0);
            let x = max_pool2d(relu(self.first.forward(x)), 2);
            let x = max_pool2d(relu(self.second.forward(x)), 2);
            let x = relu(self.fourth.forward(relu(self.third.forward(flatten(x)))));
            cross_entropy(self.last.forward(x), class)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([[f32; 28]; 28], u8),
    |rng| (array::from_fn(|_| array::from_fn(|_| burtorch_zoo::uniform(rng))), burtorch_zoo::below(rng, 10)),
    |y| *y
);
