//! Names, learned letter by letter.

use burtorch::optimizer::Adam;
use burtorch::{BatchWorkspace, Rng, Workspace, graph};

graph! {
    const CONTEXT: usize = 6;
    const WIDTH: usize = 10;

    /// Looks up a vector for each letter; two layers make scores for the next one of them.
    pub struct Names {
        letters: Embedding<27, WIDTH>,
        net: Mlp<{ CONTEXT * WIDTH }, 64, 27>,
    }

    impl Names {
        fn logits(&self, context: [u8; CONTEXT]) -> Tensor<27> {
            self.net.forward(flatten(self.letters.forward(context)))
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

/// How many samples a step learns from.
const BATCH: usize = 64;
/// No name is longer.
const LONGEST: usize = 14;
/// Before the first letter of a name, and after its last.
const END: u8 = 0;

#[derive(Debug)]
pub struct Training {
    params: Vec<f32>,
    gradient: Vec<f32>,
    adam: Adam<Vec<f32>>,
    workspace: Box<BatchWorkspace<Names>>,
    one: Box<Workspace<Names>>,
    samples: Vec<([u8; CONTEXT], u8)>,
    rng: Rng,
    text: Vec<u8>,
}

impl Training {
    pub fn new(seed: u32) -> Self {
        let mut rng = Rng::seed(seed.into());
        let mut params = vec![0.0; Names::PARAMS];
        Names::init(&mut params, &mut rng).expect("there are as many parameters");
        Self {
            params,
            gradient: vec![0.0; Names::PARAMS],
            adam: Adam::new(0.003, vec![0.0; 2 * Names::PARAMS]),
            workspace: BatchWorkspace::boxed(),
            one: Workspace::boxed(),
            samples: samples(include_str!("../../data/names.txt")),
            rng,
            text: Vec::new(),
        }
    }

    pub fn train(&mut self, steps: u32, rate: f64) -> f32 {
        self.adam.rate = rate;
        let mut sum = 0.0;
        for _ in 0..steps {
            let Self { params, gradient, adam, workspace, samples, rng, .. } = self;
            let places: [usize; BATCH] = [(); BATCH].map(|()| rng.below(samples.len()));
            let batch = places.iter().map(|&place| &samples[place]);
            sum += Names::loss_step_batch(params, gradient, adam, workspace, batch).unwrap_or(f32::NAN);
        }
        #[allow(clippy::cast_precision_loss, reason = "a frame has fewer steps")]
        return sum / steps.max(1) as f32;
    }

    /// A new name, letter by letter, each as likely as the model says.
    pub fn make(&mut self) -> &[u8] {
        let mut context = [END; CONTEXT];
        self.text.clear();
        while self.text.len() < LONGEST {
            let Ok(likely) = Names::next(&self.params, &mut self.one, &context) else { break };
            let letter = u8::try_from(self.rng.weighted(likely)).unwrap_or(END);
            if letter == END {
                break;
            }
            self.text.push(b'a' + letter - 1);
            context.rotate_left(1);
            context[CONTEXT - 1] = letter;
        }
        &self.text
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

/// For each letter of each name, and for its end, the letters before it.
fn samples(names: &str) -> Vec<([u8; CONTEXT], u8)> {
    let mut samples = Vec::new();
    for name in names.lines() {
        let mut context = [END; CONTEXT];
        let letters = name.bytes().filter(u8::is_ascii_lowercase).map(|letter| letter - b'a' + 1);
        for letter in letters.chain([END]) {
            samples.push((context, letter));
            context.rotate_left(1);
            context[CONTEXT - 1] = letter;
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_and_makes_up_names() {
        let mut training = Training::new(1);
        let first = training.train(10, 0.003);
        training.train(600, 0.003);
        let last = training.train(50, 0.003);
        assert!(first > 3.0 && last < 2.7, "{first} {last}");
        let names: Vec<_> = (0..20).map(|_| training.make().to_vec()).collect();
        assert!(names.iter().filter(|name| name.len() > 1).count() > 10);
        assert!(names.iter().flatten().all(u8::is_ascii_lowercase));
    }
}
