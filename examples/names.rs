//! Makes up names: in some ten seconds the validation loss reaches 2.3, where letter frequencies alone give 2.9.
//!
//! ```sh
//! cargo run --release --example names
//! cargo run --release --example names -- --steps 20000 --data my_names.txt
//! cargo run --release --example names -- sample --prompt mar
//! ```
//!
//! The model sees the last 16 letters of a name and says how likely each letter is to come next. A list of names
//! gives one sample for each letter.

use burtorch::data::{Lines, entropy};
use burtorch::train::Defaults;
use burtorch::viz::HeatMap;
use burtorch::{Rng, Workspace, graph};

/// The letters that names are made of, as tokens 1 to 26; token 0 is before the first letter and after the last.
const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyz";

// Sizes are constants: while the model compiles, shapes are checked, the derivative is written and memory is planned.
graph! {
    const CONTEXT: usize = 16;
    const WIDTH: usize = 64;
    const HIDDEN: usize = 64;

    /// Looks up a vector for each letter; two layers make scores for the next one of them.
    pub struct Names {
        letters: Embedding<27, WIDTH>,
        up: Linear<{ CONTEXT * WIDTH }, HIDDEN>,
        down: Linear<HIDDEN, 27>,
    }

    impl Names {
        fn logits(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            let x = reshape(self.letters.forward(context), [CONTEXT * WIDTH]);
            self.down.forward(tanh(self.up.forward(x)))
        }

        /// How likely each letter is to come next.
        pub fn next(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            softmax(self.logits(context))
        }

        pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 {
            cross_entropy(self.logits(context), next)
        }
    }
}

/// The last tokens of a name that begins with these.
fn context(tokens: &[u8]) -> [u8; CONTEXT] {
    let mut context = [Lines::END; CONTEXT];
    context.iter_mut().rev().zip(tokens.iter().rev()).for_each(|(place, &token)| *place = token);
    context
}

burtorch::train! {
    about: "Learns from a list of names to make up new ones.",
    model: Names,
    data: |run| {
        let source = run.source("examples/data/names.txt", include_bytes!("data/names.txt"))?;
        let mut names = Lines::with_alphabet(&source, ALPHABET)?;
        names.shuffle(&mut Rng::seed(run.seed()));
        names
    },
    split: |names| names.split::<CONTEXT>(0.1)?,
    defaults: Defaults {
        steps: 3000,
        batch: 64,
        optimizer: "sgd",
        rate: Some(0.2),
        schedule: "linear",
        ..Defaults::default()
    },
    measure: |_| vec![("letter frequencies alone".to_owned(), entropy(names.tokens()))],
    draw: |params, pictures| {
        let mut workspace = Workspace::boxed();
        let mut probabilities = Vec::new();
        for first in 1..=26 {
            probabilities.extend(*Names::next(params, &mut workspace, &context(&[first]))?);
        }
        let map = HeatMap::new("The second letter of a name, given the first", 27, probabilities)
            .rows(ALPHABET.chars())
            .columns("⏎".chars().chain(ALPHABET.chars()))
            .x("second letter, or the end")
            .y("first letter");
        pictures.add("letters", &map.to_svg())?;
    },
    sample: |params, rng, out, prompt| {
        let (vocabulary, mut workspace) = (names.vocabulary(), Workspace::boxed());
        let beginning = vocabulary.encode(prompt).map_err(|error| format!("`--prompt {prompt}`: {error}"))?;
        for _ in 0..20 {
            let mut name = beginning.clone();
            while name.len() < 30 {
                let probabilities = Names::next(params, &mut workspace, &context(&name))?;
                // A temperature of 0.8 makes likely letters likelier.
                let letter = u8::try_from(rng.weighted(&probabilities.map(|p| p.powf(1.0 / 0.8))))?;
                if letter == Lines::END {
                    break;
                }
                name.push(letter);
            }
            writeln!(out, "{}", vocabulary.decode(&name))?;
        }
    },
}
