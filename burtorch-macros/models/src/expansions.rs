//! Plans and generated code of small models that people can read, checked in: `cargo insta review` after a change.

use crate::elaborate::elaborate;
use crate::emit::{self, Programs};
use crate::error::Errors;
use crate::expand::{compile_model_function, plans};

/// The plans of the only function of the only model in a block, and the code of the model, formatted.
fn expansion(block: &str) -> (String, String) {
    let mut errors = Errors::default();
    let block = elaborate(block.parse().expect("these are tokens"), &mut errors);
    errors.finish().unwrap_or_else(|errors| panic!("{errors}"));
    let model = &block.models[0];
    let (programs, notes) = compile_model_function(model, &model.functions[0]);
    let plan = plans(&programs, &notes);
    let programs = Programs { tiles: Vec::new(), batches: false, step: None, update: None, ..programs };
    let file = syn::parse2(emit::model(model, &[programs]).0).expect("generated code is Rust");
    (plan, prettyplease::unparse(&file))
}

#[test]
fn a_loop_over_time() {
    let (plan, code) = expansion(
        "struct Recurrent { input: Param<2>, state: Param<2, 2> }
        impl Recurrent {
            #[plan(tiles = [4])]
            fn loss(&self, x: Tensor<3>) -> f32 {
                let mut h = zeros([2]);
                for at in 0..3 { h = tanh(matvec(self.state, h) + self.input * x[at]); }
                sum(h)
            }
        }",
    );
    insta::assert_snapshot!("loop_over_time_plan", plan);
    insta::assert_snapshot!("loop_over_time_code", code);
}

#[test]
fn a_convolution() {
    let (plan, code) = expansion(
        "struct Picture { filters: Conv1d<1, 2, 3> }
        impl Picture {
            #[plan(tiles = [4])]
            fn loss(&self, x: Tensor<1, 6>) -> f32 { sum(relu(self.filters.forward(x))) }
        }",
    );
    insta::assert_snapshot!("convolution_plan", plan);
    insta::assert_snapshot!("convolution_code", code);
}

#[test]
fn a_table_that_is_looked_up_in_and_a_loop_over_layers() {
    let (plan, code) = expansion(
        "struct Words { table: Embedding<5, 2>, layers: [LinearNoBias<2, 2>; 3] }
        impl Words {
            #[plan(tiles = [4])]
            fn loss(&self, word: usize, next: usize) -> f32 {
                let mut x = self.table.forward(word);
                for layer in &self.layers { x = tanh(layer.forward(x)); }
                cross_entropy(matvec(self.table.table, x), next)
            }
        }",
    );
    insta::assert_snapshot!("table_plan", plan);
    insta::assert_snapshot!("table_code", code);
}
