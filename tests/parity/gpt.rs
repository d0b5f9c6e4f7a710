//! The transformer of the paper: 46,289 parameters.

use crate::reference::{Reference, difference, losses};
use burtorch::optimizer::{Adam, Momentum, Optimizer};
use burtorch::{BatchWorkspace, Workspace};

/// The model at one precision, as a module.
macro_rules! gpt {
    ($module:ident, $scalar:ident) => {
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;

                const VOCAB: usize = 65;
                const T: usize = 8;
                const C: usize = 24;
                const HEADS: usize = 6;
                const LAYERS: usize = 6;

                /// Pre-norm attention, then pre-norm feed-forward, each with a residual.
                struct Block {
                    norm1: LayerNorm<C>,
                    attention: CausalAttention<T, C, HEADS>,
                    norm2: LayerNorm<C>,
                    up: Linear<C, { 4 * C }>,
                    down: Linear<{ 4 * C }, C>,
                }

                impl Block {
                    fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
                        let x = x + self.attention.forward(self.norm1.forward(x));
                        x + self.down.forward(relu(self.up.forward(self.norm2.forward(x))))
                    }
                }

                pub struct Gpt {
                    token: Embedding<VOCAB, C>,
                    position: Param<T, C>,
                    blocks: [Block; LAYERS],
                    head: Linear<C, VOCAB>,
                }

                impl Gpt {
                    pub fn logits(&self, tokens: [usize; T]) -> Tensor<T, VOCAB> {
                        let mut x = self.token.forward(tokens) + self.position;
                        for block in &self.blocks {
                            x = block.forward(x);
                        }
                        self.head.forward(x)
                    }

                    pub fn loss(&self, tokens: [usize; T], targets: [usize; T]) -> $scalar {
                        mean(cross_entropy(self.logits(tokens), targets))
                    }
                }
            }
        }
    };
}

gpt!(double, f64);
gpt!(single, f32);

/// The numbers of the file in both precisions.
fn reference() -> (Reference, [usize; 8], [usize; 8]) {
    let reference = Reference::read("gpt");
    let tokens = |of: &[usize]| of.try_into().expect("eight letters");
    let (x, y) = (tokens(&reference.x), tokens(&reference.y));
    (reference, x, y)
}

#[test]
fn loss_and_gradient_are_those_of_pytorch() {
    let (reference, x, y) = reference();
    let mut gradient = vec![0.0; double::Gpt::PARAMS];
    let mut workspace = Workspace::boxed();
    let loss = double::Gpt::loss_grad(&reference.params, &mut gradient, &mut workspace, &x, &y).expect("a sample");
    assert!((loss - reference.loss).abs() < 1e-12, "{loss} and {}", reference.loss);
    assert!(difference(&gradient, &reference.gradient) < 1e-10);
    let same = double::Gpt::loss(&reference.params, &mut workspace, &x, &y).expect("a sample");
    assert!((loss - same).abs() < 1e-13, "{loss} and {same}");
}

#[test]
#[allow(clippy::cast_possible_truncation, reason = "single precision is what is tested")]
fn single_precision_is_close() {
    let (reference, x, y) = reference();
    let params: Vec<f32> = reference.params.iter().map(|&value| value as f32).collect();
    let mut gradient = vec![0.0; single::Gpt::PARAMS];
    let loss = single::Gpt::loss_grad(&params, &mut gradient, &mut Workspace::boxed(), &x, &y).expect("a sample");
    assert!((f64::from(loss) - reference.loss).abs() < 1e-5, "{loss} and {}", reference.loss);
    assert!(difference(&gradient, &reference.gradient) < 1e-5);
}

#[test]
fn the_first_ten_losses_of_training_are_those_of_pytorch() {
    let (mut reference, x, y) = reference();
    let mut workspace = Workspace::boxed();
    for expected in &reference.losses {
        let mut gradient = vec![0.0; double::Gpt::PARAMS];
        let params = &mut reference.params;
        let loss = double::Gpt::loss_grad(params, &mut gradient, &mut workspace, &x, &y).expect("a sample");
        assert!((loss - expected).abs() < 1e-11, "{loss} and {expected}");
        params.iter_mut().zip(&gradient).for_each(|(value, slope)| *value -= 0.1 * slope);
    }
}

