//! Makes up text: in some ten seconds the validation loss reaches 2.0, where letter frequencies alone give 3.2.
//!
//! ```sh
//! cargo run --release --example gpt
//! cargo run --release --example gpt -- --steps 20000 --data my_text.txt
//! cargo run --release --example gpt -- sample --prompt "The fox "
//! ```
//!
//! The model sees 8 characters and says after each of them how likely every character is to come next. See
//! `names.rs` first.

use burtorch::data::{Text, entropy};
use burtorch::train::Defaults;
use burtorch::viz::HeatMap;
use burtorch::{Workspace, graph};

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
        fn logits(&self, tokens: [u8; T]) -> Tensor<T, VOCAB> {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks {
                x = block.forward(x);
            }
            self.head.forward(x)
        }

        /// How likely each character is to come after the last one.
        pub fn next(&self, tokens: [u8; T]) -> Tensor<VOCAB> {
            softmax(self.logits(tokens)[T - 1])
        }

        pub fn loss(&self, tokens: [u8; T], targets: [u8; T]) -> f32 {
            mean(cross_entropy(self.logits(tokens), targets))
        }
    }
}

/// How likely each character is in the last line of the text, which the model has not learned from.
fn likely(params: &[f32], text: &Text) -> Result<HeatMap, burtorch::Error> {
    let mut workspace = Workspace::boxed();
    let piece = &text.tokens()[text.tokens().len().saturating_sub(T + 40)..];
    let (mut came, mut probabilities) = (Vec::new(), Vec::new());
    for window in piece.windows(T + 1) {
        let context = window.first_chunk().expect("a window is longer than a context");
        came.push(usize::from(window[T]));
        probabilities.push(*Gpt::next(params, &mut workspace, context)?);
    }
    // The characters that are the likeliest in all of it.
    let total = |row: usize| -> f32 { probabilities.iter().map(|column| column[row]).sum() };
    let totals: Vec<f32> = (0..text.vocabulary().len()).map(total).collect();
    let rows: Vec<usize> =
        (0..totals.len()).filter(|&row| totals.iter().filter(|&&other| other > totals[row]).count() < 24).collect();

    let name = |token: usize| match text.vocabulary().characters()[token] {
        '\n' => '⏎',
        ' ' => '␣',
        other => other,
    };
    let values = rows.iter().flat_map(|&row| probabilities.iter().map(move |column| column[row]));
    let title = "How likely is each character to come next? Letters mark what came.";
    let mark = |row: usize, column: usize| (rows[row] == came[column]).then(|| name(rows[row]).into());
    Ok(HeatMap::new(title, came.len(), values)
        .rows(rows.iter().map(|&row| name(row)))
        .columns(piece[T - 1..].iter().map(|&token| name(token.into())))
        .texts(|row, column| mark(row, column).unwrap_or_default())
        .x("the character before"))
}

burtorch::train! {
    about: "Learns from a text to write like it.",
    model: Gpt,
    data: |run| {
        let text = Text::new(&run.source("examples/data/text.txt", include_bytes!("data/text.txt"))?)?;
        let found = text.vocabulary().len();
        if found > VOCAB {
            let name = text.name();
            return Err(format!("{name}: {found} different characters; replace some, the model has {VOCAB}").into());
        }
        text
    },
    split: |text| {
        let (training, validation) = text.split::<T>(0.1)?;
        // One window after the other, so that each character is predicted once.
        (training, validation.apart())
    },
    defaults: Defaults {
        steps: 3000,
        batch: 16,
        optimizer: "sgd",
        rate: Some(0.3),
        schedule: "linear",
        draw: true,
        ..Defaults::default()
    },
    measure: |_| vec![("letter frequencies alone".to_owned(), entropy(text.tokens()))],
    draw: |params, pictures| pictures.add("next", &likely(params, text)?.to_svg())?,
    sample: |params, rng, out, prompt| {
        let (vocabulary, mut workspace) = (text.vocabulary(), Workspace::boxed());
        // The end of the text stands before the prompt.
        let mut tokens = text.tokens()[text.tokens().len() - T..].to_vec();
        tokens.extend(vocabulary.encode(prompt).map_err(|error| format!("`--prompt {prompt}`: {error}"))?);
        for _ in 0..300 {
            let context = tokens.last_chunk().expect("it began with as many");
            let probabilities = &Gpt::next(params, &mut workspace, context)?[..vocabulary.len()];
            // A temperature of 0.8 makes likely characters likelier.
            let weights: Vec<f32> = probabilities.iter().map(|p| p.powf(1.0 / 0.8)).collect();
            tokens.push(u8::try_from(rng.weighted(&weights))?);
        }
        writeln!(out, "{}", vocabulary.decode(&tokens[T..]))?;
    },
}
