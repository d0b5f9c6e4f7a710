//! More random models than CI has time to compile: `cargo test -p burtorch-models -- --ignored --nocapture many`.
//!
//! They are written into a package of their own beside what cargo builds, some dozen in a crate, and run with each instruction
//! set.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::number;
use super::program::program;
use super::write::{module, root};

const MODELS_IN_A_CRATE: u64 = 25;

const SETS: [&str; 3] = ["baseline", "v3", "v4"];

/// Writes the package; yields the names of its crates, and how often each construct is in them.
fn write(folder: &Path, seeds: std::ops::Range<u64>) -> (Vec<String>, BTreeMap<&'static str, usize>) {
    let root = root();
    let file =
        |path: PathBuf, text: &str| std::fs::write(&path, text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let _ = std::fs::remove_dir_all(folder.join("tests"));
    std::fs::create_dir_all(folder.join("tests")).expect("a folder for models");
    std::fs::create_dir_all(folder.join("src")).expect("a folder for models");
    file(folder.join("src/lib.rs"), "");
    let manifest = format!(
        "[package]\nname = \"random-models\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[features]\n\
         default = [\"parallel\"]\nparallel = []\n\n[dependencies]\n\
         burtorch = {{ path = {:?}, features = [\"parallel\"] }}\n\n[profile.dev]\ndebug = false\n",
        root.display().to_string()
    );
    file(folder.join("Cargo.toml"), &manifest);
    let lock = root.join("Cargo.lock");
    std::fs::copy(&lock, folder.join("Cargo.lock")).expect("the same versions as here");
    let (mut names, mut constructs) = (Vec::new(), BTreeMap::new());
    let all: Vec<u64> = seeds.collect();
    for (at, seeds) in all.chunks(usize::try_from(MODELS_IN_A_CRATE).expect("a small number")).enumerate() {
        let shared = root.join("tests/random_models");
        let mut text = format!(
            "#[macro_use]\n#[path = {:?}]\nmod check;\n#[path = {:?}]\nmod numbers;\n\n",
            shared.join("check.rs").display().to_string(),
            shared.join("numbers.rs").display().to_string()
        );
        for &seed in seeds {
            let program = program(seed);
            write!(text, "{}", module(&program)).expect("a string can always grow");
            for (construct, count) in program.constructs {
                *constructs.entry(construct).or_default() += count;
            }
        }
        names.push(format!("models_{at}"));
        file(folder.join(format!("tests/models_{at}.rs")), &text);
    }
    (names, constructs)
}

#[test]
#[ignore = "it compiles for minutes"]
fn many_random_models_agree() {
    let (first, count) = (number("BURTORCH_FIRST", 0), number("BURTORCH_MODELS", 1000));
    let folder = root().join("target/random_models");
    let (names, constructs) = write(&folder, first..first + count);
    let (mut checks, mut failures) = (BTreeMap::<String, usize>::new(), Vec::new());
    // One crate at a time, so that a failure shows early, and no more than one is built in vain.
    for name in &names {
        for set in SETS {
            let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
                .current_dir(&folder)
                .args(["test", "--offline", "--quiet", "--test", name, "--", "--nocapture"])
                .env("BURTORCH_ISA", set)
                .env("CARGO_TARGET_DIR", folder.join("target"))
                .output()
                .expect("cargo runs");
            let text = String::from_utf8_lossy(&output.stdout);
            for line in text.lines().filter_map(|line| line.split_once("checked: ")).map(|(_, check)| check) {
                let (number, what) = line.split_once(' ').expect("a number and what it counts");
                *checks.entry(what.to_owned()).or_default() += number.parse::<usize>().expect("a number");
            }
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr);
                let told: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(40).collect();
                println!("{name} with {set}:\n{}", told.join("\n"));
                failures.push(format!("{name} with {set}"));
            }
        }
        println!("{name}: done");
    }
    println!("{count} models from {first} on, in {} crates, with {SETS:?}", names.len());
    println!("constructs:");
    for (construct, count) in &constructs {
        println!("{count:8} {construct}");
    }
    println!("checks, with all instruction sets:");
    for (check, count) in &checks {
        println!("{count:8} {check}");
    }
    assert!(failures.is_empty(), "{failures:?}");
}
