//! How much code a model becomes: its expansion is what rustc reads in every build of a user.
//!
//! `cargo test -p burtorch-models sizes -- --nocapture` prints the sizes; with `--features parallel`, those with functions for threads.

use std::path::Path;

use crate::expand::models;

/// The network of the crate's documentation, with 33 parameters.
const SMALL: &str = "
    pub struct Net { net: Mlp<2, 8, 1> }
    impl Net {
        pub fn loss(&self, x: Tensor<2>, y: f32) -> f32 { sqr(self.net.forward(x)[0] - y) }
    }";

/// The model of `examples/names.rs`.
const NAMES: &str = "
    const CONTEXT: usize = 16;
    const WIDTH: usize = 64;
    const HIDDEN: usize = 64;
    pub struct Names { letters: Embedding<27, WIDTH>, up: Linear<{ CONTEXT * WIDTH }, HIDDEN>, down: Linear<HIDDEN, 27> }
    impl Names {
        fn logits(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            let x = reshape(self.letters.forward(context), [CONTEXT * WIDTH]);
            self.down.forward(tanh(self.up.forward(x)))
        }
        pub fn next(&self, context: [u8; CONTEXT]) -> Tensor<27> { softmax(self.logits(context)) }
        pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 { cross_entropy(self.logits(context), next) }
    }";

/// The block `graph!` of an example.
fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.rs"));
    let code = std::fs::read_to_string(path).expect("the example is there");
    let (_, from) = code.split_once("graph! {").expect("it has a model");
    let (block, _) = from.split_once("\n}\n").expect("the block ends");
    block.to_owned()
}

/// How many bytes the expansion of a block has, as `BURTORCH_DUMP=code` prints it; and how many of them are not of kernels.
fn expansion(name: &str, block: &str) -> (usize, usize) {
    let code = models(block.parse().expect("these are tokens")).to_string();
    assert!(!code.contains("compile_error"), "{name} does not compile: {code}");
    let drivers = code.find("struct __K").expect("a model has kernels");
    let kernels = code.matches("struct __K").count();
    println!("{name}: {} bytes with {kernels} kernels; {drivers} without them", code.len());
    (code.len(), drivers)
}

#[test]
fn a_small_model_is_little_code() {
    let (all, drivers) = expansion("33 parameters", SMALL);
    expansion("xor", &example("xor"));
    expansion("names", NAMES);
    expansion("gpt", &example("gpt"));
    assert!(drivers < 21_000, "{drivers} bytes without kernels");
    assert!(all < 88_000, "{all} bytes");
}
