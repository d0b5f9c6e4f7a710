//! Pictures: graphs, curves, heat maps and histograms as SVG, in the terminal, and as Matplotlib scripts.
//!
//! | what | draws |
//! |---|---|
//! | [`Plot`] | loss curves, functions, trajectories, points of several classes, decision boundaries |
//! | [`HeatMap`] | a matrix as colours, with a text and a counter in every cell |
//! | [`Histogram`] | how often numbers occur; one panel for each parameter |
//! | [`Images`] | grey pictures in a grid, with captions |
//! | [`Graph`] | a graph in Graphviz's language, such as `f::DOT`, as SVG; Graphviz is not needed |
//! | [`Dot`] | writes that language, with values and adjoints |
//! | [`terminal`] | curves in braille letters and in plain ASCII, and how wide the terminal is |
//!
//! All have `to_svg` and `save`; all but graphs have `to_matplotlib` and `to_terminal` too. The ending of a path says
//! what [`save`](Plot::save) writes: `.svg`, `.py` or `.txt`. Numbers are `f32`, `f64` or integers. What is not finite
//! is left out; a picture without data says so.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels and letters are small numbers; `as` saturates"
)]

mod colour;
mod frame;
mod graph;
mod heat_map;
mod histogram;
mod images;
mod number;
mod plot;
mod python;
mod save;
mod svg;
pub mod terminal;
#[cfg(test)]
mod tests;
mod ticks;

use burtorch_runtime::__train::short as dot_short;
pub use burtorch_runtime::{Dot, DotNode};
pub use graph::{DotError, Graph};
pub use heat_map::HeatMap;
pub use histogram::Histogram;
pub use images::Images;
pub use number::{Number, Point};
pub use plot::{Plot, Series};
pub use save::SaveError;
