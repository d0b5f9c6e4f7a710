//! Oracles for optimisation: finite sums, samplings, compressors and the methods that are made of them.
//!
//! The problem is `min f(x) + ψ(x)` with `f = 1/n Σ fᵢ`. [`Problem`] answers what a method asks of it, and counts: the gradient of one
//! term, of several, of all, at two points, products with Hessians. Its terms are those of a closure ([`Closure`]), of a
//! `#[differentiable]` function and rows of data ([`Rows`]), of a model and samples ([`Samples`]), or of a linear model
//! ([`LinearModel`]); [`Clients`] groups them, and [`Spread`] has clients in several threads or processes.
//!
//! - [`Sampling`] says which terms a step looks at: [`Nice`], [`WithReplacement`], [`Independent`], [`Importance`],
//!   [`Reshuffling`], [`Cyclic`].
//! - [`Compressor`] says what is sent, in how many bits: [`TopK`], [`RandK`], [`RandSeqK`], [`Natural`], [`Dithering`], [`Sign`],
//!   [`Identity`], [`Compose`], [`Scaled`].
//! - [`Prox`] is the regulariser: [`L1`], [`SquaredL2`], [`ElasticNet`], [`Bounds`], [`Simplex`], [`GroupLasso`], [`Nothing`].
//! - [`Run`] takes steps of a [`Method`]: [`Sgd`], [`Page`], [`Svrg`], [`LSvrg`], [`Saga`], [`Sarah`], [`Storm`]; with compression
//!   [`CompressedGd`], [`Marina`], [`Diana`], [`Ef21`], [`Ef21W`], [`Ef14`]. `theory` of each has its step size.
//! - [`Asynchronous`] is asynchronous SGD and Ringmaster ASGD, [`FedNl`] Newton's method with compressed Hessians.
//! - [`Constants`] are what theory's step sizes are made of.
//!
//! What is made by a constructor owns its memory; nothing that is called in a step allocates. Vectors are of `f64`.

mod asynchronous;
mod compress;
mod constants;
mod error;
mod fed_nl;
mod method;
mod problem;
mod prox;
mod sampling;
mod terms;
mod vector;

pub use asynchronous::{Asynchronous, AsynchronousRun, Log, Staleness, Time};
pub use compress::{
    Anywhere, Class, Coding, Compose, Compressor, Dithering, Identity, InARow, KOfD, Message, Natural, Pattern, RandK,
    RandSeqK, Reader, Scaled, Selection, Sign, TopK,
};
pub use constants::Constants;
pub use error::Error;
pub use fed_nl::{FedNl, FedNlRun};
pub use method::{
    At, CompressedGd, Diana, Ef14, Ef21, Ef21W, Epoch, LSvrg, Marina, Memory, Method, Page, Run, Saga, Sarah, Sgd,
    Step, Storm, Svrg,
};
pub use problem::{Counters, Problem};
pub use prox::{Bounds, ElasticNet, GroupLasso, L1, Nothing, Prox, Simplex, SquaredL2};
pub use sampling::{Cyclic, Importance, Independent, Nice, Reshuffling, Sampling, WithReplacement};
pub use terms::{
    AtCoordinates, ByDifferences, Clients, Closure, LinearModel, Link, Products, Rows, SampleGradient, Samples, Spread,
    Terms,
};

#[cfg(test)]
mod tests;
