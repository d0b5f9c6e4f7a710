//! The transformer of the paper: 46,289 parameters.

use crate::reference::Reference;

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

fn target(y: &[usize; 8]) -> &[usize; 8] {
    y
}

/// Neither a multiple of a tile nor fewer than one.
fn samples(x: [usize; 8], y: [usize; 8]) -> Vec<([usize; 8], [usize; 8])> {
    (0..37).map(|at| (x.map(|token| (token * at + 3) % 65), y.map(|token| (token + 5 * at) % 65))).collect()
}

claims!(Gpt, "gpt");

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
