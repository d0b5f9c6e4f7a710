//! Numerical Rust as people write it, and what `#[differentiable]` makes of it.
//!
//! `programs/` are written without regard to what the macro takes. Each compiles without the attribute; with it, it works,
//! compiled or recorded, or is refused in burtorch's own words, on the user's own token. `expected.txt` says which today, and
//! may only get better: `BURTORCH_BLESS=1 cargo test --test natural` writes what has become better.

mod batch;
mod compiler;
mod impure;
mod judge;
mod list;
mod ordinary;
mod ours;
mod plain;
mod random;
mod sizes;

use batch::Case;
use compiler::{Compiler, ROOT, parallel};
use judge::{State, judge, refusal};
use list::List;
use plain::{CHECKS, plain, uses_macros};
use std::collections::BTreeMap;
use std::path::Path;

/// The programs with their names.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(ROOT).join("tests/natural/programs");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<_> = paths
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn every_program_is_rust_without_the_attribute() {
    let failed = parallel(&programs(), |(name, source)| {
        let compiled = Compiler::get().compile(&format!("plain_{name}"), &plain(source), false);
        let errors: Vec<_> = compiled.errors().map(|error| error.rendered.clone()).collect();
        (!errors.is_empty()).then(|| format!("{name}:\n{}", errors.join("\n")))
    });
    let failed: Vec<_> = failed.into_iter().flatten().collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn no_program_is_worse_off_than_listed() {
    let programs = programs();
    let states = parallel(&programs, |(name, source)| judge(name, source));
    let found: List = programs.into_iter().map(|(name, _)| name).zip(states).collect();
    list::compare("tests/natural/expected.txt", &found);
}

/// The programs of `tests/ui` that rustc takes without the attribute, and refuses in its own words with it.
#[test]
fn mistakes_are_told_in_our_words() {
    let folders = std::fs::read_dir(Path::new(ROOT).join("tests/ui")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let mut told: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "stderr")).collect();
    told.sort();
    let states = parallel(&told, |path| {
        let source = std::fs::read_to_string(path.with_extension("rs")).unwrap();
        let state = refusal(&source, &judge::told(&std::fs::read_to_string(path).unwrap()));
        let name = path.with_extension("").strip_prefix(ROOT).unwrap().to_str().unwrap().replace("tests/ui/", "");
        let is_rust =
            || Compiler::get().compile(&format!("plain_{name}"), &plain(&source), false).errors().count() == 0;
        // What calls the library, and writes no macro of it, has no program without them to be compared with.
        let is_rust = || uses_macros(&source) && is_rust();
        (matches!(state, State::Raw(_)) && is_rust()).then(|| (name.clone(), state))
    });
    list::compare("tests/natural/ui.txt", &states.into_iter().flatten().collect());
}

/// The numbers of the generated programs: `BURTORCH_PROGRAMS` from `BURTORCH_FIRST` on, or as many as CI has time for.
fn numbers(usual: u64) -> std::ops::Range<u64> {
    let asked = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("the variable is a number"));
    let first = asked("BURTORCH_FIRST").unwrap_or(0);
    first..first + asked("BURTORCH_PROGRAMS").unwrap_or(usual)
}

/// Fails if more generated programs than known show rustc's errors, or are wrong. Tells of each kind the shortest program.
fn report(cases: &[Case], states: &[State], known: [usize; 2]) {
    let mut kinds: BTreeMap<String, Vec<(&Case, &State)>> = BTreeMap::new();
    for (case, state) in cases.iter().zip(states) {
        // Without the numbers of this one program.
        let text = state.to_string();
        let kind = text.split(['[', ':']).take(2).collect::<String>();
        kinds.entry(kind).or_default().push((case, state));
    }
    for (kind, of_kind) in &kinds {
        println!("{:5} {kind}", of_kind.len());
    }
    for of_kind in kinds.iter().filter(|(kind, _)| *kind != "pass").map(|(_, of_kind)| of_kind) {
        let (case, state) = of_kind.iter().min_by_key(|(case, _)| case.items.len()).unwrap();
        let program = case.items.split("mod tape").next().unwrap().split(CHECKS).next().unwrap();
        println!("\n{}: {state}\n{program}", case.name);
    }
    let wrong = cases.iter().zip(states).filter(|(_, state)| state.rank() < 2).map(|(case, _)| case.name.as_str());
    println!("raw or wrong: {}", wrong.collect::<Vec<_>>().join(" "));
    let of = |rank: usize| states.iter().filter(|state| state.rank() == rank).count();
    println!("{} pass, {} refused, {} raw, {} wrong of {}", of(3), of(2), of(1), of(0), states.len());
    let known = if std::env::var_os("BURTORCH_PROGRAMS").is_some() { [0, 0] } else { known };
    assert!(of(1) <= known[0] && of(0) <= known[1], "{} raw and {} wrong, known are {known:?}", of(1), of(0));
}

#[test]
fn ordinary_rust_is_right_or_refused() {
    let cases: Vec<_> = numbers(400).map(ordinary::case).collect();
    report(&cases, &batch::judge_all("ordinary", ordinary::PRELUDE, &cases), [0, 0]);
}

#[test]
fn effects_happen_as_often_and_in_the_same_order_in_every_derivative() {
    let cases: Vec<_> = numbers(300).map(impure::case).collect();
    report(&cases, &batch::judge_all("impure", impure::PRELUDE, &cases), [0, 0]);
}
