//! Models that differ a little.

use burtorch::io::{Checkpoint, SavedOptimizer};
use burtorch::optimizer::Adam;
use burtorch::{Model, Rng};

/// A model in a module of its own.
macro_rules! model {
    ($module:ident, $scalar:ident { $($fields:tt)* }) => {
        pub mod $module {
            burtorch::graph! {
                type Scalar = $scalar;

                pub struct Net { $($fields)* }

                impl Net {
                    pub fn loss(&self, x: Tensor<3>, y: usize) -> $scalar {
                        cross_entropy(self.down.forward(tanh(self.up.forward(x))), y)
                    }
                }
            }
        }
    };
}

model!(single, f32 { up: Linear<3, 5>, down: Linear<5, 4>, });
model!(double, f64 { up: Linear<3, 5>, down: Linear<5, 4>, });
model!(wide, f32 { up: Linear<3, 6>, down: Linear<6, 4>, });
model!(turned, f32 { down: Linear<5, 4>, up: Linear<3, 5>, });
model!(plain, f32 { up: LinearNoBias<3, 5>, down: Linear<5, 4>, });

/// The name is the key of the metadata in a safetensors file.
pub mod reserved {
    burtorch::graph! {
        pub struct Net { __metadata__: Param<3> }

        impl Net {
            pub fn loss(&self, x: Tensor<3>) -> f32 {
                dot(self.__metadata__, x)
            }
        }
    }
}

/// The first values of a model.
pub fn params<M: Model>(seed: u64) -> Vec<M::Scalar> {
    let mut params = vec![num(0.0); M::PARAMS];
    M::init(&mut params, &mut Rng::seed(seed)).unwrap();
    params
}

pub fn num<T: burtorch::Float>(value: f64) -> T {
    T::from(value).unwrap()
}

/// A checkpoint in which everything is something.
pub fn checkpoint() -> Checkpoint {
    let mut rng = Rng::seed(3);
    rng.next_u64();
    let mut adam = Adam::new(0.1 + 0.2, [0.0; 0]);
    adam.steps = u64::MAX;
    let metadata = [("loss", "2.5"), ("", "ß \"quoted\"\n\u{1F980}")];
    Checkpoint {
        step: 1 << 63,
        rng,
        optimizer: SavedOptimizer::from(&adam),
        metadata: metadata.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
    }
}
