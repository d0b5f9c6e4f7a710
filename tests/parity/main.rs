//! The paper's two models against PyTorch: the loss, every entry of the gradient, and the first ten losses of training.
//!
//! Compiled, and on a tape. `tests/data/README.md` says where the numbers come from.

#[macro_use]
mod claims;
#[path = "../../benches/ours/eager.rs"]
mod eager;
mod gpt;
mod mlp;
mod reference;
mod tape;
