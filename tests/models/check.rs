//! What a model must satisfy whatever it computes: its gradient is that of finite differences, and a batch is the
//! mean of its samples, and a step of gradient descent or of an optimizer is what it says.

use burtorch::optimizer::{Optimizer, Update};

use crate::random::Random;

/// Tiles have 16 and 64 samples: none, one and several, with and without a rest.
pub const BATCHES: [usize; 9] = [1, 2, 5, 15, 16, 17, 40, 64, 81];

/// `count` numbers in ±0.8, other ones for each seed.
pub fn numbers(count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::seeded(seed);
    (0..count).map(|_| random.between(-0.8, 0.8)).collect()
}

/// The same as an array.
pub fn array<const N: usize>(seed: u64) -> [f64; N] {
    numbers(N, seed).try_into().expect("as many as were asked for")
}

/// The same as a matrix.
pub fn matrix<const M: usize, const N: usize>(seed: u64) -> [[f64; N]; M] {
    std::array::from_fn(|row| array(seed * 1000 + row as u64))
}

/// A number in single precision.
#[allow(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
pub fn single(value: f64) -> f32 {
    value as f32
}

/// Asserts that every entry of the gradient is the slope of the loss, up to `1e-7` of the gradient's norm.
///
/// `gradient` adds to what it is given and yields the loss. Slopes are central differences at two steps,
/// extrapolated to step zero.
pub fn gradient(
    name: &str,
    params: &[f64],
    loss: impl Fn(&[f64]) -> f64,
    gradient: impl Fn(&[f64], &mut [f64]) -> f64,
) {
    let mut found = vec![0.0; params.len()];
    let value = gradient(params, &mut found);
    let expected = loss(params);
    assert!((value - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{name}: the loss is {expected}, not {value}");
    let norm = found.iter().map(|slope| slope * slope).sum::<f64>().sqrt().max(1e-3);
    let slope = |at: usize, step: f64| {
        let moved = |by: f64| {
            let mut params = params.to_vec();
            params[at] += by;
            loss(&params)
        };
        (moved(step) - moved(-step)) / (2.0 * step)
    };
    let difference = |at: usize| {
        let expected = (4.0 * slope(at, 5e-4) - slope(at, 1e-3)) / 3.0;
        (at, expected, (expected - found[at]).abs() / norm)
    };
    let worst = (0..params.len()).map(difference).max_by(|a, b| a.2.total_cmp(&b.2));
    if let Some((at, expected, error)) = worst {
        assert!(
            error < 1e-7,
            "{name}: of {} entries the worst is {at}: the gradient says {}, differences say {expected} ({error:.1e} of the norm)",
            params.len(),
            found[at]
        );
    }
    // The gradient is added to what is there.
    let mut twice = found.clone();
    gradient(params, &mut twice);
    close(name, "a gradient on top of another", &twice, &found.iter().map(|slope| 2.0 * slope).collect::<Vec<_>>());
}

/// The parameters after a step with rate 0.3.
pub fn stepped(params: &[f64], gradient: &[f64]) -> Vec<f64> {
    params.iter().zip(gradient).map(|(value, slope)| value - 0.3 * slope).collect()
}

/// Half of a parameter minus its gradient, and how often it was updated. It shows what was left alone.
pub struct Halving {
    pub counts: Vec<f64>,
}

#[derive(Clone, Copy)]
pub struct Half;

impl Update<f64> for Half {
    type State = [f64; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: f64, gradient: f64, [count]: [f64; 1]) -> (f64, [f64; 1]) {
        (0.5 * param - gradient, [count + 1.0])
    }
}

impl Optimizer<f64> for Halving {
    type Update = Half;

    fn begin(&mut self) -> (Half, &mut [f64]) {
        (Half, &mut self.counts)
    }

    fn state(&mut self) -> &mut [f64] {
        &mut self.counts
    }
}

/// Asserts that each parameter was halved once, or never if it has no gradient.
pub fn halved(name: &str, what: &str, params: &[f64], gradient: &[f64], found: &[f64], counts: &[f64]) {
    let expected = (0..params.len()).map(|at| match counts[at] {
        1.0 => 0.5 * params[at] - gradient[at],
        _ => params[at],
    });
    close(name, what, found, &expected.collect::<Vec<_>>());
    for (at, &count) in counts.iter().enumerate() {
        let left_alone = count == 0.0 && gradient[at] == 0.0;
        assert!(count == 1.0 || left_alone, "{name}: {what} updates parameter {at} {count} times");
    }
}

/// Asserts that two lists of numbers are equal up to rounding.
pub fn close(name: &str, what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{name}: {what}");
    let size = expected.iter().fold(1.0_f64, |size, value| size.max(value.abs()));
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).abs() / size;
        assert!(error < 1e-11, "{name}: entry {at} of {what} is {found}, not {expected}");
    }
}

