//! Looking inside while a program compiles: `BURTORCH_DUMP=graph|code|dot` prints a phase of every
//! function, `BURTORCH_DUMP=code:name` of one; `BURTORCH_TIME=1` prints how long each function takes.

use std::time::Instant;

use proc_macro2::Ident;

/// Prints `text` to the standard error if the environment asks for `phase` of `function`.
pub fn dump(function: &Ident, phase: &str, text: impl FnOnce() -> String) {
    let Ok(wanted) = std::env::var("BURTORCH_DUMP") else { return };
    let (wanted, name) = wanted.split_once(':').unwrap_or((wanted.as_str(), ""));
    if wanted == phase && (name.is_empty() || function == name) {
        let text = if phase == "code" { indented(&text()) } else { text() };
        eprintln!("// burtorch: {phase} of `{function}`\n{text}");
    }
}

/// Prints how long a function took since `start`, if the environment asks for it.
pub fn report_time(function: &Ident, start: Instant) {
    if std::env::var_os("BURTORCH_TIME").is_some() {
        eprintln!("burtorch: time of `{function}`: {} µs", start.elapsed().as_micros());
    }
}

/// Tokens with a line per statement.
fn indented(code: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0_usize;
    for (at, piece) in code.split_inclusive(['{', '}', ';']).enumerate() {
        let piece = piece.trim();
        if piece.ends_with('}') {
            depth = depth.saturating_sub(1);
        }
        if at > 0 {
            lines.push('\n');
        }
        lines.push_str(&"    ".repeat(depth));
        lines.push_str(piece);
        if piece.ends_with('{') {
            depth += 1;
        }
    }
    lines
}
