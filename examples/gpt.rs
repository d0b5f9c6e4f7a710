//! Makes up text: in some ten seconds the validation loss reaches 2.0, where letter frequencies alone give 3.2.
//!
//! ```sh
//! cargo run --release --example gpt
//! cargo run --release --example gpt -- --steps 20000 --data my_text.txt
//! ```
//!
//! The model sees 8 characters and says after each of them how likely every character is to come next. See
//! `names.rs` first.

mod common;

use std::io::{self, Write as _};
use std::process::ExitCode;

use burtorch::{BatchWorkspace, Rng, Workspace, graph};
use common::{Arguments, Failure, Options, Progress, Source, choose, entropy, split};

const HELP: &str = "\
Learns from a text to write like it.

  --steps N    steps of training (3000)
  --batch N    samples in a step (16)
  --lr X       learning rate of the first step; it falls to zero (0.3)
  --seed N     seed of all that is random (1)
  --data PATH  a text of at most 65 different characters (the stories that ship with burtorch)";

graph! {
    const VOCAB: usize = 65;
    /// The characters that the model sees.
    const T: usize = 8;
    /// The width of all that passes between layers.
    const C: usize = 24;
    const HEADS: usize = 6;
    const LAYERS: usize = 6;

    /// Looks back, then thinks: each part adds to what came in.
    struct Block {
        norm1: LayerNorm<C>,
        attention: CausalAttention<T, C, HEADS>,
        norm2: LayerNorm<C>,
        think: FeedForward<C, { 4 * C }>,
    }

    impl Block {
        fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
            let x = x + self.attention.forward(self.norm1.forward(x));
            x + self.think.forward(self.norm2.forward(x))
        }
    }

    /// The transformer of the paper.
    pub struct Gpt {
        token: Embedding<VOCAB, C>,
        position: Param<T, C>,
        blocks: [Block; LAYERS],
        head: Linear<C, VOCAB>,
    }

    impl Gpt {
        /// After each character, the logarithms of the probabilities of the next, up to a constant.
        pub fn logits(&self, tokens: [u8; T]) -> Tensor<T, VOCAB> {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks {
                x = block.forward(x);
            }
            self.head.forward(x)
        }

        pub fn loss(&self, tokens: [u8; T], targets: [u8; T]) -> f32 {
            mean(cross_entropy(self.logits(tokens), targets))
        }
    }
}

fn main() -> ExitCode {
    common::run(HELP, |arguments: Arguments| {
        train(&arguments.options(Options { steps: 3000, batch: 16, rate: 0.3, seed: 1, data: None })?)
    })
}

#[allow(clippy::cast_precision_loss, reason = "there are not that many steps")]
fn train(options: &Options) -> Result<(), Failure> {
    let mut out = io::stdout();
    let mut rng = Rng::seed(options.seed);
    let source = options.source("examples/data/text.txt", include_str!("data/text.txt"))?;
    let (vocabulary, text) = tokens(&source)?;
    let (training, validation) = split(&text);
    if options.batch > training.len() {
        return Err(format!("`--batch {}`: there are only {} characters", options.batch, training.len()).into());
    }
    writeln!(out, "{}: {} characters, {} different ones", source.name, text.len(), vocabulary.len())?;
    writeln!(
        out,
        "{} parameters; a workspace of {} floats, for batches {}",
        Gpt::PARAMS,
        Gpt::WORKSPACE,
        Gpt::BATCH_WORKSPACE
    )?;

    // All memory there is: parameters, their gradient, and room to compute in. Training allocates nothing.
    let mut params = vec![0.0; Gpt::PARAMS];
    let mut gradient = vec![0.0; Gpt::PARAMS];
    let mut workspace = BatchWorkspace::boxed();
    let mut batch = vec![0; options.batch];
    Gpt::init(&mut params, &mut rng)?;

    // One window after the other, so that each character is predicted once.
    let windows = |count: usize| (0..count).map(|at| window(validation, at * T));
    let count = (validation.len() - 1) / T;
    let mut progress = Progress::new(options.steps)?;
    for step in 0..options.steps {
        batch.fill_with(|| rng.below(training.len() - T));
        let samples = batch.iter().map(|&at| window(training, at));

        let rate = options.rate * (1.0 - step as f32 / options.steps as f32);
        let loss = Gpt::loss_sgd_batch(&mut params, &mut gradient, rate, &mut workspace, samples)?;
        progress.step(loss, || Gpt::loss_batch(&params, &mut workspace, windows(count.min(512))))?;
    }

    let loss = Gpt::loss_batch(&params, &mut workspace, windows(count))?;
    let entropy = entropy(text.iter().copied());
    writeln!(out, "validation loss {loss:.4} on all {count} samples; letter frequencies alone give {entropy:.4}\n")?;
    writeln!(out, "{}", write(&params, &vocabulary, *window(validation, 0).0, &mut rng)?)?;
    Ok(())
}

/// The characters from `at` on, and what comes after each of them.
fn window(text: &[u8], at: usize) -> (&[u8; T], &[u8; T]) {
    let part = |at| text[at..].first_chunk().expect("a window lies inside the text");
    (part(at), part(at + 1))
}

/// What the model writes after `context`: 300 characters.
fn write(params: &[f32], vocabulary: &[char], mut context: [u8; T], rng: &mut Rng) -> Result<String, Failure> {
    let mut workspace = Workspace::boxed();
    let mut text = String::new();
    for _ in 0..300 {
        let logits = Gpt::logits(params, &mut workspace, &context)?;
        // The text may have fewer characters than the model.
        let token = choose(&logits[T - 1][..vocabulary.len()], 0.8, rng);
        text.push(vocabulary[usize::from(token)]);
        context.rotate_left(1);
        context[T - 1] = token;
    }
    Ok(text)
}

/// The different characters of a text in order, and the text as positions in them.
fn tokens(source: &Source) -> Result<(Vec<char>, Vec<u8>), Failure> {
    let Source { name, text } = source;
    let mut vocabulary: Vec<char> = text.chars().collect();
    if vocabulary.len() < 20 * T {
        return Err(format!("{name}: {} characters; give at least {}", vocabulary.len(), 20 * T).into());
    }
    vocabulary.sort_unstable();
    vocabulary.dedup();
    if vocabulary.len() > VOCAB {
        let found = vocabulary.len();
        return Err(format!("{name}: {found} different characters; replace some, the model has {VOCAB}").into());
    }
    let mut tokens = Vec::with_capacity(text.len());
    for letter in text.chars() {
        tokens.push(u8::try_from(vocabulary.binary_search(&letter).unwrap_or(0))?);
    }
    Ok((vocabulary, tokens))
}
