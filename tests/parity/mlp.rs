//! The character model of the paper, with 4 hidden units: 5,963 parameters.

use crate::reference::Reference;

/// The model at one precision, as a module.
macro_rules! mlp {
    ($module:ident, $scalar:ident) => {
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;

                const CONTEXT: usize = 16;
                const HIDDEN: usize = 4;

                pub struct Names {
                    letters: Embedding<27, 64>,
                    up: Linear<{ CONTEXT * 64 }, HIDDEN>,
                    down: Linear<HIDDEN, 27>,
                }

                impl Names {
                    pub fn loss(&self, context: [usize; CONTEXT], next: usize) -> $scalar {
                        let x = reshape(self.letters.forward(context), [CONTEXT * 64]);
                        cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
                    }
                }
            }
        }
    };
}

mlp!(double, f64);
mlp!(single, f32);

/// The numbers of the file in both precisions.
fn reference() -> (Reference, [usize; 16], usize) {
    let reference = Reference::read("mlp_e4");
    let (x, y) = (reference.x.clone().try_into().expect("sixteen letters"), reference.y[0]);
    (reference, x, y)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the targets of other models are arrays")]
fn target(y: &usize) -> usize {
    *y
}

/// Neither a multiple of a tile nor fewer than one.
fn samples(x: [usize; 16], _: usize) -> Vec<([usize; 16], usize)> {
    (0..37).map(|at| (std::array::from_fn(|place| (x[place] + at * (place + 1)) % 27), at % 27)).collect()
}

claims!(Names, "mlp_e4");
