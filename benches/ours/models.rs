//! The two models of the paper, and one step of training of each.
//!
//! A step is all that training does with samples: forward, backward and `params -= rate * gradient`. To measure another way
//! to take a step, change the functions `step`, `step_batch` and `step_parallel` of `trained!`.

#![allow(dead_code, reason = "not every program measures all of it")]

use std::array;

#[cfg(feature = "parallel")]
use burtorch::ParallelWorkspace;
use burtorch::{BatchWorkspace, Error, Model, Rng, Workspace};

#[path = "gpt.rs"]
mod gpt;

pub use gpt::Gpt;
use gpt::{T, VOCAB};

/// What a measurement needs of a model, whatever its kind and size.
pub trait Trained: Model<Scalar = f32> + Sized {
    /// What goes in, and what should come out.
    type Sample;

    /// A sample of random tokens.
    fn sample(rng: &mut Rng) -> Self::Sample;

    /// The loss of a sample; adds its gradient to `gradient`.
    fn loss_grad(
        params: &[f32],
        gradient: &mut [f32],
        workspace: &mut Workspace<Self>,
        sample: &Self::Sample,
    ) -> Result<f32, Error>;

    /// The mean loss of samples; adds its gradient to `gradient`.
    fn loss_grad_batch(
        params: &[f32],
        gradient: &mut [f32],
        workspace: &mut BatchWorkspace<Self>,
        samples: &[Self::Sample],
    ) -> Result<f32, Error>;

    /// One step of plain SGD on a sample; the loss before it.
    fn step(
        params: &mut [f32],
        rate: f32,
        workspace: &mut Workspace<Self>,
        sample: &Self::Sample,
    ) -> Result<f32, Error>;

    /// One step of plain SGD on the mean over samples; the loss before it. What `gradient` holds does not matter.
    fn step_batch(
        params: &mut [f32],
        gradient: &mut [f32],
        rate: f32,
        workspace: &mut BatchWorkspace<Self>,
        samples: &[Self::Sample],
    ) -> Result<f32, Error>;

    /// One step of plain SGD on the mean over samples, on several threads; the loss before it.
    #[cfg(feature = "parallel")]
    fn step_parallel(
        params: &mut [f32],
        gradient: &mut [f32],
        rate: f32,
        workspace: &mut ParallelWorkspace<Self>,
        samples: &[Self::Sample],
    ) -> Result<f32, Error>;
}

#[allow(clippy::cast_possible_truncation, reason = "no vocabulary has more than 256 tokens")]
fn token(rng: &mut Rng, vocabulary: usize) -> u8 {
    rng.below(vocabulary) as u8
}

/// `Trained` by the functions that `graph!` wrote. The last argument turns `&target` into what they take.
macro_rules! trained {
    ($model:ty, $input:ty, $target:ty, |$rng:ident| $sample:expr, |$y:ident| $pass:expr) => {
        impl Trained for $model {
            type Sample = ($input, $target);

            fn sample($rng: &mut Rng) -> Self::Sample {
                $sample
            }

            fn loss_grad(
                params: &[f32],
                gradient: &mut [f32],
                workspace: &mut Workspace<Self>,
                (x, $y): &Self::Sample,
            ) -> Result<f32, Error> {
                Self::loss_grad(params, gradient, workspace, x, $pass)
            }

            fn loss_grad_batch(
                params: &[f32],
                gradient: &mut [f32],
                workspace: &mut BatchWorkspace<Self>,
                samples: &[Self::Sample],
            ) -> Result<f32, Error> {
                Self::loss_grad_batch(params, gradient, workspace, samples)
            }

            fn step(
                params: &mut [f32],
                rate: f32,
                workspace: &mut Workspace<Self>,
                (x, $y): &Self::Sample,
            ) -> Result<f32, Error> {
                Self::loss_sgd(params, rate, workspace, x, $pass)
            }

            fn step_batch(
                params: &mut [f32],
                gradient: &mut [f32],
                rate: f32,
                workspace: &mut BatchWorkspace<Self>,
                samples: &[Self::Sample],
            ) -> Result<f32, Error> {
                Self::loss_sgd_batch(params, gradient, rate, workspace, samples)
            }

            #[cfg(feature = "parallel")]
            fn step_parallel(
                params: &mut [f32],
                gradient: &mut [f32],
                rate: f32,
                workspace: &mut ParallelWorkspace<Self>,
                samples: &[Self::Sample],
            ) -> Result<f32, Error> {
                Self::loss_sgd_parallel(params, gradient, rate, workspace, samples)
            }
        }
    };
}

/// The character model with some number of hidden units, in a module of its own; with a plan, if one is given.
macro_rules! mlp {
    ($($module:ident: $hidden:literal $(, #[$plan:meta])?;)*) => {
        $(pub mod $module {
            burtorch::graph! {
                const CONTEXT: usize = 16;
                const WIDTH: usize = 64;
                const HIDDEN: usize = $hidden;

                pub struct Names {
                    letters: Embedding<27, WIDTH>,
                    up: Linear<{ CONTEXT * WIDTH }, HIDDEN>,
                    down: Linear<HIDDEN, 27>,
                }

                impl Names {
                    $(#[$plan])?
                    pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 {
                        let x = reshape(self.letters.forward(context), [CONTEXT * WIDTH]);
                        cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
                    }
                }
            }
        }

        trained!($module::Names, [u8; 16], u8, |rng| (array::from_fn(|_| token(rng, 27)), token(rng, 27)), |y| *y);)*
    };
}

mlp! {
    mlp_4: 4;
    mlp_16: 16;
    mlp_32: 32;
    mlp_64: 64;
    mlp_128: 128;
    mlp_512: 512;
    mlp_1024: 1024;
    mlp_64_early: 64, #[plan(tables = early)];
    mlp_1024_early: 1024, #[plan(tables = early)];
}

trained!(
    Gpt,
    [u8; T],
    [u8; T],
    |rng| (array::from_fn(|_| token(rng, VOCAB)), array::from_fn(|_| token(rng, VOCAB))),
    |y| y
);
