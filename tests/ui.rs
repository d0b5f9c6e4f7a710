//! Mistakes and what the user is told about them: `tests/ui/<kind>/<mistake>.rs`, each with its messages.
//!
//! One mistake is one error on the token it is about, and the `main` beside it, which uses the derivatives
//! all the same, draws no further ones. After a message was changed, `TRYBUILD=overwrite` writes the new
//! ones; read what changed. The wording of rustc's own errors depends on its version, so the files are
//! compared on the version they were written with.
//!
//! What is close to a mistake but is none is in the tests of functions and models. A program here that is to compile
//! would have all dependencies built once more.

#[test]
fn every_mistake_is_one_error_on_its_own_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// What chapter 1 says that errors say is what they say.
#[test]
fn the_guide_quotes_messages_as_they_are() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(root.join("docs/1-functions.md")).unwrap();
    let mut said = String::new();
    for kind in std::fs::read_dir(root.join("tests/ui")).unwrap() {
        for file in std::fs::read_dir(kind.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "stderr") {
                said.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let quoted: Vec<&str> =
        guide.lines().filter_map(|line| line.strip_prefix("| `` ")?.split(" `` |").next()).collect();
    assert!(quoted.len() > 10);
    for message in quoted {
        // The guide says once that there is `tape`.
        let is_said = ["\n", "; or let `#[differentiable(tape)]` record it as it is\n"];
        assert!(
            is_said.iter().any(|end| said.contains(&format!("error: {message}{end}"))),
            "no file in tests/ui has `{message}`"
        );
    }
}
