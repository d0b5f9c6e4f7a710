//! The compiler of burtorch: functions and expressions in, their derivatives out, while the program
//! compiles.
//!
//! Use the `burtorch` crate; this one is its inside.
#![forbid(unsafe_code)]

mod ast;
mod build;
mod differentiate;
mod dump;
mod emit;
mod error;
mod expand;
#[cfg(test)]
mod fuzz;
mod graph;
mod parse;
mod simplify;
#[cfg(test)]
mod testing;

use proc_macro::TokenStream;

/// x
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::differentiable(options.into(), item.into()).into()
}

/// x
#[proc_macro_attribute]
pub fn derivative(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::derivative(options.into(), item.into()).into()
}

/// x
#[proc_macro]
pub fn graph(input: TokenStream) -> TokenStream {
    expand::graph(input.into()).into()
}
