//! What became of a program.

use crate::compiler::{Compiled, Compiler, Diagnostic, run};
use crate::ours::is_ours;
use crate::plain::{left_out, plain};
use std::fmt;

/// From bad to good.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Compiled, and a check failed.
    Wrong(String),
    /// Refused by rustc, in code that burtorch wrote.
    Raw(String),
    /// Refused in burtorch's words.
    Refused(String),
    /// The derivatives are right, but a function is not compiled: it records itself, which a warning says.
    Recorded(String),
    Pass,
}

impl State {
    pub fn rank(&self) -> usize {
        match self {
            State::Wrong(_) => 0,
            State::Raw(_) => 1,
            State::Refused(_) => 2,
            State::Recorded(_) => 3,
            State::Pass => 4,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            State::Wrong(message) => write!(f, "wrong: {message}"),
            State::Raw(message) => write!(f, "raw: {message}"),
            State::Refused(message) => write!(f, "refused: {message}"),
            State::Recorded(message) => write!(f, "recorded: {message}"),
            State::Pass => write!(f, "pass"),
        }
    }
}

/// Compiles and runs a program.
pub fn judge(name: &str, source: &str) -> State {
    let compiled = Compiler::get().compile(name, source, true);
    match &compiled.binary {
        Some(binary) => run(binary).map_or_else(State::Wrong, |_| warning(name, source, &compiled)),
        None => refusal(source, &compiled),
    }
}

/// A warning that the program does not draw by itself is as raw as an error.
fn warning(name: &str, source: &str, compiled: &Compiled) -> State {
    if compiled.diagnostics.is_empty() {
        return State::Pass;
    }
    let by_itself = Compiler::get().compile(&format!("plain_{name}"), &plain(source), false).diagnostics;
    let is_new = |found: &&Diagnostic| by_itself.iter().all(|known| known.message != found.message);
    match compiled.diagnostics.iter().filter(|found| !is_ours(found)).find(is_new) {
        Some(found) => State::Raw(format!("warning: {}", first_line(&found.message))),
        None => recorded(compiled),
    }
}

/// Whether a function of a program that is right records itself.
fn recorded(compiled: &Compiled) -> State {
    let mut all = compiled.diagnostics.iter().map(|found| found.message.as_str());
    let found = all.find_map(|message| {
        let (_, said) = message.split_once("::runs_on_a_tape`: ")?;
        Some(said.split("; so `").next().unwrap_or(said).to_string())
    });
    found.map_or(State::Pass, State::Recorded)
}

/// What a program that did not compile was told.
pub fn refusal(source: &str, compiled: &Compiled) -> State {
    if let Some(error) = raw(source, compiled).next() {
        let code = error.code.as_deref().map_or_else(String::new, |code| format!("{code} "));
        return State::Raw(format!("{code}{}", first_line(&error.message)));
    }
    let first = compiled.errors().next().expect("a program that does not compile has an error");
    State::Refused(first_line(&first.message))
}

/// What a program of `tests/ui` is told, as `trybuild` keeps it: its errors, in the order in which they are printed.
pub fn told(text: &str) -> Compiled {
    let error = |line: &str| {
        let (head, message) = line.strip_prefix("error")?.split_once(": ")?;
        let code = head.strip_prefix('[').and_then(|code| code.strip_suffix(']')).map(String::from);
        Some(Diagnostic { error: true, code, message: message.to_string(), line: None, rendered: line.to_string() })
    };
    Compiled { diagnostics: text.lines().filter_map(error).collect(), binary: None }
}

/// The errors that are neither burtorch's nor those of a name that the program left without derivatives.
pub fn raw<'a>(source: &'a str, compiled: &'a Compiled) -> impl Iterator<Item = &'a Diagnostic> {
    let without = left_out(source);
    compiled.errors().filter(move |error| !is_ours(error) && !is_missing_name(error, &without))
}

/// rustc words the error of a name that does not exist: of a helper without the attribute that is as it has to be. What is not
/// found must be called as the program calls it.
fn is_missing_name(error: &Diagnostic, without: &[&str]) -> bool {
    let resolution = matches!(error.code.as_deref(), Some("E0405" | "E0412" | "E0425" | "E0432" | "E0433" | "E0573"))
        || error.message.starts_with("cannot find macro");
    resolution && error.message.split('`').skip(1).step_by(2).any(|name| without.contains(&name))
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_string()
}
