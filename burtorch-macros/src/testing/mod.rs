//! Random programs, an interpreter for graphs, and what must hold between them.

mod agree;
mod expansions;
mod factored;
mod interpret;
mod program;
mod slices;
