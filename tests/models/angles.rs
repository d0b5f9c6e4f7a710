//! Sines and cosines of models: very large angles among others, in loops of all kinds, against sums by hand.
//!
//! Differences of such losses say nothing, since an ulp of an angle may be a turn.

#![allow(clippy::cast_precision_loss, reason = "they are small whole numbers")]

use burtorch::optimizer::{Optimizer, Update};
use burtorch::{BatchWorkspace, Workspace};

use crate::check::BATCHES;

/// Half of a parameter minus its gradient.
#[derive(Clone, Copy)]
struct Half;

macro_rules! waves {
    ($($float:ident largest $largest:literal;)*) => {$(mod $float {
        use super::{BATCHES, BatchWorkspace, Half, Optimizer, Update, Workspace};

        burtorch::graph! {
            type Scalar = $float;

            pub struct Waves { shift: Param<19>, up: Param<24, 2>, pace: Param, row: Param<300> }

            impl Waves {
                pub fn loss(&self, x: Tensor<19>, v: Tensor<2>, s: $float) -> $float {
                    let short = dot(sin(self.shift + x), iota(19)) + sum(cos(x - self.shift));
                    let sums = dot(cos(matvec(self.up, v)), iota(24));
                    let long = sin(sin(self.row * s) + v[0]);
                    short + sums + sin(self.pace * s) + sum(long)
                }
            }
        }

        type Sample = ([$float; 19], [$float; 2], $float);

        /// Every third sample has small numbers alone, the others very large ones here and there.
        fn sample(at: i32) -> Sample {
            let size = |number: i32| if at % 3 == 0 || number % 4 != 0 { 0 } else { 27 + (number * 5 + at * 7) % $largest };
            let x = std::array::from_fn(|i| {
                let i = i32::try_from(i).expect("small");
                let part = i8::try_from((i * 7 + at) % 40).expect("small");
                (0.3 + 0.01 * $float::from(part)) * $float::powi(-2.0, size(i))
            });
            let far = if at % 3 == 2 { 31 } else { 0 };
            (x, [$float::powi(2.0, far), -$float::powi(2.0, far + 5)], 0.7 * $float::powi(2.0, size(at % 8)))
        }

        /// Multiples of 1/16, so that the sums above are exact.
        fn params() -> Vec<$float> {
            (0..Waves::PARAMS).map(|at| ((at * 37 + 11) % 31) as $float / 16.0 - 1.0).collect()
        }

        /// The loss and its gradient by hand: angles as in the model, everything else in `f64`.
        fn by_hand(params: &[$float], (x, v, s): &Sample) -> (f64, Vec<f64>) {
            let (mut loss, mut slopes) = (0.0, Vec::new());
            for at in 0..19 {
                let (plus, minus) = (f64::from(params[at] + x[at]), f64::from(x[at] - params[at]));
                loss += at as f64 * plus.sin() + minus.cos();
                slopes.push(at as f64 * plus.cos() + minus.sin());
            }
            for at in 0..24 {
                let angle = f64::from(params[19 + 2 * at] * v[0] + params[20 + 2 * at] * v[1]);
                loss += at as f64 * angle.cos();
                slopes.extend(v.map(|v| -(at as f64) * angle.sin() * f64::from(v)));
            }
            let angle = f64::from(params[67] * s);
            loss += angle.sin();
            slopes.push(angle.cos() * f64::from(*s));
            for &param in &params[68..] {
                let inner = f64::from(param * s);
                #[allow(clippy::cast_possible_truncation, reason = "the model's own precision")]
                let outer = f64::from(inner.sin() as $float + v[0]);
                loss += outer.sin();
                slopes.push(outer.cos() * inner.cos() * f64::from(*s));
            }
            (loss, slopes)
        }

        /// Asserts that numbers are those by hand; parameters whose slopes have other sizes are compared by themselves.
        fn close(what: &str, found: &[f64], expected: &[f64]) {
            for range in [0..19, 19..67, 67..68, 68..368] {
                let size = expected[range.clone()].iter().fold(1.0, |size: f64, slope| size.max(slope.abs()));
                for at in range {
                    let error = (found[at] - expected[at]).abs() / size;
                    let bound = 100.0 * f64::from($float::EPSILON);
                    assert!(error <= bound, "entry {at} of {what} is {}, not {}", found[at], expected[at]);
                }
            }
        }

        impl Update<$float> for Half {
            type State = [$float; 0];

            fn apply(self, param: $float, gradient: $float, state: [$float; 0]) -> ($float, [$float; 0]) {
                (0.5 * param - gradient, state)
            }
        }

        impl Optimizer<$float> for Half {
            type Update = Half;

            fn begin(&mut self) -> (Half, &mut [$float]) {
                (Half, &mut [])
            }

            fn state(&mut self) -> &mut [$float] {
                &mut []
            }
        }

        fn wide(numbers: &[$float]) -> Vec<f64> {
            numbers.iter().map(|number| f64::from(*number)).collect()
        }

        #[test]
        fn angles_of_all_sizes() {
            let (params, mut workspace) = (params(), Workspace::boxed());
            for at in 0..12 {
                let (x, v, s) = sample(at);
                let (loss, slopes) = by_hand(&params, &(x, v, s));
                let mut gradient = vec![0.0; params.len()];
                let found = Waves::loss_grad(&params, &mut gradient, &mut workspace, &x, &v, s).expect("a sample");
                // The terms add up to 766 at most.
                let bound = 100.0 * f64::from($float::EPSILON) * 766.0;
                assert!((f64::from(found) - loss).abs() < bound, "{found}, not {loss}");
                close("a gradient", &wide(&gradient), &slopes);
                let mut stepped = params.clone();
                Waves::loss_step(&mut stepped, &mut Half, &mut workspace, &x, &v, s).expect("a sample");
                let gradient: Vec<$float> = stepped.iter().zip(&params).map(|(new, old)| 0.5 * old - new).collect();
                close("a step", &wide(&gradient), &slopes);
            }
        }

        #[test]
        fn angles_of_all_sizes_in_batches() {
            let (params, mut workspace) = (params(), BatchWorkspace::boxed());
            for count in BATCHES {
                let batch: Vec<Sample> = (0..count).map(|at| sample(i32::try_from(at).expect("small"))).collect();
                let mut mean = vec![0.0; params.len()];
                for sample in &batch {
                    for (mean, slope) in mean.iter_mut().zip(by_hand(&params, sample).1) {
                        *mean += slope / count as f64;
                    }
                }
                let mut gradient = vec![0.0; params.len()];
                Waves::loss_grad_batch(&params, &mut gradient, &mut workspace, &batch).expect("a batch");
                close(&format!("a gradient of {count}"), &wide(&gradient), &mean);
            }
        }

        /// Whether another sample of a tile has very large angles changes nothing.
        #[test]
        fn an_element_does_not_depend_on_its_neighbours() {
            let (params, mut workspace) = (params(), BatchWorkspace::boxed());
            let near: Vec<Sample> = (0..64).map(|at| sample(3 * at)).collect();
            let mut mixed = near.clone();
            // One sample that has an infinity where it adds nothing to what is looked at.
            mixed[5].0[18] = $float::INFINITY;
            let [mut first, mut second] = [0, 1].map(|_| vec![0.0; params.len()]);
            Waves::loss_grad_batch(&params, &mut first, &mut workspace, &near).expect("a batch");
            let loss = Waves::loss_grad_batch(&params, &mut second, &mut workspace, &mixed).expect("a batch");
            assert!(loss.is_nan() && second[18].is_nan());
            assert_eq!(first[..18], second[..18]);
            assert_eq!(first[19..], second[19..]);
        }
    })*};
}

waves! {
    f32 largest 90;
    f64 largest 900;
}
