//! Reads digits that a trembling hand drew: right for 99 % of those it has not seen, after some seconds.
//!
//! ```sh
//! cargo run --release --example mnist_like
//! cargo run --release --example mnist_like -- --layers 1       # a linear model, right for 86 %
//! cargo run --release --example mnist_like -- --data FOLDER    # the four files of MNIST, unpacked
//! ```
//!
//! The digits are drawn here, each bent, turned, moved, slanted and thick in its own way.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "pixels and counts are small numbers")]

use std::array;
use std::path::Path;

use burtorch::data::{Idx, Samples as _, Zip};
use burtorch::metrics::{ConfusionMatrix, accuracy, best};
use burtorch::train::{Defaults, Failure};
use burtorch::viz::Images;
use burtorch::{BatchWorkspace, Error, Rng};

burtorch::graph! {
    const SIDE: usize = 28;
    const PIXELS: usize = SIDE * SIDE;

    /// Two convolutions and a linear layer.
    pub struct Net {
        first: Conv2d<1, 8, 5>,
        second: Conv2d<8, 16, 5>,
        last: Linear<{ 16 * 4 * 4 }, 10>,
    }

    impl Net {
        pub fn scores(&self, image: Tensor<PIXELS>) -> Tensor<10> {
            let image = reshape(image, [1, SIDE, SIDE]);
            let edges = relu(max_pool2d(self.first.forward(image), 2)); // 12 by 12
            let parts = relu(max_pool2d(self.second.forward(edges), 2)); // 4 by 4
            self.last.forward(flatten(parts))
        }

        pub fn loss(&self, image: Tensor<PIXELS>, digit: u8) -> f32 {
            cross_entropy(self.scores(image), digit)
        }
    }

    /// One layer, to compare with.
    pub struct Flat {
        layer: Linear<PIXELS, 10>,
    }

    impl Flat {
        pub fn scores(&self, image: Tensor<PIXELS>) -> Tensor<10> {
            self.layer.forward(image)
        }

        pub fn loss(&self, image: Tensor<PIXELS>, digit: u8) -> f32 {
            cross_entropy(self.scores(image), digit)
        }
    }
}

/// An image, and which digit it shows.
type Digit = ([f32; PIXELS], u8);

/// What digits look like: strokes from point to point, each `xy` on a grid of 7 by 10. Some are written in two ways.
const STROKES: [&[&str]; 10] = [
    &["30 10 03 06 19 39 59 66 63 50 30"],
    &["12 30, 30 39", "30 39"],
    &["02 10 50 63 45 09, 09 69"],
    &["01 20 50 62 44 24, 24 44 66 68 49 19 08"],
    &["40 06, 06 66, 43 49", "10 05, 05 65, 50 49"],
    &["60 10, 10 04, 04 44 66 68 49 19 08"],
    &["50 20 04 07 19 49 67 65 44 14 06"],
    &["00 60, 60 29", "00 60, 60 29, 15 55"],
    &["30 10 02 24 45 67 59 39 19 07 25 44 62 50 30"],
    &["62 50 20 01 03 25 45 63 62, 62 65 49"],
];

/// Draws digits, the same ones for the same seed.
fn drawn(count: usize, seed: u64) -> Vec<Digit> {
    let mut rng = Rng::seed(seed);
    (0..count).map(|at| draw((at % 10) as u8, &mut rng)).collect()
}

