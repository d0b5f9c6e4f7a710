/// `i = σ(…)`, `f = σ(…)`, `g = tanh(…)`, `o = σ(…)` of `W x + U h + b`, `c' = f c + i g`, `h' = o tanh(c')`:
/// the rows of the matrices are those of `i`, `f`, `g` and `o`.
struct Lstm<const IN: usize, const H: usize> {
    #[init(fan_in(H))]
    input: Param<{ 4 * H }, IN>,
    #[init(fan_in(H))]
    hidden: Param<{ 4 * H }, H>,
    #[init(fan_in(H))]
    input_bias: Param<{ 4 * H }>,
    #[init(fan_in(H))]
    hidden_bias: Param<{ 4 * H }>,
}

impl<const IN: usize, const H: usize> Lstm<IN, H> {
    fn forward(&self, x: Tensor<IN>, state: (Tensor<H>, Tensor<H>)) -> (Tensor<H>, Tensor<H>) {
        let (h, c) = state;
        let gates = matvec(self.input, x) + self.input_bias + matvec(self.hidden, h) + self.hidden_bias;
        let i = sigmoid(gates[0..H]);
        let f = sigmoid(gates[H..2 * H]);
        let g = tanh(gates[2 * H..3 * H]);
        let o = sigmoid(gates[3 * H..4 * H]);
        let c = f * c + i * g;
        (o * tanh(c), c)
    }
}