/// Ten steps of training.
fn train(mut optimizer: impl Optimizer<f64>, expected: &str, tolerance: f64) {
    let (mut reference, x, y) = reference();
    let mut workspace = Workspace::boxed();
    for expected in losses(expected) {
        let loss = double::Gpt::loss_step(&mut reference.params, &mut optimizer, &mut workspace, &x, &y);
        let loss = loss.expect("a sample");
        assert!((loss - expected).abs() < tolerance, "{loss} and {expected}");
    }
}

#[test]
fn steps_of_optimizers_are_those_of_pytorch() {
    train(Momentum::new(0.1, 0.9, vec![0.0; double::Gpt::PARAMS]), "gpt_losses_momentum", 1e-11);
    train(Adam::new(0.001, vec![0.0; 2 * double::Gpt::PARAMS]), "gpt_losses_adam", 1e-11);
}

#[test]
fn a_fused_step_is_the_gradient_and_then_the_update() {
    let (mut reference, x, y) = reference();
    let mut gradient = vec![0.0; double::Gpt::PARAMS];
    let mut workspace = Workspace::boxed();
    double::Gpt::loss_grad(&reference.params, &mut gradient, &mut workspace, &x, &y).expect("a sample");
    let expected: Vec<f64> = reference.params.iter().zip(&gradient).map(|(value, slope)| value - 0.1 * slope).collect();
    let loss = double::Gpt::loss_sgd(&mut reference.params, 0.1, &mut workspace, &x, &y).expect("a sample");
    assert!((loss - reference.loss).abs() < 1e-12);
    assert!(difference(&reference.params, &expected) < 1e-14);
}

#[test]
fn a_batch_is_the_mean_of_its_samples() {
    let (reference, x, y) = reference();
    // Neither a multiple of a tile nor smaller than one.
    let samples: Vec<([usize; 8], [usize; 8])> =
        (0..37).map(|at| (x.map(|token| (token * at + 3) % 65), y.map(|token| (token + 5 * at) % 65))).collect();
    let mut mean = vec![0.0; double::Gpt::PARAMS];
    let mut total = 0.0;
    for (x, y) in &samples {
        let params = &reference.params;
        total += double::Gpt::loss_grad(params, &mut mean, &mut Workspace::boxed(), x, y).expect("a sample");
    }
    for value in &mut mean {
        *value /= 37.0;
    }
    let mut gradient = vec![0.0; double::Gpt::PARAMS];
    let mut workspace = BatchWorkspace::boxed();
    let loss = double::Gpt::loss_grad_batch(&reference.params, &mut gradient, &mut workspace, &samples);
    let loss = loss.expect("a batch");
    assert!((loss - total / 37.0).abs() < 1e-12, "{loss} and {}", total / 37.0);
    assert!(difference(&gradient, &mean) < 1e-12);
    let value = double::Gpt::loss_batch(&reference.params, &mut workspace, &samples).expect("a batch");
    assert!((loss - value).abs() < 1e-12);
}

/// What the sweep must keep of one sample, in floats, if no product and no exponential is computed twice.
///
/// The adjoint of a product needs both factors. Of each block that is: its input, from which the first norm is
/// computed again; query, key and value, which are factors of the scores and of the mix; the weights of the attention,
/// which are a factor of the mix and the value of a softmax; the mix, a factor of the output layer; the input of the
/// second norm; and the hidden layer, a factor of the last product. After the blocks: the input of the head, and the
/// softmax of its logits. What norms and softmax sum up could be computed again, and is not counted; nor are adjoints,
/// some of which always live beside what is kept.
const KEPT: usize = {
    let (vocab, t, c, heads, layers) = (65, 8, 24, 6, 6);
    let (input, qkv, weights, mix, middle, hidden) = (t * c, 3 * t * c, heads * t * t, t * c, t * c, t * 4 * c);
    layers * (input + qkv + weights + mix + middle + hidden) + t * c + t * vocab
};

/// The largest weight.
const WEIGHT: usize = 24 * 4 * 24;

#[test]
fn the_workspace_is_little_more_than_what_must_be_kept() {
    let (one, tile) = (double::Gpt::WORKSPACE, double::Gpt::BATCH_WORKSPACE);
    println!("workspace: {one} floats for one sample, {tile} for a tile; lower bound: {KEPT} for one sample");
    assert_eq!(one, single::Gpt::WORKSPACE);
    assert!(one >= KEPT, "{one} floats are fewer than {KEPT}");
    // A third more: what norms and softmax sum up, and the adjoints of one block. A step of an optimizer needs the whole
    // gradient of a weight, too, of one at a time.
    assert!((one - WEIGHT) * 3 <= KEPT * 4, "{one} floats are more than a third above {KEPT}");
}
