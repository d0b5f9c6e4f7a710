//! Many generated programs in few crates: rustc starts once for some dozen of them.
//!
//! Each case is a module of its own. One with an error is taken out, by the line of the error, and the others are compiled
//! again; what is left over runs, each under `catch_unwind`.

use crate::compiler::{Compiled, Compiler, parallel, run};
use crate::judge::{State, refusal};
use crate::plain::plain;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A generated program: the items of a module, with a function `check` that panics if something is wrong.
pub struct Case {
    pub name: String,
    pub items: String,
}

const CASES_IN_A_CRATE: usize = 30;

const MAIN: &str = "
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for (name, check) in CASES {
        if let Err(panic) = std::panic::catch_unwind(check) {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or(panic.downcast_ref::<&str>().map(|text| text.to_string()));
            println!(\"{name} {}\", text.unwrap_or_default().replace('\\n', \" \"));
        }
    }
}
";

/// What becomes of each case; `prelude` comes first in every crate.
pub fn judge_all(crate_name: &str, prelude: &str, cases: &[Case]) -> Vec<State> {
    let crates: Vec<(usize, &[Case])> = cases.chunks(CASES_IN_A_CRATE).enumerate().collect();
    parallel(&crates, |(index, cases)| judge_crate(&format!("{crate_name}_{index}"), prelude, cases)).concat()
}

fn judge_crate(name: &str, prelude: &str, cases: &[Case]) -> Vec<State> {
    let mut states: BTreeMap<usize, State> = BTreeMap::new();
    loop {
        let left: Vec<usize> = (0..cases.len()).filter(|index| !states.contains_key(index)).collect();
        let (source, starts) = crate_of(prelude, cases, &left);
        let compiled = Compiler::get().compile(name, &source, true);
        if let Some(binary) = &compiled.binary {
            let output = run(binary).unwrap_or_else(|error| panic!("{name}: {error}"));
            let failures: BTreeMap<&str, &str> = output.lines().filter_map(|line| line.split_once(' ')).collect();
            states.extend(left.into_iter().map(|index| (index, outcome(failures.get(cases[index].name.as_str())))));
            return states.into_values().collect();
        }
        for (position, &index) in left.iter().enumerate() {
            let lines = starts[position]..starts[position + 1];
            let own: Vec<_> = compiled
                .errors()
                .filter(|error| error.line.is_some_and(|line| lines.contains(&line)))
                .cloned()
                .collect();
            if !own.is_empty() {
                let own = Compiled { diagnostics: own, binary: None };
                let state = refusal(&cases[index].items, &own);
                if matches!(state, State::Raw(_)) {
                    assert_is_rust(prelude, &cases[index]);
                }
                states.insert(index, state);
            }
        }
        let found = left.iter().any(|index| states.contains_key(index));
        assert!(found, "{name}: {:?}", compiled.errors().map(|error| &error.rendered).collect::<Vec<_>>());
    }
}

/// A generator that writes programs which rustc refuses even without the attribute proves nothing.
fn assert_is_rust(prelude: &str, case: &Case) {
    let source = format!("#![allow(warnings)]\n{prelude}\n{}", plain(&case.items));
    let compiled = Compiler::get().compile(&format!("plain_{}", case.name), &source, false);
    if let Some(error) = compiled.errors().next() {
        panic!("{} is not Rust: {}\n{}", case.name, error.rendered, case.items);
    }
}

fn outcome(failure: Option<&&str>) -> State {
    failure.map_or(State::Pass, |message| State::Wrong((*message).to_string()))
}

/// The crate, and the line at which each case starts, with the one after the last.
fn crate_of(prelude: &str, cases: &[Case], left: &[usize]) -> (String, Vec<usize>) {
    let mut source = format!("#![allow(warnings)]\n{prelude}\n");
    let mut starts = Vec::new();
    let line = |source: &str| source.lines().count() + 1;
    for case in left.iter().map(|&index| &cases[index]) {
        starts.push(line(&source));
        writeln!(source, "mod {} {{\nuse super::*;\n{}\n}}", case.name, case.items).unwrap();
    }
    starts.push(line(&source));
    let list: String =
        left.iter().map(|&index| &cases[index].name).map(|name| format!("(\"{name}\", {name}::check), ")).collect();
    write!(source, "const CASES: &[(&str, fn())] = &[{list}];\n{MAIN}").unwrap();
    (source, starts)
}
