//! Which of 1,000 things each of 1,000 people likes: products of vectors of 32 numbers, with a bias for each.

burtorch::graph! {
    pub struct Net {
        people: Embedding<1000, 32>,
        things: Embedding<1000, 32>,
        mood: Embedding<1000, 1>,
        fame: Embedding<1000, 1>,
    }

    impl Net {
        pub fn loss(&self, pair: [u16; 2], likes: f32) -> f32 {
            let fit = dot(self.people.forward(pair[0]), self.things.forward(pair[1]));
            logistic_loss(fit + self.mood.forward(pair[0])[0] + self.fame.forward(pair[1])[0], likes)
        }
    }
}

burtorch_zoo::zoo!(
    Net,
    ([u16; 2], f32),
    |rng| (
        [burtorch_zoo::below(rng, 1000), burtorch_zoo::below(rng, 1000)],
        f32::from(burtorch_zoo::below::<u8>(rng, 2))
    ),
    |y| *y
);
