//! One training loop for all data sets, by the batch functions of compiled models.

use std::ops::Range;

use burtorch::data::{Batches, Csv, Idx, Lines, Pick, Samples, Scaling, Source, Text, Zip};
use burtorch::{BatchWorkspace, Rng, graph};

use crate::counting::allocations;

graph! {
    pub struct Line {
        slope: Param<2>,
        offset: Param,
    }

    impl Line {
        pub fn loss(&self, x: Tensor<2>, y: f32) -> f32 {
            sqr(dot(self.slope, x) + self.offset - y)
        }
    }
}

graph! {
    /// What comes after the last letters, or after each one.
    pub struct Letters {
        table: Embedding<9, 4>,
        next: Linear<8, 9>,
        each: Linear<4, 9>,
    }

    impl Letters {
        pub fn loss(&self, context: [u8; 2], next: u8) -> f32 {
            cross_entropy(self.next.forward(reshape(self.table.forward(context), [8])), next)
        }

        pub fn text_loss(&self, tokens: [u8; 4], targets: [u8; 4]) -> f32 {
            mean(cross_entropy(self.each.forward(self.table.forward(tokens)), targets))
        }
    }
}

graph! {
    pub struct Digits {
        layer: Linear<4, 2>,
    }

    impl Digits {
        pub fn loss(&self, image: Tensor<4>, label: u8) -> f32 {
            cross_entropy(self.layer.forward(image), label)
        }
    }
}