/// Asserts that the gradient of a model of `f64` is that of differences, and that batches are means of samples.
///
/// `check_gradients!(Model, samples, (x, y) => &x, y)`: `samples` yields the sample of a number; the pattern takes it
/// apart into arguments. It yields each batch with its loss and gradient. Steps are left out. Half of a model's code is
/// steps, and how they are planned depends on where parameters are read and how their gradients come together, not on
/// what is computed from them. So this is for models that have nothing new in that.
macro_rules! check_gradients {
    ($model:ident, $samples:expr, $pattern:pat => $($argument:expr),*) => {{
        use burtorch::{BatchWorkspace, Workspace};
        let name = stringify!($model);
        let params = $crate::check::numbers($model::PARAMS, 7);
        let samples = $samples;
        let value = |params: &[f64], $pattern: &_| {
            $model::loss(params, &mut Workspace::boxed(), $($argument),*).expect("a sample")
        };
        let add = |params: &[f64], gradient: &mut [f64], $pattern: &_| {
            $model::loss_grad(params, gradient, &mut Workspace::boxed(), $($argument),*).expect("a sample")
        };
        let first = samples(0);
        $crate::check::gradient(name, &params, |params| value(params, &first), |params, gradient| add(params, gradient, &first));
        let mut workspace = BatchWorkspace::boxed();
        let mut checked = Vec::new();
        for count in $crate::check::BATCHES {
            let batch: Vec<_> = (0..count).map(|at| samples(at as u64)).collect();
            let scale = 1.0 / f64::from(u32::try_from(count).expect("a small batch"));
            let mut mean = vec![0.0; params.len()];
            let total: f64 = batch.iter().map(|sample| add(&params, &mut mean, sample)).sum();
            for slope in &mut mean {
                *slope *= scale;
            }
            let mut gradient = vec![0.0; params.len()];
            let loss = $model::loss_grad_batch(&params, &mut gradient, &mut workspace, &batch).expect("a batch");
            $crate::check::close(name, &format!("the loss of {count}"), &[loss], &[total * scale]);
            $crate::check::close(name, &format!("the gradient of {count}"), &gradient, &mean);
            let loss = $model::loss_batch(&params, &mut workspace, &batch).expect("a batch");
            $crate::check::close(name, &format!("the value of {count}"), &[loss], &[total * scale]);
            checked.push((batch, total * scale, mean));
        }
        checked
    }};
}

/// Asserts all that holds for the function `loss` of a model of `f64`: the same, and steps.
macro_rules! check_model {
    ($model:ident, $samples:expr, $pattern:pat => $($argument:expr),*) => {{
        let name = stringify!($model);
        let params = $crate::check::numbers($model::PARAMS, 7);
        let mut workspace = burtorch::BatchWorkspace::boxed();
        for (batch, mean_loss, mean) in check_gradients!($model, $samples, $pattern => $($argument),*) {
            let count = batch.len();
            let mut stepped = params.clone();
            let mut scratch = vec![f64::NAN; params.len()];
            let loss = $model::loss_sgd_batch(&mut stepped, &mut scratch, 0.3, &mut workspace, &batch).expect("a batch");
            $crate::check::close(name, &format!("the loss of a step of {count}"), &[loss], &[mean_loss]);
            $crate::check::close(name, &format!("a step of {count}"), &stepped, &$crate::check::stepped(&params, &mean));
            let mut stepped = params.clone();
            let mut halving = $crate::check::Halving { counts: vec![0.0; params.len()] };
            let loss = $model::loss_step_batch(&mut stepped, &mut scratch, &mut halving, &mut workspace, &batch);
            let what = format!("a step of an optimizer on {count}");
            $crate::check::close(name, &what, &[loss.expect("a batch")], &[mean_loss]);
            $crate::check::halved(name, &what, &params, &mean, &stepped, &halving.counts);
        }
    }};
}
