//! What looks differentiable is, or is refused: nothing gives a zero in silence.
//!
//! What works is here, with its numbers checked. What is refused is in `tests/ui`, with what the user is told.

mod bindings;
mod closures;
mod iterators;
mod loops;
mod mutation;
mod references;
mod vectors;

const POINT: &[&[f64]] = &[&[0.3, -0.2, 1.1, 0.7]];
