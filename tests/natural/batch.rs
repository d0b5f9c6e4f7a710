//! Many generated programs in few crates: rustc starts once for some dozen of them.
//!
//! Each case is a module of its own. One with an error is taken out, by the line of the error, and the others are compiled
//! again; what is left over runs, each under `catch_unwind`.

use crate::compiler::{Compiled, Compiler, Diagnostic, parallel, run};
use crate::judge::{State, refusal};
use crate::plain::plain;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A generated program: the items of a module, with a function `check` that panics if something is wrong.
pub struct Case {
    pub name: String,
    pub items: String,
}

const CASES_IN_A_CRATE: usize = 30;

/// Programs without the attribute are small for rustc; this many take some 200 MB.
const PLAIN_CASES_IN_A_CRATE: usize = 150;

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
    assert_all_are_rust(crate_name, prelude, cases);
    let crates: Vec<(usize, &[Case])> = cases.chunks(CASES_IN_A_CRATE).enumerate().collect();
    let done = AtomicUsize::new(0);
    let judged = parallel(&crates, |(index, cases)| {
        let states = judge_crate(&format!("{crate_name}_{index}"), prelude, cases);
        let done = done.fetch_add(cases.len(), Ordering::Relaxed) + cases.len();
        println!("{done} of {} programs", crates.iter().map(|(_, cases)| cases.len()).sum::<usize>());
        states
    });
    judged.concat()
}

fn judge_crate(name: &str, prelude: &str, cases: &[Case]) -> Vec<State> {
    let mut states: BTreeMap<usize, State> = BTreeMap::new();
    loop {
        let left: Vec<usize> = (0..cases.len()).filter(|index| !states.contains_key(index)).collect();
        let source = Source::new(prelude, cases, &left);
        let compiled = Compiler::get().compile(name, &source.text, true);
        if let Some(binary) = &compiled.binary {
            let output = run(binary).unwrap_or_else(|error| panic!("{name}: {error}"));
            let failures: BTreeMap<&str, &str> = output.lines().filter_map(|line| line.split_once(' ')).collect();
            states.extend(left.into_iter().map(|index| (index, outcome(failures.get(cases[index].name.as_str())))));
            break;
        }
        let found = source.refusals(cases, &compiled);
        assert!(!found.is_empty(), "{name}: {:?}", compiled.errors().map(|error| &error.rendered).collect::<Vec<_>>());
        states.extend(found);
    }
    // An error of one case can keep rustc from looking for those of another.
    loop {
        let is_refused = |index: &usize| matches!(states[index], State::Refused(_));
        let refused: Vec<usize> = (0..cases.len()).filter(is_refused).collect();
        if refused.is_empty() {
            break;
        }
        let source = Source::new(prelude, cases, &refused);
        let found = source.refusals(cases, &Compiler::get().compile(name, &source.text, false));
        let raw: Vec<_> = found.into_iter().filter(|(_, state)| matches!(state, State::Raw(_))).collect();
        if raw.is_empty() {
            break;
        }
        states.extend(raw);
    }
    states.into_values().collect()
}

/// A crate of some of the cases.
struct Source<'a> {
    text: String,
    included: &'a [usize],
    /// The line at which each starts, and the one after the last.
    starts: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(prelude: &str, cases: &[Case], included: &'a [usize]) -> Self {
        let mut text = format!("#![allow(warnings)]\n{prelude}\n");
        let mut starts = Vec::new();
        let next_line = |text: &str| text.lines().count() + 1;
        for case in included.iter().map(|&index| &cases[index]) {
            starts.push(next_line(&text));
            writeln!(text, "mod {} {{\nuse super::*;\n{}\n}}", case.name, case.items).unwrap();
        }
        starts.push(next_line(&text));
        let entry = |&index: &usize| format!("(\"{0}\", {0}::check), ", cases[index].name);
        let list: String = included.iter().map(entry).collect();
        write!(text, "const CASES: &[(&str, fn())] = &[{list}];\n{MAIN}").unwrap();
        Self { text, included, starts }
    }

    /// The cases in which there are errors.
    fn refusals(&self, cases: &[Case], compiled: &Compiled) -> Vec<(usize, State)> {
        let of = |(position, &index): (usize, &usize)| {
            let lines = self.starts[position]..self.starts[position + 1];
            let is_own = |error: &&Diagnostic| error.line.is_some_and(|line| lines.contains(&line));
            let diagnostics: Vec<_> = compiled.errors().filter(is_own).cloned().collect();
            let own = Compiled { diagnostics, binary: None };
            (!own.diagnostics.is_empty()).then(|| (index, refusal(&cases[index].items, &own)))
        };
        self.included.iter().enumerate().filter_map(of).collect()
    }
}

/// A generator that writes programs which rustc refuses even without the attribute proves nothing.
fn assert_all_are_rust(crate_name: &str, prelude: &str, cases: &[Case]) {
    let crates: Vec<(usize, &[Case])> = cases.chunks(PLAIN_CASES_IN_A_CRATE).enumerate().collect();
    let errors = parallel(&crates, |(index, cases)| {
        let module = |case: &Case| format!("mod {} {{\nuse super::*;\n{}\n}}\n", case.name, plain(&case.items));
        let modules: String = cases.iter().map(module).collect();
        let source = format!("#![allow(warnings)]\n{prelude}\n{modules}\nfn main() {{}}\n");
        let compiled = Compiler::get().compile(&format!("plain_{crate_name}_{index}"), &source, false);
        compiled.errors().map(|error| error.rendered.clone()).collect::<String>()
    });
    assert!(errors.iter().all(String::is_empty), "the generator writes what is not Rust:\n{}", errors.join("\n"));
}

fn outcome(failure: Option<&&str>) -> State {
    failure.map_or(State::Pass, |message| State::Wrong((*message).to_string()))
}
