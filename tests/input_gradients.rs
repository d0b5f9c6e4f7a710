//! `#[wrt(x)]`: gradients of a model with respect to arguments, beside that of its parameters.

#![allow(clippy::float_cmp, reason = "where equality is claimed, it is to the bit")]

#[path = "common/random.rs"]
mod random;

use burtorch::{BatchWorkspace, Error, Workspace};
use random::Random;

burtorch::graph! {
    type Scalar = f64;

    struct Layer { up: Linear<3, 3> }

    // Arguments are read in a loop over layers, in one over time, by an index, and outside of loops.
    struct Net { layers: [Layer; 3], cell: Gru<2, 3>, table: Embedding<5, 3>, out: Linear<3, 1> }

    impl Net {
        #[wrt(y, x)]
        pub fn loss(&self, x: Tensor<4, 2>, token: u8, row: usize, y: f64, z: Tensor<3>) -> f64 {
            let mut h = self.table.forward(token) * y;
            for layer in &self.layers { h = tanh(layer.up.forward(h)) + y * x[0][1] + sum(x[row]) * z; }
            for t in 0..4 { h = self.cell.forward(x[t], h); }
            sqr(self.out.forward(h)[0] - y) + 0.1 * sum(x * x)
        }
    }

    // The gradient with respect to an argument is the argument of another function, a parameter, or nothing.
    struct Plain { weight: Param<3> }

    impl Plain {
        #[wrt(x)]
        pub fn dot(&self, x: Tensor<3>) -> f64 { sum(self.weight * x) }

        #[wrt(unused, x)]
        pub fn half(&self, x: Tensor<3>, unused: Tensor<2>) -> f64 { 0.5 * sum(x * x) + sum(self.weight) }

        #[wrt(x)]
        pub fn of_a_number(&self, x: f64) -> f64 { x * sum(self.weight) }

        #[wrt(x)]
        pub fn stopped(&self, x: Tensor<3>) -> f64 { sum(stop_gradient(x) * x * self.weight) }
    }
}

type Sample = ([[f64; 2]; 4], u8, usize, f64, [f64; 3]);

fn sample(seed: u64) -> Sample {
    let mut random = Random::seeded(seed);
    let mut number = || random.between(-0.8, 0.8);
    let x = [(); 4].map(|()| [number(), number()]);
    let (y, z) = (number(), [(); 3].map(|()| number()));
    let seed = usize::try_from(seed).expect("a small number");
    (x, u8::try_from(seed % 5).expect("a small number"), seed % 4, y, z)
}

fn params() -> Vec<f64> {
    let mut random = Random::seeded(1);
    (0..Net::PARAMS).map(|_| random.between(-0.8, 0.8)).collect()
}

/// The loss of a sample, the gradient, and those with respect to `x` and `y`.
fn single(params: &[f64], (x, token, row, y, z): &Sample) -> (f64, Vec<f64>, [[f64; 2]; 4], f64) {
    let (mut workspace, mut gradient) = (Workspace::boxed(), vec![0.0; Net::PARAMS]);
    // They are written, not added.
    let (mut x_grad, mut y_grad) = ([[f64::NAN; 2]; 4], f64::NAN);
    let loss =
        Net::loss_grad_inputs(params, &mut gradient, &mut x_grad, &mut y_grad, &mut workspace, x, *token, *row, *y, z);
    (loss.unwrap(), gradient, x_grad, y_grad)
}

fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "{what}: entry {at} is {found}, not {expected}");
    }
}

