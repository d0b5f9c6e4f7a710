//! Numerical Rust as people write it, and what `#[differentiable]` makes of it.
//!
//! `programs/` are written without regard to what the macro takes. Each compiles without the attribute; with it, it either
//! works or is refused in burtorch's own words, on the user's own token. `expected.txt` says which of the two today, and may
//! only get better: `BURTORCH_BLESS=1 cargo test --test natural` writes what has become better.

mod compiler;
mod judge;
mod list;
mod ours;
mod plain;

use compiler::{Compiler, ROOT, parallel};
use judge::judge;
use list::List;
use plain::plain;

/// The programs with their names.
fn programs() -> Vec<(String, String)> {
    let folder = std::path::Path::new(ROOT).join("tests/natural/programs");
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
