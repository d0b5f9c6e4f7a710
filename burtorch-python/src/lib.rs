//! The compiled half of the Python package `burtorch`: the exports of a program, calls into compiled libraries, and values that
//! record themselves.

mod arguments;
mod arithmetic;
mod generate;
mod library;
mod numbers;
mod optimizer;
mod results;
mod tape;
mod value;

use pyo3::prelude::*;

/// The line of an entry, and its name.
type Line = (usize, String);

/// The source of a library with its exports, how many of its lines are the user's, and the line of each entry; nothing if the
/// text is not Rust.
#[pyfunction]
fn generate_exports(text: &str, left_out: Vec<String>) -> Option<(String, usize, Vec<Line>)> {
    let program = generate::generate(text, &left_out)?;
    Some((program.source, program.lines, program.entries))
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::generate_exports;
    #[pymodule_export]
    use super::library::{Entry, adopt, load};
    #[pymodule_export]
    use super::optimizer::Optimizer;
    #[pymodule_export]
    use super::tape::{Tape, TapeValue};
    #[pymodule_export]
    use super::value::Value;

    /// Where the sources of burtorch were when this was built.
    #[pymodule_export]
    const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
}
