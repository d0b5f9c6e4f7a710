//! Every type that an argument or a result may have, to a depth of three: tuples, arrays, slices, `Vec`s and structs in each
//! other, by value, as `&` and as `&mut`.
//!
//! `programs.rs` holds one function for each of them. It is written by [`generate`]:
//! `BURTORCH_BLESS=1 cargo test --test types programs`. The derivatives of each, in all modes, are held against finite
//! differences of its values.

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]
#![allow(unused_braces, reason = "blocks as lengths and as indices are part of it, too")]

mod check;
mod generate;
mod more;
#[rustfmt::skip]
mod programs;
mod rows;
mod uses;

use std::path::Path;

#[test]
fn programs_are_those_of_the_generator() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types/programs.rs");
    let generated = generate::programs();
    if std::env::var_os("BURTORCH_BLESS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap();
    assert!(there == generated, "write them again: `BURTORCH_BLESS=1 cargo test --test types programs`");
}
