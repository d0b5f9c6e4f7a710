//! The paper's two models against PyTorch: the loss, every entry of the gradient, and the first ten losses of training.
//!
//! `tests/data/README.md` says where the numbers come from.

mod gpt;
mod mlp;
mod reference;
