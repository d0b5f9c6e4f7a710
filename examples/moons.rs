//! Tells two half moons apart: all of 100 points are on the right side of the border, in a second.
//!
//! ```sh
//! cargo run --release --example moons
//! ```
//!
//! It is the demo of micrograd: two layers of 16 hidden units, the largest margin, and a small weight on the squares of
//! all parameters.

use std::f64::consts::PI;

use burtorch::train::Defaults;
use burtorch::viz::{Plot, terminal};
use burtorch::{Rng, Workspace, graph};

graph! {
    type Scalar = f64;

    /// Where a point lies, and how far from the border.
    pub struct Moons {
        first: Linear<2, 16>,
        second: Linear<16, 16>,
        last: Linear<16, 1>,
    }

    /// `Σ p²` over the parameters of a layer.
    fn squares(layer: _) -> f64 {
        sum(sqr(layer.weight)) + sum(sqr(layer.bias))
    }

    impl Moons {
        /// Above zero for the one moon, below zero for the other.
        pub fn score(&self, point: Tensor<2>) -> f64 {
            let x = relu(self.first.forward(point));
            let x = relu(self.second.forward(x));
            self.last.forward(x)[0]
        }

        /// `max(0, 1 − moon · score) + 0.0001 Σ p²`, where `moon` is 1 or −1.
        pub fn loss(&self, point: Tensor<2>, moon: f64) -> f64 {
            let squares = squares(self.first) + squares(self.second) + squares(self.last);
            hinge_loss(self.score(point), moon) + 0.0001 * squares
        }
    }
}

/// Points along two half circles, each of which begins inside of the other, with some noise.
fn moons(rng: &mut Rng) -> Vec<([f64; 2], f64)> {
    let mut points = Vec::new();
    for i in 0..50 {
        let (sin, cos) = (PI * f64::from(i) / 49.0).sin_cos();
        for (x, y, moon) in [(cos, sin, -1.0), (1.0 - cos, 0.5 - sin, 1.0)] {
            points.push(([x + 0.1 * rng.normal(), y + 0.1 * rng.normal()], moon));
        }
    }
    points
}

fn score(params: &[f64], point: [f64; 2]) -> f64 {
    Moons::score(params, &mut Workspace::new(), &point).unwrap_or(f64::NAN)
}

/// The part of the points that are on the right side of the border.
#[allow(clippy::cast_precision_loss, reason = "there are not that many points")]
fn accuracy(params: &[f64], points: &[([f64; 2], f64)]) -> f64 {
    let right = points.iter().filter(|(point, moon)| score(params, *point) * moon > 0.0);
    right.count() as f64 / points.len() as f64
}

burtorch::train! {
    about: "Tells two half moons apart.",
    model: Moons,
    data: |run| {
        let mut rng = Rng::seed(run.seed());
        // To learn from; and others, to see whether that is enough.
        (moons(&mut rng), moons(&mut rng))
    },
    split: |(training, validation)| (training, validation),
    defaults: Defaults {
        steps: 500,
        batch: 100,
        optimizer: "sgd",
        rate: Some(1.0),
        schedule: "linear",
        ..Defaults::default()
    },
    measure: |params| vec![
        ("accuracy".to_owned(), accuracy(params, training)),
        ("accuracy on other points".to_owned(), accuracy(params, validation)),
    ],
    draw: |params, pictures| {
        let of = |wanted: f64| training.iter().filter(move |(_, moon)| moon * wanted > 0.0).map(|&([x, y], _)| (x, y));
        let plot = Plot::new("The border between two moons")
            .field(-1.5..=2.5, -1.0..=1.5, |x, y| score(params, [x, y]))
            .level(0.0)
            .scatter("one moon", of(1.0))
            .scatter("the other", of(-1.0));
        pictures.add("border", &plot.to_svg())?;
        pictures.show(&plot.to_ascii(terminal::width(), 24));
    },
}