#[test]
fn the_gradient_of_a_sample_is_that_of_finite_differences() {
    let params = params();
    for seed in 0..6 {
        let given = sample(seed);
        let (value, gradient, x_grad, y_grad) = single(&params, &given);
        let mut workspace = Workspace::boxed();
        let mut loss =
            |(x, token, row, y, z): &Sample| Net::loss(&params, &mut workspace, x, *token, *row, *y, z).unwrap();
        assert_eq!(value, loss(&given));
        let mut slope = |change: &dyn Fn(&mut Sample, f64)| {
            let mut at = |by: f64| {
                let mut moved = given;
                change(&mut moved, by);
                loss(&moved)
            };
            let mut central = |step: f64| (at(step) - at(-step)) / (2.0 * step);
            (4.0 * central(5e-4) - central(1e-3)) / 3.0
        };
        for (row, number) in (0..4).flat_map(|row| (0..2).map(move |number| (row, number))) {
            let expected = slope(&|sample, by| sample.0[row][number] += by);
            assert!((x_grad[row][number] - expected).abs() < 1e-9, "{} is not {expected}", x_grad[row][number]);
        }
        let expected = slope(&|sample, by| sample.3 += by);
        assert!((y_grad - expected).abs() < 1e-9, "{y_grad} is not {expected}");

        // Beside them, the gradient is what it is alone.
        let mut alone = vec![0.0; Net::PARAMS];
        let (x, token, row, y, z) = &given;
        Net::loss_grad(&params, &mut alone, &mut Workspace::boxed(), x, *token, *row, *y, z).unwrap();
        close("the gradient", &gradient, &alone, 1e-13);
    }
}

/// What `loss_grad_inputs_batch` or the like says of a batch.
type Outcome = (f64, Vec<f64>, Vec<[[f64; 2]; 4]>, Vec<f64>);

fn batch(samples: &[Sample], run: impl FnOnce(&mut [f64], &mut [[[f64; 2]; 4]], &mut [f64]) -> f64) -> Outcome {
    let mut gradient = vec![0.25; Net::PARAMS];
    let (mut x_grads, mut y_grads) = (vec![[[f64::NAN; 2]; 4]; samples.len()], vec![f64::NAN; samples.len()]);
    let loss = run(&mut gradient, &mut x_grads, &mut y_grads);
    (loss, gradient, x_grads, y_grads)
}

/// The same from the samples one by one: gradients of the mean.
fn mean(samples: &[Sample]) -> Outcome {
    let count = f64::from(u32::try_from(samples.len()).expect("a small batch"));
    let mut all: Outcome = (0.0, vec![0.25; Net::PARAMS], Vec::new(), Vec::new());
    for sample in samples {
        let (loss, gradient, x_grad, y_grad) = single(&params(), sample);
        all.0 += loss / count;
        all.1.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += slope / count);
        all.2.push(x_grad.map(|row| row.map(|slope| slope / count)));
        all.3.push(y_grad / count);
    }
    all
}

fn same(what: &str, found: &Outcome, expected: &Outcome) {
    assert!((found.0 - expected.0).abs() < 1e-12, "{what}: the loss is {}, not {}", found.0, expected.0);
    close(what, &found.1, &expected.1, 1e-12);
    close(what, found.2.as_flattened().as_flattened(), expected.2.as_flattened().as_flattened(), 1e-12);
    close(what, &found.3, &expected.3, 1e-12);
}

#[test]
fn each_sample_of_a_batch_has_its_part_of_the_gradient_of_the_mean() {
    let (params, mut workspace) = (params(), BatchWorkspace::boxed());
    for count in [1, 2, 3, 15, 16, 17, 40, 63, 64, 65, 81, 130] {
        let samples: Vec<Sample> = (0..count).map(sample).collect();
        let found = batch(&samples, |gradient, x_grads, y_grads| {
            Net::loss_grad_inputs_batch(&params, gradient, x_grads, y_grads, &mut workspace, &samples).unwrap()
        });
        let expected = mean(&samples);
        same(&format!("{count} samples"), &found, &expected);
        #[cfg(feature = "parallel")]
        for threads in 1..4 {
            let mut team = burtorch::ParallelWorkspace::new(threads);
            let found = batch(&samples, |gradient, x_grads, y_grads| {
                Net::loss_grad_inputs_parallel(&params, gradient, x_grads, y_grads, &mut team, &samples).unwrap()
            });
            same(&format!("{count} samples on {threads} threads"), &found, &expected);
        }
    }
}

