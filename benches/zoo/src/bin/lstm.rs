//! An LSTM of 128 units over 32 characters of 65, each of which says the next.

use std::array;

burtorch::graph! {
    const T: usize = 32;

    pub struct Net {
        letters: Embedding<65, 64>,
        cell: Lstm<64, 128>,
        last: Linear<128, 65>,
    }

    impl Net {
        pub fn loss(&self, text: [u8; T], next: [u8; T]) -> f32 {
            let mut state = (zeros([128]), zeros([128]));
            let mut hidden = zeros([T, 128]);
            for t in 0..T {
                state = self.cell.forward(self.letters.forward(text[t]), state);
                hidden[t] = state.0;
            }
            mean(cross_entropy(self.last.forward(hidden), next))
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([u8; T], [u8; T]),
    |rng| (array::from_fn(|_| burtorch_zoo::below(rng, 65)), array::from_fn(|_| burtorch_zoo::below(rng, 65))),
    |y| y
);
