//! Every layer of the prelude: all entries of the gradient against finite differences, and batches.

use crate::check::{array, matrix};

burtorch::graph! {
    type Scalar = f64;

    pub struct OneNeuron { neuron: Neuron<5>, plain: Neuron<5, identity> }

    impl OneNeuron {
        pub fn loss(&self, input: Tensor<5>) -> f64 {
            exp(self.neuron.forward(input)) + sin(self.plain.forward(input))
        }
    }

    pub struct TwoLinear { biased: Linear<3, 4>, plain: LinearNoBias<4, 2> }

    impl TwoLinear {
        pub fn loss(&self, input: Tensor<2, 3>) -> f64 {
            sum(sin(self.plain.forward(exp(self.biased.forward(input)))))
        }
    }

    pub struct Deep {
        shallow: Mlp<3, 4, 3>,
        relu: Mlp<3, 4, 3, relu, 2>,
        sigmoid: Mlp<3, 4, 3, sigmoid, 3>,
        gelu: Mlp<3, 4, 3, gelu, 4>,
        linear: Mlp<3, 4, 2, identity, 2>,
    }

    impl Deep {
        pub fn loss(&self, input: Tensor<3>) -> f64 {
            let hidden = self.gelu.forward(self.sigmoid.forward(self.relu.forward(self.shallow.forward(input)) + input));
            sum(cos(self.linear.forward(hidden)))
        }
    }

    pub struct Words { table: Embedding<7, 3> }

    impl Words {
        pub fn loss(&self, tokens: [usize; 4], more: [[usize; 2]; 2], one: usize) -> f64 {
            let first = self.table.forward(tokens);
            let second = reshape(self.table.forward(more), [4, 3]);
            sum(exp(first * second)) + sum(sin(self.table.forward(one)))
        }
    }

    pub struct Norms { layer: LayerNorm<5>, rms: RmsNorm<5>, up: Linear<3, 5> }

    impl Norms {
        pub fn loss(&self, input: Tensor<2, 3>) -> f64 {
            let hidden = self.up.forward(input);
            sum(sin(self.layer.forward(hidden)) * exp(self.rms.forward(hidden)))
        }
    }

    pub struct Attentive { all: Attention<4, 6, 3>, causal: CausalAttention<4, 6, 2>, up: Linear<2, 6> }

    impl Attentive {
        pub fn loss(&self, input: Tensor<4, 2>) -> f64 {
            let hidden = self.up.forward(input);
            sum(sin(self.causal.forward(hidden + self.all.forward(hidden))))
        }
    }

    pub struct Fed { relu: FeedForward<3, 5>, gelu: FeedForward<3, 4, gelu> }

    impl Fed {
        pub fn loss(&self, input: Tensor<2, 3>) -> f64 {
            sum(sin(self.gelu.forward(input + self.relu.forward(input))))
        }
    }

    pub struct Signal { first: Conv1d<2, 3, 3>, second: Conv1d<3, 2, 2> }

    impl Signal {
        pub fn loss(&self, input: Tensor<2, 11>) -> f64 {
            let pooled = max_pool1d(tanh(self.first.forward(input)), 2);
            sum(exp(avg_pool1d(self.second.forward(pooled), 3)))
        }
    }

    pub struct Picture { first: Conv2d<2, 3, 2>, second: Conv2d<3, 2, 2> }

    impl Picture {
        pub fn loss(&self, input: [[[f64; 6]; 7]; 2]) -> f64 {
            let pooled = max_pool2d(tanh(self.first.forward(input)), 2);
            sum(exp(avg_pool2d(self.second.forward(pooled), 1)))
        }
    }

    pub struct Series { cell: Gru<3, 4> }

    impl Series {
        pub fn loss(&self, input: Tensor<5, 3>) -> f64 {
            let mut state = zeros([4]);
            for now in input {
                state = self.cell.forward(now, state);
            }
            sum(exp(state))
        }
    }

    pub struct Memory { cell: Lstm<3, 4> }

    impl Memory {
        pub fn loss(&self, input: Tensor<5, 3>) -> f64 {
            let mut state = (zeros([4]), zeros([4]));
            for now in input {
                state = self.cell.forward(now, state);
            }
            sum(exp(state.0)) + sum(sin(state.1))
        }
    }
}

#[test]
fn neurons() {
    check_model!(OneNeuron, array::<5>, input => input);
}

#[test]
fn linear_layers() {
    check_model!(TwoLinear, matrix::<2, 3>, input => input);
}

#[test]
fn stacks_of_every_activation_and_depth() {
    check_gradients!(Deep, array::<3>, input => input);
}

#[test]
fn embeddings_with_repeated_indices() {
    let samples = |at: u64| {
        let word = |by: u64| usize::try_from((at * 3 + by * by) % 7).expect("a word");
        ([word(1), word(2), word(1), word(3)], [[word(1), word(4)], [word(0), word(0)]], word(5))
    };
    check_model!(Words, samples, (tokens, more, one) => tokens, more, *one);
}

#[test]
fn norms() {
    check_gradients!(Norms, matrix::<2, 3>, input => input);
}

#[test]
fn attention_of_both_kinds() {
    check_gradients!(Attentive, matrix::<4, 2>, input => input);
}

#[test]
fn feed_forward_layers() {
    check_model!(Fed, matrix::<2, 3>, input => input);
}

#[test]
fn convolutions_of_signals() {
    check_model!(Signal, matrix::<2, 11>, input => input);
}

#[test]
fn convolutions_of_pictures() {
    check_model!(Picture, |at| [matrix::<7, 6>(2 * at), matrix::<7, 6>(2 * at + 1)], input => input);
}

#[test]
fn gated_units_over_time() {
    check_gradients!(Series, matrix::<5, 3>, input => input);
}

#[test]
fn long_short_term_memory_over_time() {
    check_model!(Memory, matrix::<5, 3>, input => input);
}
