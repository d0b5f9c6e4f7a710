//! The programs that are run: a table of numbers in single precision, words in double precision with two models to choose
//! from, and images.

use std::env;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Asks for a training that takes its time, so that a signal comes before its end on any machine.
pub const SLOW: &str = "BURTORCH_TRAINING_SLOW";

/// The same sample, some of them later.
fn slowly<S>(sample: S) -> S {
    static ASKED: OnceLock<bool> = OnceLock::new();
    static COUNT: AtomicUsize = AtomicUsize::new(0);

    if *ASKED.get_or_init(|| env::var_os(SLOW).is_some()) && COUNT.fetch_add(1, Ordering::Relaxed).is_multiple_of(4) {
        sleep(Duration::from_micros(200));
    }
    sample
}

/// A plane through points, with waves.
pub mod points {
    use std::process::ExitCode;

    use burtorch::Workspace;
    use burtorch::data::{Csv, Samples as _, Split};
    use burtorch::train::Defaults;
    use burtorch::viz::Histogram;

    use super::slowly;

    burtorch::graph! {
        pub struct Points { net: Mlp<2, 8, 1> }

        impl Points {
            pub fn value(&self, x: Tensor<2>) -> Tensor<1> {
                self.net.forward(x)
            }

            pub fn loss(&self, x: Tensor<2>, z: f32) -> f32 {
                sqr(self.value(x)[0] - z)
            }
        }
    }

    /// The table that comes with the program.
    pub fn table() -> String {
        let row = |i: u32| {
            let (x, y) = (f64::from(i % 10) / 5.0 - 1.0, f64::from(i / 10) / 5.0 - 1.0);
            format!("{x},{y},{}\n", (2.0 * x).sin() - 0.5 * y)
        };
        "x,y,z\n".to_owned() + &(0..100).map(row).collect::<String>()
    }

    burtorch::train! {
        about: "Puts a surface through points.",
        model: Points,
        data: |run| {
            let table = Csv::new(run.source("points.csv", table().as_bytes())?)?;
            let points: Vec<([f32; 2], f32)> = table.samples(["x", "y"], "z")?;
            let split = Split::new(points.len(), 0.2, run.seed())?;
            (points, split)
        },
        split: |(points, split)| (split.training(points).convert(slowly), split.validation(points)),
        defaults: Defaults { steps: 60, batch: 8, rate: Some(0.01), ..Defaults::default() },
        measure: |params| {
            let mut workspace = Workspace::boxed();
            vec![("height of the middle".to_owned(), f64::from(Points::value(params, &mut workspace, &[0.0, 0.0])?[0]))]
        },
        draw: |params, pictures| pictures.add("sizes", &Histogram::new("sizes").series("parameters", params.iter().copied()).to_svg())?,
    }

    pub fn run() -> ExitCode {
        main()
    }
}

/// What comes after two letters.
pub mod letters {
    use std::process::ExitCode;

    use burtorch::data::{Lines, Samples as _};
    use burtorch::train::Defaults;

    use super::slowly;

    /// A model of some size.
    macro_rules! model {
        ($module:ident, $hidden:literal) => {
            pub mod $module {
                burtorch::graph! {
                    type Scalar = f64;

                    pub struct Letters { letters: Embedding<27, 3>, net: Mlp<6, $hidden, 27> }

                    impl Letters {
                        pub fn loss(&self, context: [u8; 2], next: u8) -> f64 {
                            cross_entropy(self.net.forward(flatten(self.letters.forward(context))), next)
                        }
                    }
                }
            }
        };
    }

    model!(small, 4);
    model!(large, 8);

    pub const WORDS: &str =
        "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\nthirteen\nfourteen\n";

    burtorch::train! {
        about: "Learns words.",
        model: --hidden 4 { 4 => small::Letters, 8 => large::Letters },
        data: |run| Lines::with_alphabet(&run.source("words.txt", WORDS.as_bytes())?, "abcdefghijklmnopqrstuvwxyz")?,
        split: |words| {
            let (training, validation) = words.split::<2>(0.3)?;
            (training.convert(slowly), validation)
        },
        defaults: Defaults {
            steps: 40,
            optimizer: "sgd",
            rate: Some(0.5),
            schedule: "cosine",
            draw: true,
            ..Defaults::default()
        },
        sample: |params, rng, out| writeln!(out, "{} {}", params.len(), rng.below(1_000_000))?,
    }

    pub fn run() -> ExitCode {
        main()
    }
}

/// The smaller model of `letters`, by several processes.
pub mod together {
    use std::process::ExitCode;

    use burtorch::data::{Lines, Samples as _};
    use burtorch::train::Defaults;

    use super::letters::{WORDS, small};
    use super::slowly;
    use crate::sockets::Sockets;

    burtorch::train! {
        about: "Learns words with others.",
        model: small::Letters,
        data: |run| Lines::with_alphabet(&run.source("words.txt", WORDS.as_bytes())?, "abcdefghijklmnopqrstuvwxyz")?,
        split: |words| {
            let (training, validation) = words.split::<2>(0.3)?;
            (training.convert(slowly), validation)
        },
        defaults: Defaults { steps: 40, optimizer: "sgd", rate: Some(0.5), ..Defaults::default() },
        workers: Sockets::start()?,
    }

    pub fn run() -> ExitCode {
        main()
    }
}

/// The brightness of images of four pixels.
pub mod pixels {
    use std::process::ExitCode;

    use burtorch::data::{Idx, Samples as _};
    use burtorch::train::Defaults;

    use super::slowly;

    burtorch::graph! {
        pub struct Pixels { narrow: Linear<4, 1>, wide: Linear<1, 4> }

        impl Pixels {
            pub fn loss(&self, pixels: Tensor<4>) -> f32 {
                mse(self.wide.forward(self.narrow.forward(pixels)), pixels)
            }
        }
    }

    /// The images that come with the program.
    pub fn images() -> Vec<u8> {
        let pixels: Vec<u8> = (0..32_u8).flat_map(|i| [i, 2 * i, 3 * i, 4 * i]).collect();
        Idx::encode(&[32, 2, 2], &pixels).unwrap()
    }

    burtorch::train! {
        about: "Makes images narrow, and wide again.",
        model: Pixels,
        data: |run| Idx::new(run.source("images", &images())?)?.scaled::<4>()?,
        // There is nothing left for validation.
        split: |images| (images.convert(slowly), &[] as &[[f32; 4]]),
        defaults: Defaults { steps: 40, rate: Some(0.05), ..Defaults::default() },
    }

    pub fn run() -> ExitCode {
        main()
    }
}