/// The losses of some steps on any data set.
fn train<D: Samples>(data: D, batch: usize, steps: Range<usize>, mut step: impl FnMut(Pick<'_, D>) -> f32) -> Vec<f32> {
    let mut batches = Batches::new(data.len(), batch, 42).unwrap();
    steps.map(|number| step(data.pick(batches.at(number)))).collect()
}

/// The mean loss of the first and of the last steps.
macro_rules! learns {
    ($model:ident, $step:ident, $data:expr, $batch:expr) => {{
        let mut params = [0.0; $model::PARAMS];
        let mut gradient = [0.0; $model::PARAMS];
        let mut workspace = BatchWorkspace::new();
        $model::init(&mut params, &mut Rng::seed(1)).unwrap();
        let losses = train($data, $batch, 0..400, |samples| {
            $model::$step(&mut params, &mut gradient, 0.1, &mut workspace, samples).unwrap()
        });
        let mean = |losses: &[f32]| losses.iter().sum::<f32>() / 20.0;
        (mean(&losses[..20]), mean(&losses[380..]))
    }};
}

#[test]
fn models_learn_from_tables() {
    // y = 0.2 a − 3 b + 1
    let rows: String = (0..100_i16).map(|i| (10 * i, i * 37 % 11)).fold("a,b,y\n".to_owned(), |rows, (a, b)| {
        rows + &format!("{a},{b},{}\n", 0.2 * f32::from(a) - 3.0 * f32::from(b) + 1.0)
    });
    let table = Csv::new(Source::new("table", rows)).unwrap();
    let mut samples: Vec<([f32; 2], f32)> = table.samples(["a", "b"], "y").unwrap();
    let scaling = Scaling::of(samples.iter().map(|(x, _)| x));
    for (x, _) in &mut samples {
        scaling.apply(x);
    }
    let (before, after) = learns!(Line, loss_sgd_batch, &samples, 10);
    assert!(after < 1e-6 * before, "{before} {after}");
}

#[test]
fn models_learn_from_lists() {
    let list = Lines::new(&Source::new("list", "abab\nbabab\nabababab\nba\n")).unwrap();
    let (before, after) = learns!(Letters, loss_sgd_batch, list.contexts::<2>(), 8);
    assert!(after < 0.6 * before, "{before} {after}");
}

#[test]
fn models_learn_from_texts() {
    let text = Text::new(&Source::new("text", "abcdefgh".repeat(20))).unwrap();
    let (before, after) = learns!(Letters, text_loss_sgd_batch, text.windows::<4>(), 16);
    assert!(after < 0.2 * before, "{before} {after}");
}

#[test]
fn models_learn_from_images() {
    let images =
        Idx::encode(&[4, 2, 2], &[255_u8, 255, 0, 0, 0, 0, 255, 255, 200, 220, 10, 0, 30, 0, 250, 240]).unwrap();
    let labels = Idx::encode(&[4], &[0_u8, 1, 0, 1]).unwrap();
    let images = Idx::new(Source::new("images", images)).unwrap();
    let labels = Idx::new(Source::new("labels", labels)).unwrap();
    let scaled = images.scaled::<4>().unwrap();
    let stored = Zip::new(&scaled, labels.labels().unwrap()).unwrap();
    let (before, after) = learns!(Digits, loss_sgd_batch, stored, 2);
    assert!(after < 0.2 * before, "{before} {after}");
    // The same numbers if images are scaled when they are needed.
    let bytes = Zip::new(images.images::<4>().unwrap(), labels.labels().unwrap()).unwrap();
    let computed = bytes.convert(|(image, label)| (image.map(|x| f32::from(x) / 255.0), label));
    assert_eq!(learns!(Digits, loss_sgd_batch, computed, 2), (before, after));
}

/// The same losses and parameters, to the bit.
#[test]
fn a_training_that_is_resumed_sees_what_it_would_have_seen() {
    let list = Lines::new(&Source::new("list", "abca\nbcab\ncab\nabbac\nccab\n")).unwrap();
    let run = |params: &mut [f32], steps| {
        let mut gradient = [0.0; Letters::PARAMS];
        let mut workspace = BatchWorkspace::new();
        train(list.contexts::<2>(), 4, steps, |samples| {
            Letters::loss_sgd_batch(params, &mut gradient, 0.1, &mut workspace, samples).unwrap()
        })
    };
    let mut whole = [0.0; Letters::PARAMS];
    Letters::init(&mut whole, &mut Rng::seed(1)).unwrap();
    let mut resumed = whole;
    let losses = run(&mut whole, 0..50);
    // The data has six batches in an epoch, so one part ends inside of an epoch.
    let mut parts = run(&mut resumed, 0..20);
    parts.extend(run(&mut resumed, 20..50));
    assert_eq!(parts, losses);
    assert_eq!(resumed.map(f32::to_bits), whole.map(f32::to_bits));
}

fn is_sync(_: &impl Sync) {}

#[test]
fn picked_samples_are_the_copied_ones() {
    let list = Lines::new(&Source::new("list", "abca\nbcab\ncab\nabbac\nccab\n")).unwrap();
    let data = list.contexts::<2>();
    let copied: Vec<([u8; 2], u8)> = data.all().collect();
    let mut params = [0.0; Letters::PARAMS];
    Letters::init(&mut params, &mut Rng::seed(1)).unwrap();
    let mut workspace = BatchWorkspace::new();
    let indices = [3, 0, 24, 3, 11];
    assert_eq!(
        Letters::loss_batch(&params, &mut workspace, data.pick(&indices)),
        Letters::loss_batch(&params, &mut workspace, indices.iter().map(|&index| copied[index])),
    );
    assert_eq!(
        Letters::loss_batch(&params, &mut workspace, data.all()),
        Letters::loss_batch(&params, &mut workspace, &copied),
    );
    // Skipping is what threads do, and each of them has the iterator.
    is_sync(&data.pick(&indices));
    is_sync(&data.all());
    assert!(data.pick(&indices).skip(2).eq(indices[2..].iter().map(|&index| copied[index])));
    assert!(data.all().skip(20).eq(copied[20..].iter().copied()));
}

#[test]
fn steps_allocate_nothing() {
    let text = Text::new(&Source::new("text", "abcdefgh".repeat(20))).unwrap();
    let data = text.windows::<4>();
    let mut params = [0.0; Letters::PARAMS];
    let mut gradient = [0.0; Letters::PARAMS];
    let mut workspace = BatchWorkspace::new();
    for mut batches in [Batches::new(data.len(), 16, 1).unwrap(), Batches::with_replacement(data.len(), 16, 1).unwrap()]
    {
        let count = allocations(|| {
            for step in 0..50 {
                let samples = data.pick(batches.at(step));
                Letters::text_loss_sgd_batch(&mut params, &mut gradient, 0.1, &mut workspace, samples).unwrap();
            }
        });
        assert_eq!(count, 0);
    }
}
