//! The list of all `unsafe` code, in CONTRIBUTING.md, is complete: what is added is written down with what makes it right.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Where `unsafe` stands, as `eager/arena.rs push`, and how often.
type Places = BTreeMap<String, usize>;

/// The crates that have some, and what the list writes before the path of a file.
const SOURCES: [(&str, &str); 2] = [("burtorch-runtime/src", ""), ("burtorch-train/src", "burtorch-train/src/")];
/// The folders and files that may have `unsafe` code.
const ALLOWED: [&str; 4] = ["buffer/", "eager/arena.rs ", "kernel/", "burtorch-train/src/sys/"];
const HEADING: &str = "## Unsafe code";

/// The code of a file: comments, texts and characters are blanks.
fn code(source: &str) -> String {
    let (mut code, mut rest) = (String::new(), source);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            let escaped = |at: usize| rest[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
            let end = rest.match_indices('"').skip(1).find(|&(at, _)| !escaped(at));
            end.expect("a text ends").0 + 1
        } else if rest.starts_with("'\"'") {
            3
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[length..];
    }
    code
}

/// Adds the places of one file: of `unsafe fn`, `unsafe trait` and `unsafe impl` what they declare, of a block the function that it
/// is in.
fn find(file: &str, source: &str, places: &mut Places) {
    let code = code(source);
    let words: Vec<&str> =
        code.split(|c: char| !(c.is_alphanumeric() || "_$".contains(c))).filter(|word| !word.is_empty()).collect();
    for at in (0..words.len()).filter(|&at| words[at] == "unsafe") {
        let place = match words.get(at + 1..) {
            Some(["fn" | "trait", name, ..]) => (*name).to_owned(),
            Some(["impl", rest @ ..]) => {
                let target = rest.iter().position(|&word| word == "for").expect("of a trait for a type") + 1;
                format!("impl for {}", rest[target])
            }
            _ => {
                let function = words[..at].iter().rposition(|&word| word == "fn").expect("it is in a function");
                words[function + 1].to_owned()
            }
        };
        *places.entry(format!("{file} {place}")).or_default() += 1;
    }
}

fn walk(prefix: &str, root: &Path, folder: &Path, places: &mut Places) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(prefix, root, &path, places);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            find(&format!("{prefix}{file}"), &fs::read_to_string(&path).unwrap(), places);
        }
    }
}

/// The rows ``| `file` | `place`, `place` ×2 | why |`` of the list.
fn listed(text: &str) -> Places {
    let section = text.split(HEADING).nth(1).expect("CONTRIBUTING.md has the section");
    let section = section.split("\n## ").next().expect("there is a first part");
    let mut places = Places::new();
    for row in section.lines().filter_map(|line| line.strip_prefix("| `")) {
        let [file, items, why] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("three columns: {row}") };
        assert!(why.len() > 30, "it says why: {row}");
        for item in items.split(", ") {
            let (name, count) = item.split_once(" ×").unwrap_or((item, "1"));
            *places.entry(format!("{} {}", file.trim_end_matches('`'), name.trim_matches('`'))).or_default() +=
                count.parse::<usize>().expect("a number");
        }
    }
    places
}

#[test]
fn all_of_it_is_listed_with_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Places::new();
    for (folder, prefix) in SOURCES {
        walk(prefix, &root.join(folder), &root.join(folder), &mut found);
    }
    let listed = listed(&fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap());
    let mut wrong = String::new();
    for place in found.keys().chain(listed.keys()) {
        let [found, listed] = [&found, &listed].map(|places| places.get(place).copied().unwrap_or(0));
        if found != listed && !wrong.contains(&format!("{place}:")) {
            writeln!(wrong, "{place}: {found} in the code, {listed} in the list").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{HEADING} of CONTRIBUTING.md is not what is there:\n{wrong}");
    let outside = found.keys().find(|place| !ALLOWED.iter().any(|allowed| place.starts_with(allowed)));
    assert_eq!(outside, None);
}

/// The compiler and the facade have none.
#[test]
fn other_crates_forbid_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in [
        "src",
        "burtorch-macros/src",
        "burtorch-macros/functions/src",
        "burtorch-macros/models/src",
        "burtorch-macros/syntax/src",
    ] {
        let source = fs::read_to_string(root.join(file).join("lib.rs")).unwrap();
        assert!(source.contains("#![forbid(unsafe_code)]"), "{file}");
    }
}
