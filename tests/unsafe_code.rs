//! The list of all `unsafe` code, in CONTRIBUTING.md, is complete: what is added is written down with what makes it right.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Where `unsafe` stands, as `eager/arena.rs push`, and how often.
type Places = BTreeMap<String, usize>;

/// The folders that have some, and what the list writes before the path of a file. Of the compiler, which has none, these are the files
/// that write some into other crates.
const SOURCES: [(&str, &str); 8] = [
    ("burtorch-runtime/src", ""),
    ("burtorch-train/src", "burtorch-train/src/"),
    ("burtorch-ffi/src", "burtorch-ffi/src/"),
    ("burtorch-python/src", "burtorch-python/src/"),
    ("burtorch-mpi/src", "burtorch-mpi/src/"),
    ("burtorch-macros/models/src/c", "burtorch-macros/models/src/c/"),
    ("burtorch-macros/models/src/python.rs", "burtorch-macros/models/src/python.rs"),
    ("examples", "examples/"),
];
/// The folders and files that may have `unsafe` code.
const ALLOWED: [&str; 10] = [
    "buffer/",
    "eager/arena.rs ",
    "kernel/",
    "burtorch-train/src/sys/",
    "burtorch-ffi/src/",
    "burtorch-python/src/",
    "burtorch-macros/models/src/c/functions.rs ",
    "burtorch-macros/models/src/python.rs ",
    "examples/cortex_m/src/",
    "examples/web/src/lib.rs ",
];
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

/// Adds the places of one file: of `unsafe fn`, `unsafe trait` and `unsafe impl` what they declare, of an attribute the function that
/// it is on, of a block the function that it is in.
fn find(file: &str, source: &str, places: &mut Places) {
    // The type of a pointer to a function does nothing.
    let code = code(source).replace("unsafe extern   fn(", "").replace("unsafe fn(", "");
    let words: Vec<&str> =
        code.split(|c: char| !(c.is_alphanumeric() || "_$".contains(c))).filter(|word| !word.is_empty()).collect();
    for at in (0..words.len()).filter(|&at| words[at] == "unsafe") {
        let place = match words.get(at + 1..) {
            Some(["fn" | "trait", name, ..] | ["extern", "fn", name, ..]) => (*name).to_owned(),
            Some(["no_mangle" | "export_name", rest @ ..]) => {
                let function = rest.iter().position(|&word| word == "fn").expect("it is on a function");
                rest[function + 1].to_owned()
            }
            Some(["extern", ..]) => "extern".to_owned(),
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
    if folder.is_dir() {
        // What a build has written is not ours.
        let is_ours = |path: &Path| !path.ends_with("target");
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| is_ours(path)) {
            walk(prefix, root, &entry, places);
        }
    } else if folder.extension().is_some_and(|extension| extension == "rs") {
        let file = folder.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
        find(&format!("{prefix}{file}"), &fs::read_to_string(folder).unwrap(), places);
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
        "burtorch-mpi/src",
    ] {
        let source = fs::read_to_string(root.join(file).join("lib.rs")).unwrap();
        assert!(source.contains("#![forbid(unsafe_code)]"), "{file}");
    }
}