#[test]
fn gradients_that_are_no_result_of_a_kernel_are_right() {
    let (params, x) = ([2.0, 3.0, 5.0], [7.0, 11.0, 13.0]);
    let (mut workspace, mut gradient, mut x_grad) = (Workspace::boxed(), [0.0; 3], [f64::NAN; 3]);
    Plain::dot_grad_inputs(&params, &mut gradient, &mut x_grad, &mut workspace, &x).unwrap();
    assert_eq!((gradient, x_grad), (x, params));
    let (mut gradient, mut unused) = ([0.0; 3], [f64::NAN; 2]);
    Plain::half_grad_inputs(&params, &mut gradient, &mut x_grad, &mut unused, &mut workspace, &x, &[1.0; 2]).unwrap();
    assert_eq!((gradient, x_grad, unused), ([1.0; 3], x, [0.0; 2]));
    let mut slope = f64::NAN;
    Plain::of_a_number_grad_inputs(&params, &mut gradient, &mut slope, &mut workspace, 4.0).unwrap();
    assert_eq!((gradient, slope), ([5.0; 3], 10.0));
    Plain::stopped_grad_inputs(&params, &mut gradient, &mut x_grad, &mut workspace, &x).unwrap();
    assert_eq!(x_grad, [14.0, 33.0, 65.0]);
    // A function of one argument takes samples that are that argument.
    let (mut slopes, mut many) = ([f64::NAN; 20], BatchWorkspace::boxed());
    let samples = [1.0, 2.0, 3.0, 4.0].repeat(5);
    Plain::of_a_number_grad_inputs_batch(&params, &mut gradient, &mut slopes, &mut many, &samples).unwrap();
    assert!(slopes.iter().all(|slope| (slope - 0.5).abs() < 1e-15), "{slopes:?}");
}

#[test]
fn an_infinite_loss_of_a_tile_that_is_not_full_stays_with_its_sample() {
    let params = [f64::INFINITY, 3.0, 5.0];
    let (mut gradient, mut many) = ([0.0; 3], BatchWorkspace::boxed());
    let mut slopes = [[f64::NAN; 3]; 10];
    let samples = [[1.0; 3]; 10];
    Plain::dot_grad_inputs_batch(&params, &mut gradient, &mut slopes, &mut many, samples).unwrap();
    for slope in slopes {
        assert!(
            slope[0] == f64::INFINITY && (slope[1] - 0.3).abs() < 1e-15 && (slope[2] - 0.5).abs() < 1e-15,
            "{slope:?}"
        );
    }
}

#[test]
fn what_is_wrong_is_said_before_anything_is_written() {
    let (params, mut many, mut one) = (params(), BatchWorkspace::boxed(), Workspace::boxed());
    let (mut gradient, mut x_grads, mut y_grads) = (vec![7.0; Net::PARAMS], [[[7.0; 2]; 4]; 20], [7.0; 20]);
    let samples: Vec<Sample> = (0..20).map(sample).collect();
    let mut run = |params: &[f64], x: usize, y: usize, samples: &[Sample]| {
        Net::loss_grad_inputs_batch(params, &mut gradient, &mut x_grads[..x], &mut y_grads[..y], &mut many, samples)
    };
    let length = |argument, expected, found| Err(Error::Length { argument, expected, found });
    assert_eq!(run(&params[1..], 20, 20, &samples), length("params", Net::PARAMS, Net::PARAMS - 1));
    assert_eq!(run(&params, 19, 20, &samples), length("x_grads", 20, 19));
    assert_eq!(run(&params, 20, 19, &samples), length("y_grads", 20, 19));
    assert_eq!(run(&params, 0, 0, &[]), Err(Error::Empty));
    let mut wrong = samples.clone();
    wrong[19].1 = 5;
    let index = Err(Error::Index { argument: "token", position: 0, index: 5, bound: 5 });
    assert_eq!(run(&params, 20, 20, &wrong), index);
    let (x, _, row, y, z) = &wrong[19];
    let (x_grad, y_grad) = (&mut x_grads[0], &mut y_grads[0]);
    let found = Net::loss_grad_inputs(&params, &mut gradient, x_grad, y_grad, &mut one, x, 5, *row, *y, z);
    assert_eq!(found, index);
    assert!(gradient.iter().chain(&y_grads).chain(x_grads.as_flattened().as_flattened()).all(|number| *number == 7.0));
}
