//! The tool side of the public benchmark [gradbench](https://github.com/gradbench/gradbench): messages on the standard
//! input, replies on the standard output, one JSON object a line.
//!
//! `gradbench run --eval "…" --tool "cargo run --release --example gradbench"` talks to it. By hand, this is answered with 6:
//!
//! ```sh
//! echo '{"id": 1, "kind": "evaluate", "module": "hello", "function": "double", "input": 3}' |
//!     cargo run --release --example gradbench
//! ```

use std::io::{self, BufRead, Write};

// Its modules lie beside it: tests and benchmarks of the repository include the file by its path, too.
#[path = "protocol.rs"]
mod protocol;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", protocol::reply(&line))?;
            out.flush()?;
        }
    }
    Ok(())
}
