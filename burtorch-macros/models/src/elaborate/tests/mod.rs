//! Models, elaborated and run by the interpreter of tensor graphs, against values from elsewhere.

mod language;
mod layers;
mod limits;
mod mutations;
mod sequence;
mod tensors;

use super::*;
use crate::tensor::interpret::{Value as Given, evaluate};
use crate::tensor::{reverse, simplify};

pub(super) fn models(text: &str) -> Result<Vec<Model>, String> {
    let mut errors = Errors::default();
    let models = elaborate(text.parse().expect("tokens"), &mut errors).models;
    match errors.finish() {
        Ok(()) => Ok(models),
        Err(tokens) => Err(tokens.to_string()),
    }
}

fn model(text: &str) -> Model {
    models(text).unwrap_or_else(|errors| panic!("{errors}")).remove(0)
}

fn run(model: &Model, name: &str, params: &[f64], inputs: &[Given]) -> Vec<Vec<f64>> {
    let function = model.functions.iter().find(|function| function.name == name).expect("a function of the model");
    evaluate(&function.graph, params, inputs, 1.0, &mut [])
}

/// The gradient of a function, by the graph that `tensor::reverse` makes.
fn gradient(model: &Model, name: &str, params: &[f64], inputs: &[Given]) -> Vec<f64> {
    let function = model.functions.iter().find(|function| function.name == name).expect("a function of the model");
    let mut gradient = vec![0.0; params.len()];
    // Before it is simplified, the gradient of a loop has nodes that nothing uses.
    let graph = simplify(&reverse(&function.graph, &[]), Precision::F64);
    evaluate(&graph, params, inputs, 1.0, &mut gradient);
    gradient
}

/// The sum of the numbers, each weighted by its place.
#[allow(clippy::cast_precision_loss, reason = "a place is small")]
fn weighted(numbers: &[f64]) -> f64 {
    numbers.iter().enumerate().map(|(at, number)| number * (0.5 * at as f64).cos()).sum()
}

const GPT: &str = "
    type Scalar = f64;
    const VOCAB: usize = 65;  const T: usize = 8;  const C: usize = 24;
    const HEADS: usize = 6;   const LAYERS: usize = 6;
    /// Pre-norm attention, then pre-norm feed-forward, each with a residual.
    struct Block {
        norm1: LayerNorm<C>,
        attention: CausalAttention<T, C, HEADS>,
        norm2: LayerNorm<C>,
        up: Linear<C, { 4 * C }>,
        down: Linear<{ 4 * C }, C>,
    }
    impl Block {
        fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
            let x = x + self.attention.forward(self.norm1.forward(x));
            x + self.down.forward(relu(self.up.forward(self.norm2.forward(x))))
        }
    }
    pub struct Gpt {
        token: Embedding<VOCAB, C>,
        position: Param<T, C>,
        blocks: [Block; LAYERS],
        head: Linear<C, VOCAB>,
    }
    impl Gpt {
        pub fn logits(&self, tokens: [usize; T]) -> Tensor<T, VOCAB> {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks { x = block.forward(x); }
            self.head.forward(x)
        }
        pub fn loss(&self, tokens: [usize; T], targets: [usize; T]) -> f64 {
            mean(cross_entropy(self.logits(tokens), targets))
        }
    }";

const MLP: &str = "
    type Scalar = f64;
    const CONTEXT: usize = 16; const C: usize = 64; const E: usize = 4; const VOCAB: usize = 27;
    pub struct Names {
        embedding: Embedding<VOCAB, C>,
        hidden: Linear<{ CONTEXT * C }, E>,
        output: Linear<E, VOCAB>,
    }
    impl Names {
        pub fn logits(&self, context: [u8; CONTEXT]) -> Tensor<VOCAB> {
            let x = flatten(self.embedding.forward(context));
            self.output.forward(tanh(self.hidden.forward(x)))
        }
        pub fn loss(&self, context: [u8; CONTEXT], target: u8) -> f64 {
            cross_entropy(self.logits(context), target)
        }
    }";

/// Parameters by a formula; gains are around one.
#[allow(clippy::cast_precision_loss, reason = "an offset is small")]
fn waves(model: &Model) -> Vec<f64> {
    let mut params: Vec<f64> = (0..model.count).map(|at| 0.1 * (0.1 + 0.37 * at as f64).sin()).collect();
    for parameter in model.parameters.iter().filter(|parameter| parameter.name.ends_with("gain")) {
        for param in &mut params[parameter.offset..][..parameter.shape[0]] {
            *param += 1.0;
        }
    }
    params
}

fn assert_loss(model: &Model, inputs: &[Given], wanted: f64) {
    let loss = run(model, "loss", &waves(model), inputs)[0][0];
    assert!((loss - wanted).abs() < 1e-12, "{loss} is not {wanted}");
}

#[test]
fn the_loss_of_the_gpt_is_that_of_pytorch() {
    let model = model(GPT);
    assert_eq!(model.count, 46_289);
    let tokens = vec![18, 47, 56, 57, 58, 1, 15, 47];
    let targets = vec![47, 56, 57, 58, 1, 15, 47, 58];
    assert_loss(&model, &[Given::Int(tokens), Given::Int(targets)], 4.175_308_445_763_345);
    let names: Vec<_> = model.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(names[..4], ["token.table", "position", "blocks.0.norm1.gain", "blocks.0.norm1.bias"]);
    assert_eq!(model.functions[1].inputs.iter().map(|input| input.bound).collect::<Vec<_>>(), [Some(65); 2]);
}

#[test]
fn the_loss_of_the_mlp_is_that_of_pytorch() {
    let model = model(MLP);
    assert_eq!(model.count, 5963);
    let context = vec![0, 0, 0, 0, 0, 0, 3, 8, 18, 9, 19, 20, 15, 16, 8, 5];
    assert_loss(&model, &[Given::Int(context), Given::Int(vec![18])], 3.336_929_043_753_937_4);
}

#[test]
fn layers_of_an_array_are_one_loop() {
    let model = model(GPT);
    let loops = |graph: &Graph| graph.ids().filter(|&id| matches!(graph.kind(id), Kind::Repeat(_))).count();
    assert_eq!(model.functions.iter().map(|function| loops(&function.graph)).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn mistakes_name_shapes_and_operands() {
    let wrong = GPT.replace("position: Param<T, C>", "position: Param<{ T - 1 }, C>");
    let errors = models(&wrong).err().expect("a mistake");
    assert_eq!(errors.matches("compile_error").count(), 1, "{errors}");
    assert!(errors.contains("`self.token.forward(tokens)` is [8, 24] but `self.position` is [7, 24]"), "{errors}");
    let wrong = GPT.replace("head: Linear<C, VOCAB>", "head: Linear<T, VOCAB>");
    let errors = models(&wrong).err().expect("a mistake");
    assert_eq!(errors.matches("compile_error").count(), 1, "{errors}");
    assert!(errors.contains("`x` is [8, 24] but `Linear::forward` takes [.., 8]"), "{errors}");
}
