//! Looking inside while a program compiles: `BURTORCH_DUMP=graph|code|dot` prints a phase of every
//! function, `plan` of a model's, `BURTORCH_DUMP=code:name` of one; `BURTORCH_TIME=1` prints how long each function takes.

use std::sync::{Once, OnceLock};
use std::time::Instant;

use proc_macro2::Ident;

use crate::nearest::nearest;

/// What can be printed.
const PHASES: [&str; 4] = ["graph", "dot", "code", "plan"];

/// Prints `text` to the standard error if the environment asks for `phase` of `function`.
pub fn dump(function: &Ident, phase: &str, text: impl FnOnce() -> String) {
    // One crate is compiled by one process.
    static SAID: Once = Once::new();

    let Ok(wanted) = std::env::var("BURTORCH_DUMP") else { return };
    SAID.call_once(|| {
        if let Some(note) = note(&wanted) {
            eprintln!("// burtorch: {note}");
        }
    });
    let (wanted, name) = wanted.split_once(':').unwrap_or((wanted.as_str(), ""));
    if wanted == phase && (name.is_empty() || function == name) {
        eprintln!("// burtorch: {phase} of `{function}`\n{}", text());
    }
}

/// Whether the compilers check their graphs after every pass: with `BURTORCH_VERIFY=1` in the environment, which
/// `.cargo/config.toml` of the repository sets, so that no build of a user pays for it. Debug assertions would be the wrong switch:
/// everyone's dev builds have them, in macros too.
pub fn checks_itself() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| std::env::var("BURTORCH_VERIFY").is_ok_and(|value| !value.is_empty() && value != "0"))
}

/// What is said once of what the environment asks for: that there is no such thing, or, of a name, that there may be none.
/// A macro does not see whether a function of that name comes later.
fn note(wanted: &str) -> Option<String> {
    let (phase, name) = wanted.split_once(':').unwrap_or((wanted, ""));
    if !PHASES.contains(&phase) {
        let hint = nearest(phase, PHASES).map(|phase| format!("did you mean `{phase}`? ")).unwrap_or_default();
        return Some(format!(
            "BURTORCH_DUMP={wanted}: nothing is called `{phase}`; {hint}there are `graph`, `dot` and `code` of functions, \
             and `plan`, `dot` and `code` of models; `code:f` is that of `f` alone"
        ));
    }
    (!name.is_empty()).then(|| {
        let of = match phase {
            "graph" => "a function",
            "plan" => "a function of a model",
            "code" => "a function or a model",
            _ => "a function, or a function of a model,",
        };
        format!("BURTORCH_DUMP={wanted}: nothing follows unless this crate has {of} called `{name}`")
    })
}

/// Prints how long a function took since `start`, if the environment asks for it.
pub fn report_time(function: &Ident, start: Instant) {
    if std::env::var_os("BURTORCH_TIME").is_some() {
        eprintln!("burtorch: time of `{function}`: {} µs", start.elapsed().as_micros());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_printed_is_said() {
        for wanted in PHASES {
            assert_eq!(note(wanted), None, "{wanted}");
        }
        let said = |wanted: &str| note(wanted).unwrap_or_default();
        assert!(
            said("grph:f")
                .starts_with("BURTORCH_DUMP=grph:f: nothing is called `grph`; did you mean `graph`? there are")
        );
        assert!(
            said("1").starts_with(
                "BURTORCH_DUMP=1: nothing is called `1`; there are `graph`, `dot` and `code` of functions"
            )
        );
        assert!(said("").contains("nothing is called ``"));
        assert_eq!(
            said("code:f"),
            "BURTORCH_DUMP=code:f: nothing follows unless this crate has a function or a model called `f`"
        );
    }
}
