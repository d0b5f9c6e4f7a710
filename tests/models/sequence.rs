//! Loops over time: gradients against finite differences, batches and steps.

use crate::check::matrix;

burtorch::graph! {
    type Scalar = f64;
    const T: usize = 6;

    /// Scores and losses of all steps, letters that are looked up in the loop, and steps that do not count.
    pub struct Tagger { letters: Embedding<5, 3>, cell: Lstm<3, 4>, out: Linear<4, 5> }

    impl Tagger {
        pub fn scores(&self, letters: [u8; T]) -> Tensor<T, 5> {
            let mut state = (zeros([4]), zeros([4]));
            let mut scores = zeros([T, 5]);
            for t in 0..T {
                state = self.cell.forward(self.letters.forward(letters[t]), state);
                scores[t] = self.out.forward(state.0);
            }
            scores
        }

        pub fn loss(&self, letters: [u8; T], length: u32) -> f64 {
            let inside = iota(T - 1) < length as f64;
            let scores = self.scores(letters);
            let mut loss = 0.0;
            for t in 0..T - 1 {
                loss += select(inside[t], cross_entropy(scores[t], letters[t + 1]), 0.0);
            }
            loss
        }
    }

    /// Layers above each other, each a loop over time in a loop over layers; weights of all layers and steps.
    pub struct Stacked { cells: [Gru<3, 3>; 2], mix: Param<3, 3>, start: Param<3> }

    impl Stacked {
        pub fn loss(&self, x: Tensor<T, 3>) -> f64 {
            let mut s = x;
            for cell in &self.cells {
                let mut h = self.start;
                let mut y = zeros([T, 3]);
                for t in 0..T {
                    h = cell.forward(matvec(self.mix, s[t]), matvec(self.mix, h));
                    y[t] = h;
                }
                s = y + 0.5 * s;
            }
            sum(sin(s))
        }
    }

    /// Backwards, with a state that a mask keeps, what does not change, and a loop over layers inside.
    pub struct Held { layers: [LinearNoBias<3, 3>; 2], weight: Param<3, 3>, start: Param<3> }

    impl Held {
        pub fn loss(&self, x: Tensor<T, 3>, z: Tensor<T, 3>) -> f64 {
            let (mut h, mut all) = (self.start, zeros([3]));
            let always = matvec(self.weight, x[0]);
            for (t, (a, b)) in x.iter().zip(z).enumerate().rev() {
                let mut y = h;
                for layer in &self.layers {
                    y = tanh(layer.forward(y) + a);
                }
                h = select(z[t] > 0.1, y + always, h * 0.9);
                all += matvec(self.weight, h) * b;
            }
            sum(all * all) + sum(h)
        }
    }
}

#[test]
fn scores_of_all_steps() {
    let letters = |at: u64| std::array::from_fn(|t| ((at * 3 + t as u64 * 2) % 5) as u8);
    check_model!(Tagger, |at: u64| (letters(at), (at % 6) as u32 + 1), (letters, length) => letters, *length);
}

#[test]
fn loops_over_time_in_a_loop_over_layers() {
    check_model!(Stacked, matrix::<6, 3>, x => x);
}

#[test]
fn loops_over_layers_in_a_loop_over_time() {
    check_model!(Held, |at: u64| (matrix::<6, 3>(at), matrix::<6, 3>(at + 1000)), (x, z) => x, z);
}