/// Draws a digit, in pixels.
fn draw(digit: u8, rng: &mut Rng) -> Digit {
    let mut between = |low: f32, high: f32| low + (high - low) * rng.uniform_f32();
    let (wide, tall) = (between(1.2, 2.6), between(1.5, 2.3));
    let (slant, turn) = (between(-0.4, 0.4), between(-0.3, 0.3));
    let (right, down) = (between(11.5, 16.5), between(11.5, 16.5));
    let (thick, ink, noise) = (between(0.6, 1.8), between(0.6, 1.0), between(0.0, 0.15));
    let ways = STROKES[usize::from(digit)];
    let way = ways[rng.below(ways.len())];

    let mut pieces = Vec::new();
    for stroke in way.split(", ") {
        let mut place = |point: &str| {
            let [x, y] = array::from_fn(|axis| f32::from(point.as_bytes()[axis] - b'0') + 0.35 * rng.normal() as f32);
            let (x, y) = (wide * (x - 3.0), tall * (y - 4.5));
            let x = x - slant * y;
            [right + x * turn.cos() - y * turn.sin(), down + x * turn.sin() + y * turn.cos()]
        };
        let points = rounded(&rounded(&stroke.split(' ').map(&mut place).collect::<Vec<_>>()));
        pieces.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    let image = array::from_fn(|at| {
        let pixel = [(at % SIDE) as f32 + 0.5, (at / SIDE) as f32 + 0.5];
        let far = pieces.iter().map(|piece| distance(pixel, piece)).fold(f32::INFINITY, f32::min);
        ((thick + 0.5 - far).clamp(0.0, 1.0) * ink + noise * rng.normal() as f32).clamp(0.0, 1.0)
    });
    (image, digit)
}

/// The same stroke with its corners cut.
fn rounded(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mix = |a: [f32; 2], b: [f32; 2]| array::from_fn(|axis| 0.75 * a[axis] + 0.25 * b[axis]);
    let inner = points.windows(2).flat_map(|pair| [mix(pair[0], pair[1]), mix(pair[1], pair[0])]);
    points.first().copied().into_iter().chain(inner).chain(points.last().copied()).collect()
}

/// How far a point is from a straight piece of a stroke.
fn distance([x, y]: [f32; 2], [[ax, ay], [bx, by]]: &[[f32; 2]; 2]) -> f32 {
    let (along_x, along_y) = (bx - ax, by - ay);
    let squared = along_x * along_x + along_y * along_y;
    let part = (((x - ax) * along_x + (y - ay) * along_y) / squared.max(1e-6)).clamp(0.0, 1.0);
    (x - ax - part * along_x).hypot(y - ay - part * along_y)
}

/// The images of a file of MNIST, with the labels of another.
fn read(folder: &Path, name: &str) -> Result<Vec<Digit>, Failure> {
    let images = Idx::open(folder.join(format!("{name}-images-idx3-ubyte")))?;
    let labels = Idx::open(folder.join(format!("{name}-labels-idx1-ubyte")))?;
    let pixels = images.scaled()?;
    let digits = Zip::new(&pixels, labels.labels()?)?.all();
    Ok(digits.map(|(image, digit)| (*image, *digit)).collect())
}

/// What the model takes each digit for, and what it is.
fn answers(params: &[f32], digits: &[Digit]) -> Result<Vec<(usize, usize)>, Error> {
    let images = digits.iter().map(|(image, _)| image);
    let mut scores = vec![[0.0; 10]; digits.len()];
    if params.len() == Flat::PARAMS {
        Flat::scores_batch(params, &mut scores, &mut BatchWorkspace::boxed(), images)?;
    } else {
        Net::scores_batch(params, &mut scores, &mut BatchWorkspace::boxed(), images)?;
    }
    Ok(scores.iter().map(|scores| best(scores)).zip(digits.iter().map(|digit| usize::from(digit.1))).collect())
}

burtorch::train! {
    about: "Reads digits.",
    model: --layers 3 { 1 => Flat, 3 => Net },
    data: |run| match run.data() {
        Some(folder) => (read(folder, "train")?, read(folder, "t10k")?),
        None => (drawn(10_000, run.seed()), drawn(2_000, run.seed().wrapping_add(1))),
    },
    split: |(training, test)| (training, test),
    defaults: Defaults { steps: 1500, batch: 32, rate: Some(0.003), schedule: "cosine", ..Defaults::default() },
    measure: |params| {
        vec![("right answers in percent".to_owned(), 100.0 * accuracy(answers(params, test)?))]
    },
    draw: |params, pictures| {
        let answers = answers(params, test)?;
        let (right, wrong): (Vec<_>, Vec<_>) = answers.iter().zip(test).partition(|((guess, digit), _)| guess == digit);
        // Two lines of what was read, and two of mistakes.
        let mut images = Images::new("digits, and what they are taken for").columns(10);
        for (answer, (image, _)) in right.into_iter().take(20).chain(wrong.into_iter().take(20)) {
            let caption = match answer {
                (guess, digit) if guess == digit => format!("{guess}"),
                (guess, digit) => format!("{guess}, not {digit}"),
            };
            images = images.image(&caption, SIDE, image);
        }
        pictures.add("digits", &images.to_svg())?;
        let matrix = ConfusionMatrix::new(0..10, answers);
        pictures.add("confusion", &matrix.heat_map("which digits are taken for which").to_svg())?;
        pictures.show(&matrix.to_string());
    },
}
