//! Mistakes and what the user is told about them: `tests/ui/<kind>/<mistake>.rs`, each with its messages.
//!
//! One mistake is one error on the token it is about, and the `main` beside it, which uses the derivatives
//! all the same, draws no further ones. After a message was changed, `TRYBUILD=overwrite` writes the new
//! ones; read what changed. The wording of rustc's own errors depends on its version, so the files are
//! compared on the version they were written with.

#[test]
fn every_mistake_is_one_error_on_its_own_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// What is close to a mistake but is none: `tests/ui/models/pass/<claim>.rs`, each a program that checks itself.
#[test]
fn models_that_are_right() {
    trybuild::TestCases::new().pass("tests/ui/models/pass/*.rs");
}
