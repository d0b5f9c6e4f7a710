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
