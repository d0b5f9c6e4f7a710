//! Learns exclusive or: the loss falls below 0.001 within a second, and all four answers are right.
//!
//! ```sh
//! cargo run --release --example xor
//! ```
//!
//! Two inputs are combined by eight hidden units. No line separates the answers, so without hidden units it cannot be
//! learned.

use burtorch::Workspace;
use burtorch::train::Defaults;
use burtorch::viz::Plot;

burtorch::graph! {
    type Scalar = f64;

    /// Two inputs, eight hidden units, one score.
    pub struct Xor {
        hidden: Linear<2, 8>,
        out: Linear<8, 1>,
    }

    impl Xor {
        /// Above zero for true, below it for false.
        pub fn score(&self, x: [f64; 2]) -> Tensor<1> {
            self.out.forward(tanh(self.hidden.forward(x)))
        }

        pub fn loss(&self, x: [f64; 2], answer: f64) -> f64 {
            let score = sum(self.score(x));
            // −ln of the probability of the right answer.
            softplus(score) - answer * score
        }
    }
}

/// Two inputs, and whether just one of them is true.
const TABLE: [([f64; 2], f64); 4] = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];

burtorch::train! {
    about: "Learns exclusive or.",
    model: Xor,
    data: |_| TABLE,
    // There is nothing but the four lines, so they are for validation too.
    split: |table| (table, table),
    defaults: Defaults { steps: 1000, batch: 4, optimizer: "adam", rate: Some(0.05), ..Defaults::default() },
    measure: |params| {
        let mut workspace = Workspace::boxed();
        let mut right = 0.0;
        for (x, answer) in TABLE {
            let [score] = *Xor::score(params, &mut workspace, &x)?;
            right += f64::from((score > 0.0) == (answer > 0.5));
        }
        vec![("right answers of four".to_owned(), right)]
    },
    draw: |params, pictures| {
        let score = |x: f64, y: f64| {
            let mut workspace = Workspace::new();
            Xor::score(params, &mut workspace, &[x, y]).map_or(f64::NAN, |score| score[0])
        };
        let points = |which: bool| TABLE.iter().filter(move |line| (line.1 > 0.5) == which).map(|&([x, y], _)| (x, y));
        let plot = Plot::new("exclusive or")
            .field(-0.5..=1.5, -0.5..=1.5, score)
            .level(0.0)
            .scatter("true", points(true))
            .scatter("false", points(false));
        pictures.add("decisions", &plot.to_svg())?;
    },
}
