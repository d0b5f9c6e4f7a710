//! What is not known of these types is refused in our words, each mistake once and on its own token.

use std::process::Command;

#[test]
fn what_is_not_known_is_refused() {
    look_at("refused");
    look_at("refused_by_rustc");
}

fn look_at(example: &str) {
    let folder = env!("CARGO_MANIFEST_DIR");
    let built = Command::new(env!("CARGO"))
        .args(["build", "-q", "--example", example, "--features", "refused", "--message-format", "short"])
        .current_dir(folder)
        .output()
        .expect("cargo runs");
    assert!(!built.status.success(), "programs that are not right were compiled");
    let output = String::from_utf8_lossy(&built.stderr);
    let mut said: Vec<(usize, String)> = Vec::new();
    for line in output.lines() {
        let Some(rest) = line.strip_prefix(&format!("examples/{example}.rs:")) else { continue };
        let mut parts = rest.splitn(3, ':');
        let (number, message) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
        said.push((number.parse().expect("a line has a number"), message.trim().to_owned()));
    }
    said.sort();
    let source = std::fs::read_to_string(format!("{folder}/examples/{example}.rs")).expect("the file is there");
    let mut wanted: Vec<(usize, String)> = Vec::new();
    for (at, line) in source.lines().enumerate() {
        if let Some((_, message)) = line.split_once("// error: ") {
            // Alone in its line, a comment is for the next one.
            let below = usize::from(line.trim_start().starts_with("//"));
            wanted.push((at + 1 + below, message.to_owned()));
        }
    }
    let is_as_wanted = |((line, said), (wanted_line, wanted)): (&(usize, String), &(usize, String))| {
        line == wanted_line && said.contains(wanted.as_str())
    };
    assert!(
        said.len() == wanted.len() && said.iter().zip(&wanted).all(is_as_wanted),
        "what was said:\n{said:#?}\nand what should be:\n{wanted:#?}"
    );
}
