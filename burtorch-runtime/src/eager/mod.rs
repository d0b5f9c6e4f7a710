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
//! A gradient has three phases, which can be called one by one: [`Tape::order`] finds the nodes between leaves and root,
//! [`Tape::backward_inner`] their adjoints, [`Tape::backward_leaves`] those of the leaves. An [`Order`] can be used again for graphs
//! of the same structure.

mod label;
mod layer;
mod list;
mod loops;
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
