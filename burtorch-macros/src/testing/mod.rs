//! Random programs, an interpreter for graphs, and what must hold between them.

mod agree;
mod expansions;
mod factored;
mod facts;
mod interpret;
mod limits;
mod program;
mod slices;
