//! The inner loops of models: instruction sets, vectors, and the functions that generated code calls.

mod blocks;
mod chunks;
mod cut;
mod elementwise;
mod isa;
#[cfg(feature = "parallel")]
mod k_split;
mod nest;
#[cfg(feature = "parallel")]
mod panel;
mod row_sums;
mod sum;
#[cfg(feature = "parallel")]
mod sync;
#[cfg(feature = "parallel")]
mod team;
mod transpose;
mod two_k_per_register;
mod unroll;
mod vector;

pub use blocks::Blocks;
pub use chunks::{chunk, chunk_mut, larger, max_of, random, sum_of, within};
pub use elementwise::{Elementwise, map, map_angles};
pub use isa::{
    Dispatched, DispatchedFunction, Isa, IsaToken, Kernel, Level, choose_isa, compiled, dispatch, force, fused, level,
};
#[cfg(feature = "parallel")]
pub use k_split::{KSplit, split_k};
pub use nest::{Arguments, LoopNest, Target};
#[cfg(feature = "parallel")]
pub use panel::{ColumnPanel, RowPanel, SubPanel, split, split_columns, split_sub_panels};
pub use row_sums::RowSums;
pub use sum::{Element, sum};
#[cfg(feature = "parallel")]
pub use team::Team;
pub use transpose::{Transpose, TransposeBlock};
pub use two_k_per_register::TwoK;
pub use unroll::{MaybeUnroll, NoUnroll, maybe_unroll, no_unroll, opaque};
pub use vector::{One, Vector, vectors};
