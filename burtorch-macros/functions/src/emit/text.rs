//! Text that is read back as tokens.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// What is written here is Rust; read back, its names are seen where the attribute stands.
pub(super) fn read(text: &str) -> TokenStream {
    // `proc_macro2` would read it twice, first by itself for the sake of an error that cannot be.
    if proc_macro::is_available() {
        return text.parse::<proc_macro::TokenStream>().expect("it is Rust").into();
    }
    text.parse().expect("it is Rust")
}

/// Literals of text that is long: raw, so that no character of it needs to be looked at.
pub(super) fn raw_literal(text: &str) -> TokenStream {
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    // Which a raw literal cannot have.
    if text.contains('\r') { text.to_token_stream() } else { read(&format!("r{hashes}\"{text}\"{hashes}")) }
}

/// The pieces one after the other, in memory that is taken once.
pub(super) fn joined(pieces: &[&str]) -> String {
    let mut length = 0;
    for piece in pieces {
        length += piece.len();
    }
    let mut text = String::with_capacity(length);
    for piece in pieces {
        text.push_str(piece);
    }
    text
}
