//! Tells two kinds of points apart by a line: 95 % of them are on its right side, in a second.
//!
//! ```sh
//! cargo run --release --example logistic_regression
//! cargo run --release --example logistic_regression -- --data my_points.csv
//! ```
//!
//! The points lie around two places, and some are nearer to the other one. A file has `x` and `y` in its first columns
//! and 0 or 1 in the third.

use std::fmt::Write as _;

use burtorch::data::{Csv, Samples as _, Scaling, Split};
use burtorch::train::Defaults;
use burtorch::viz::{Plot, terminal};
use burtorch::{Rng, graph};

graph! {
    type Scalar = f64;

    /// `σ(w · x + b)` is the probability that a point is of the second kind.
    pub struct Border {
        line: Linear<2, 1>,
    }

    impl Border {
        pub fn loss(&self, x: Tensor<2>, class: f64) -> f64 {
            logistic_loss(self.line.forward(x)[0], class)
        }
    }
}

/// Points of two kinds, normal around (0, 0) and (3, 2), as a table.
///
/// No border is better than the one in the middle, and of very many points 96.4 %, `Φ(√13 / 2)`, are on its right side.
fn points(seed: u64) -> String {
    let mut rng = Rng::seed(seed);
    let mut table = String::from("x,y,class\n");
    for class in [0, 1].repeat(250) {
        let (x, y) = (3.0 * f64::from(class) + rng.normal(), 2.0 * f64::from(class) + rng.normal());
        let _ = writeln!(table, "{x:.3},{y:.3},{class}");
    }
    table
}

/// Above zero on the one side of the border, below zero on the other.
fn score(params: &[f64], scaling: &Scaling<2>, mut point: [f64; 2]) -> f64 {
    scaling.apply(&mut point);
    params[0] * point[0] + params[1] * point[1] + params[2]
}

/// The part of the points that are on the right side of the border.
#[allow(clippy::cast_precision_loss, reason = "there are not that many points")]
fn accuracy(params: &[f64], scaling: &Scaling<2>, points: &[([f64; 2], f64)]) -> f64 {
    let right = points.iter().filter(|(point, class)| (score(params, scaling, *point) > 0.0) == (*class > 0.5));
    right.count() as f64 / points.len() as f64
}

burtorch::train! {
    about: "Tells two kinds of points apart by a line.",
    model: Border,
    data: |run| {
        let table = Csv::new(run.source("points", points(run.seed()).as_bytes())?)?;
        let points: Vec<([f64; 2], f64)> = table.samples([0, 1], 2)?;
        let scaling = Scaling::of(points.iter().map(|(point, _)| point));
        let split = Split::new(points.len(), 0.1, run.seed())?;
        (points, scaling, split)
    },
    split: |(points, scaling, split)| {
        let scaled = points.convert(|&(mut point, class)| {
            scaling.apply(&mut point);
            (point, class)
        });
        (split.training(scaled), split.validation(scaled))
    },
    defaults: Defaults { steps: 1000, batch: 32, rate: Some(0.05), schedule: "linear", ..Defaults::default() },
    measure: |params| vec![("accuracy".to_owned(), accuracy(params, scaling, points))],
    draw: |params, pictures| {
        let of = |wanted: bool| {
            points.iter().filter(move |(_, class)| (*class > 0.5) == wanted).map(|&([x, y], _)| (x, y))
        };
        let range = |axis: usize| {
            let (mean, deviation) = (scaling.mean[axis], scaling.deviation[axis]);
            mean - 3.0 * deviation..=mean + 3.0 * deviation
        };
        let plot = Plot::new("The border between two kinds of points")
            .x("x")
            .y("y")
            .field(range(0), range(1), |x, y| score(params, scaling, [x, y]))
            .level(0.0)
            .scatter("1", of(true))
            .scatter("0", of(false));
        pictures.add("border", &plot.to_svg())?;
        pictures.show(&plot.to_ascii(terminal::width(), 24));
    },
}
