//! Finds the line `y = 2 x − 1` that 200 noisy points lie around: slope and offset are right within 0.1, in a second.
//!
//! ```sh
//! cargo run --release --example linear_regression
//! cargo run --release --example linear_regression -- --data my_points.csv
//! ```
//!
//! The line is the one with the least squares. A file has `x` in its first column and `y` in the second.

use std::fmt::Write as _;

use burtorch::data::{Csv, Samples as _, Scaling, Split};
use burtorch::train::Defaults;
use burtorch::viz::{Plot, terminal};
use burtorch::{Rng, graph};

graph! {
    type Scalar = f64;

    /// `slope · x + offset`
    pub struct Line {
        slope: Param,
        offset: Param,
    }

    impl Line {
        pub fn loss(&self, x: f64, y: f64) -> f64 {
            sqr(self.slope * x + self.offset - y)
        }
    }
}

/// Points around a line, as a table.
fn points(seed: u64) -> String {
    let mut rng = Rng::seed(seed);
    let mut table = String::from("x,y\n");
    for _ in 0..200 {
        let x = 6.0 * rng.uniform() - 3.0;
        let y = 2.0 * x - 1.0 + 0.5 * rng.normal();
        let _ = writeln!(table, "{x:.3},{y:.3}");
    }
    table
}

/// Slope and offset of the line through the points, given those through the scaled ones.
fn line(params: &[f64], scaling: &Scaling<2>) -> (f64, f64) {
    let ([x, y], [dx, dy]) = (scaling.mean, scaling.deviation);
    let slope = params[0] * dy / dx;
    (slope, y + dy * params[1] - slope * x)
}

burtorch::train! {
    about: "Finds the line that points lie around.",
    model: Line,
    data: |run| {
        let table = Csv::new(run.source("points", points(run.seed()).as_bytes())?)?;
        let mut points: Vec<[f64; 2]> = table.rows([0, 1])?;
        // Both columns get mean 0 and deviation 1, so that one learning rate is right for all data.
        let scaling = Scaling::of(&points);
        for point in &mut points {
            scaling.apply(point);
        }
        let split = Split::new(points.len(), 0.1, run.seed())?;
        (points, scaling, split)
    },
    split: |(points, scaling, split)| {
        let pairs = points.convert(|&[x, y]| (x, y));
        (split.training(pairs), split.validation(pairs))
    },
    defaults: Defaults {
        steps: 500,
        batch: 16,
        optimizer: "sgd",
        rate: Some(0.1),
        schedule: "linear",
        ..Defaults::default()
    },
    measure: |params| {
        let (slope, offset) = line(params, scaling);
        vec![("slope".to_owned(), slope), ("offset".to_owned(), offset)]
    },
    draw: |params, pictures| {
        let (slope, offset) = line(params, scaling);
        let points = points.iter().map(|&(mut point)| {
            scaling.undo(&mut point);
            (point[0], point[1])
        });
        let (low, high) = points.clone().fold((f64::MAX, f64::MIN), |(low, high), (x, _)| (low.min(x), high.max(x)));
        let name = format!("{slope:.2} x {} {:.2}", if offset < 0.0 { '−' } else { '+' }, offset.abs());
        let plot = Plot::new("The line that the points lie around")
            .x("x")
            .y("y")
            .scatter("points", points)
            .function(&name, low..=high, |x| slope * x + offset);
        pictures.add("line", &plot.to_svg())?;
        pictures.show(&plot.to_ascii(terminal::width(), 24));
    },
}
