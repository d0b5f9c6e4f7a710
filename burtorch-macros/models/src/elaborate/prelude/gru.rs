/// `r = σ(W_r x + U_r h)`, `z = σ(W_z x + U_z h)`, `n = tanh(W_n x + b + r (U_n h + c))`, `h' = (1 − z) n + z h`:
/// the rows of the matrices are those of `r`, `z` and `n`, each with its biases.
struct Gru<const IN: usize, const H: usize> {
    #[init(fan_in(H))]
    input: Param<{ 3 * H }, IN>,
    #[init(fan_in(H))]
    hidden: Param<{ 3 * H }, H>,
    #[init(fan_in(H))]
    input_bias: Param<{ 3 * H }>,
    #[init(fan_in(H))]
    hidden_bias: Param<{ 3 * H }>,
}

impl<const IN: usize, const H: usize> Gru<IN, H> {
    fn forward(&self, x: Tensor<IN>, h: Tensor<H>) -> Tensor<H> {
        let a = matvec(self.input, x) + self.input_bias;
        let b = matvec(self.hidden, h) + self.hidden_bias;
        let r = sigmoid(a[0..H] + b[0..H]);
        let z = sigmoid(a[H..2 * H] + b[H..2 * H]);
        let n = tanh(a[2 * H..3 * H] + r * b[2 * H..3 * H]);
        (1.0 - z) * n + z * h
    }
}
