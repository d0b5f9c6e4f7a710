//! Learns from a list of words to make up new ones.

use burtorch::data::Lines;
use burtorch::train::Defaults;
use burtorch::{Rng, Workspace};

const WORDS: &str = "
acorn alder almond apricot ash aspen banana bark barley basil bean beech berry birch bramble branch cedar cherry chestnut
clover copper coral cotton cypress daisy date elder elm fennel fern fig flax garlic ginger grass hazel heather hemp holly
hop iris ivy juniper larch laurel lavender leaf lemon lentil lilac lily lime linden linseed maple marjoram mint moss
mulberry mustard myrtle nettle nutmeg oak oat olive onion orange orchid palm parsley peach pear pepper pine plum poplar
poppy quince radish reed rice rose rosemary rowan rush rye saffron sage sesame sorrel spruce sycamore teasel thistle thyme
tulip turnip vanilla vine violet walnut wheat willow yarrow yew";

burtorch::graph! {
    const CONTEXT: usize = 4;

    /// The last four letters in, the scores of the next one out.
    pub struct Words {
        letters: Embedding<27, 8>,
        net: Mlp<{ CONTEXT * 8 }, 32, 27>,
    }

    impl Words {
        fn logits(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            self.net.forward(flatten(self.letters.forward(context)))
        }

        pub fn probabilities(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            softmax(self.logits(context))
        }

        pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 {
            cross_entropy(self.logits(context), next)
        }
    }
}

burtorch::train! {
    about: "Learns from a list of words to make up new ones.",
    model: Words,
    data: |run| {
        // The file that `--data` names, with one word in a line, or the words above.
        let source = run.source("words", WORDS.replace(' ', "\n").as_bytes())?;
        let mut words = Lines::with_alphabet(&source, "abcdefghijklmnopqrstuvwxyz")?;
        words.shuffle(&mut Rng::seed(run.seed()));
        words
    },
    split: |words| words.split::<CONTEXT>(0.1)?,
    defaults: Defaults { steps: 400, batch: 32, rate: Some(0.01), schedule: "cosine", ..Defaults::default() },
    sample: |params, rng, out| {
        let mut workspace = Workspace::boxed();
        for _ in 0..10 {
            let (mut context, mut word) = ([Lines::END; CONTEXT], Vec::new());
            while word.len() < 20 {
                // A letter, as likely as the model says. The first is the end of the word.
                let probabilities = Words::probabilities(params, &mut workspace, &context)?;
                let letter = u8::try_from(rng.weighted(probabilities))?;
                if letter == Lines::END {
                    break;
                }
                word.push(letter);
                context.rotate_left(1);
                context[CONTEXT - 1] = letter;
            }
            writeln!(out, "{}", words.vocabulary().decode(&word))?;
        }
    },
}
