//! The list of what became of each program, and how it is kept: nothing on it may get worse.

use crate::compiler::ROOT;
use crate::judge::State;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

pub type List = BTreeMap<String, State>;

/// Fails if a program is worse off than the list in `file` says, or is missing there. With `BURTORCH_BLESS` the list gets what
/// is new or better; without, that is only said.
pub fn compare(file: &str, found: &List) {
    let path = Path::new(ROOT).join(file);
    let mut listed = read(&std::fs::read_to_string(&path).unwrap_or_default());
    let bless = std::env::var_os("BURTORCH_BLESS").is_some();
    listed.retain(|name, _| found.contains_key(name));
    let mut worse = String::new();
    for (name, state) in found {
        match listed.get(name) {
            Some(before) if state.rank() < before.rank() => {
                writeln!(worse, "{name}\n    was {before}\n    is  {state}").unwrap();
            }
            Some(before) if state == before => {}
            None if !bless => writeln!(worse, "{name}\n    is not in {file}\n    is  {state}").unwrap(),
            before => {
                if let Some(before) = before {
                    println!("{name}\n    was {before}\n    is  {state}");
                }
                listed.insert(name.clone(), state.clone());
            }
        }
    }
    if bless {
        std::fs::write(&path, write(&listed)).unwrap();
    } else if *found != listed {
        println!("`BURTORCH_BLESS=1 cargo test --test natural` writes {file} anew");
    }
    println!("{}", count(found));
    assert!(worse.is_empty(), "worse than {file} says:\n{worse}");
}

fn read(text: &str) -> List {
    let state = |text: &str| match text.split_once(": ") {
        None => State::Pass,
        Some(("refused", message)) => State::Refused(message.to_string()),
        Some(("recorded", message)) => State::Recorded(message.to_string()),
        Some(("raw", message)) => State::Raw(message.to_string()),
        Some((_, message)) => State::Wrong(message.to_string()),
    };
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name.to_string(), state(rest.trim())))
        .collect()
}

fn write(list: &List) -> String {
    let width = list.keys().map(String::len).max().unwrap_or(0);
    list.iter().fold(String::new(), |text, (name, state)| text + &format!("{name:width$} {state}\n"))
}

fn count(list: &List) -> String {
    let of = |rank: usize| list.values().filter(|state| state.rank() == rank).count();
    format!(
        "{} pass, {} are recorded, {} refused, {} raw, {} wrong of {}",
        of(4),
        of(3),
        of(2),
        of(1),
        of(0),
        list.len()
    )
}
