//! Graphs known only at run time: a tape over the table of rules.
//!
//! `#[differentiable]` and `graph!` differentiate code while it compiles. Where the expression itself depends on data, a
//! [`Tape`] records it while it is computed, by the same [rows](crate::rules), and gives the same numbers to the bit.
//!
//! ```
//! use burtorch_runtime::eager::Tape;
//!
//! let tape = Tape::new();
//! let (a, b) = (tape.leaf(-41.0), tape.leaf(2.0));
//! let c = a + b;
//! let d = a * b + b.pow3();
//! let e = c - d;
//! let f = e * e / 2.0;
//! f.backward();
//! assert_eq!((f.value(), a.adjoint(), b.adjoint()), (612.5, -35.0, 1050.0));
//! ```
//!
//! | | |
//! |---|---|
//! | [`Var`], [`Value`], [`Run`] | a value in an expression; its place, which outlives that; consecutive values as a view |
//! | [`Tape::backward`], [`Tape::backward_with`] | a gradient; with memory of the caller |
//! | [`Order`], [`Tape::backward_in`] | what is visited, found once and used again; for some leaves: [`Tape::order_for`] |
//! | [`Tape::order`], [`Tape::backward_inner`], [`Tape::backward_leaves`] | the three phases of a gradient, one by one |
//! | [`Tape::backward_from`], [`Tape::backward_while`], [`Tape::deferred`] | several roots; an early end; a root without its value |
//! | [`Tape::backward_map`], [`Tape::backward_sampled`] | adjoints changed on the way; a random gradient that is right in the mean |
//! | [`Tape::checkpoint`], [`Tape::rewind`] | dropping what came after, in no time |
//! | [`Linear`], [`Mlp`], [`Neuron`] | layers whose parameters are leaves |
//! | [`Tape::part`], [`Tape::join`] | a graph built by several threads |
//! | [`Lanes`](crate::Lanes) | several samples side by side: `Tape<Lanes<f32, 8>>` |
//! | [`Tape::call`], [`Tape::source`] | a compiled function as a node; a graph as source text, to be compiled |
//! | [`Tape::memory`], [`Tape::to_dot`], [`Var::label`] | looking at it |

mod arena;
mod gradient;
mod label;
mod layer;
mod list;
mod loops;
mod map;
mod memory;
mod methods;
mod node;
mod order;
mod part;
mod rows;
#[cfg(feature = "std")]
mod save;
mod scalar;
mod show;
mod source;
mod sweep;
mod tape;
mod var;

pub use layer::{Activation, Linear, Mlp, Neuron, Start};
pub use list::Nodes;
pub use memory::{Bytes, Memory};
pub use node::{Run, Value};
pub use order::Order;
pub use part::{Joined, Part};
pub use scalar::Scalar;
pub use source::{NotSource, Source};
pub use tape::{Checkpoint, Tape};
pub use var::{Term, Var};
